import DecisionCore
import FieldModel
import TestKit

@testable import TrackStore

/// A random track with everything in it that a recompute has to get right: several runs and segments, pauses short and
/// long, spikes, coarse points, holes, zone changes, points without speed.
struct TroubledTrack {
    private var random: SeededRandom
    private var clock = Walk.start.wallTime
    private var latitude: Int32 = 475_000_000
    private var longitude: Int32 = 76_000_000

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Writes `runs` runs of `points` points into the facts, and returns all of them in order.
    mutating func write(runs: Int, points: Int, to database: inout FactDatabase) throws -> [TrailPoint] {
        var all: [TrailPoint] = []
        for _ in 0..<runs {
            clock += Int64.random(in: 0...1_200_000, using: &random)
            let start = RunStart(wallTime: clock, zone: Int64.random(in: -8...8, using: &random) * 900)
            let run = try database.beginRun("run \(clock)", start)
            all += try append(points, to: run, &database)
        }
        return all
    }

    /// Writes more points to a run, and returns them.
    mutating func append(_ count: Int, to run: Int64, _ database: inout FactDatabase) throws -> [TrailPoint] {
        var queue = FactQueue(next: try database.run(run).next)
        var written: [TrailPoint] = []
        for _ in 0..<count {
            let pause = step()
            trouble(pause, into: &queue)
            let point = point()
            queue.append(.point(point), at: 0)
            written.append(point)
        }
        _ = try database.write(queue.take(), to: run)
        return written
    }

    private mutating func step() -> Int64 {
        let pause: Int64 =
            switch Int.random(in: 0..<100, using: &random) {
            case 0: Int64.random(in: 600_000...700_000, using: &random)
            case 1..<4: Int64.random(in: 15_000...400_000, using: &random)
            default: Int64.random(in: 1_000...20_000, using: &random)
            }
        clock += pause
        return pause
    }

    private mutating func trouble(_ pause: Int64, into queue: inout FactQueue) {
        let time = WallTime(clock)
        switch Int.random(in: 0..<60, using: &random) {
        case 0: queue.append(.transition(Transition(.hole, at: time + -pause / 2, until: time)), at: 0)
        case 1: queue.append(.transition(Transition(.begun, at: time)), at: 0)
        case 2:
            queue.append(
                .transition(Transition(.zone, at: time, value: .random(in: -8...8, using: &random) * 900)), at: 0)
        case 3:
            let stay = Stay(
                anchor: 1, latitude: latitude, longitude: longitude, span: .init(from: time + -pause, to: time),
                unobserved: [.init(from: time + -pause, to: time + -pause / 2)])
            for row in Transition.rows(of: stay) { queue.append(.transition(row), at: 0) }
        default: break
        }
    }

    private mutating func point() -> TrailPoint {
        let isSpike = Int.random(in: 0..<25, using: &random) == 0
        let reach: Int32 = isSpike ? 60_000 : 12_000
        let (north, east) = (
            Int32.random(in: -reach...reach, using: &random), Int32.random(in: -reach...reach, using: &random)
        )
        if !isSpike {
            latitude += north
            longitude += east
        }
        let hasSpeed = Int.random(in: 0..<4, using: &random) > 0
        let isCoarse = Int.random(in: 0..<30, using: &random) == 0
        let fix = Fix(
            sampleTime: WallTime(clock), receiveTime: WallTime(clock + 30),
            latitude: isSpike ? latitude + north : latitude,
            longitude: isSpike ? longitude + east : longitude,
            horizontalAccuracy: Quantity(isCoarse ? 30_000 : Int32.random(in: 300...6_000, using: &random)),
            speed: Quantity(hasSpeed ? Int32.random(in: 0...2_000, using: &random) : -100),
            speedAccuracy: Quantity(hasSpeed ? 50 : -100), course: Quantity(hasSpeed ? 900 : -10),
            courseAccuracy: Quantity(hasSpeed ? Int32.random(in: 10...1_700, using: &random) : -10), motion: .walking,
            appState: .background)
        return TrailPoint(NumberedFix(fix), isCoarse: isCoarse)
    }
}

extension DerivedDatabase {
    /// Every row that a recompute made, as text: what two ways to the same result must agree in.
    func dump() throws -> [String] {
        var lines: [String] = []
        for table in DerivedSchema.filled {
            let columns = try connection.texts("SELECT name FROM pragma_table_info('\(table)')")
            let cells = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
            lines += try connection.texts("SELECT '\(table) ' || \(cells) FROM \(table)").sorted()
        }
        return lines
    }
}
