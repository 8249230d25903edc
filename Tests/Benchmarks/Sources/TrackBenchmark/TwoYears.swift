import DecisionCore
import FieldModel
import TrackStore

/// Days of driving and walking, with every field that a phone gives: what two years look like.
struct TwoYears {
    let days: Int
    let pointsADay: Int
    private var random = Mixer(state: 1)

    init(points: Int, days: Int) {
        self.days = days
        pointsADay = points / days
    }

    /// Writes everything in batches of 20, a run a day.
    mutating func write(to facts: inout FactDatabase) throws {
        for day in 0..<days {
            let begin = 1_700_000_000_000 + Int64(day) * 86_400_000 + Int64.random(in: 0...25_000_000, using: &random)
            let start = RunStart(wallTime: begin, bootTime: begin - 1_600_000_000_000, zone: 3_600)
            let run = try facts.beginRun("day \(day)", start)
            var queue = FactQueue(next: try facts.run(run).next)
            var walker = Walker(begin, &random)
            for index in 0..<pointsADay {
                queue.append(.point(walker.step(index, &random)), at: 0)
                if queue.pending.count == FactQueue.batchSize { _ = try facts.write(queue.take(), to: run) }
            }
            _ = try facts.write(queue.take(), to: run)
            try facts.move(run, to: .finished)
        }
    }
}

/// One day's way.
private struct Walker {
    private var time: Int64
    private var latitude: Int32
    private var longitude: Int32
    private var altitude: Int32

    init(_ time: Int64, _ random: inout Mixer) {
        self.time = time
        latitude = 475_000_000 + .random(in: -500_000...500_000, using: &random)
        longitude = 76_000_000 + .random(in: -500_000...500_000, using: &random)
        altitude = .random(in: 20_000...60_000, using: &random)
    }

    /// Trips of 150 points, by turns driven and walked, with an hour and a half between them.
    mutating func step(_ index: Int, _ random: inout Mixer) -> TrailPoint {
        let drives = index / 150 % 2 == 0
        let speed: Int32 = drives ? .random(in: 800...3_000, using: &random) : .random(in: 100...180, using: &random)
        let seconds: Int32 = drives ? 3 : 8
        time += index % 150 == 0 ? 5_400_000 : Int64(seconds) * 1_000 + .random(in: -40...40, using: &random)
        latitude += .random(in: 0...speed, using: &random) * seconds * 9 / 10
        longitude += (.random(in: 0...speed, using: &random) - speed / 2) * seconds * 13 / 10
        altitude += .random(in: -200...200, using: &random)
        let received = time + .random(in: 20...1_100, using: &random)
        return TrailPoint(
            NumberedFix(
                Fix(
                    sampleTime: WallTime(time), receiveTime: WallTime(received),
                    bootTime: BootTime(received - 1_600_000_000_000 + (index % 20 == 0 ? 1 : 0)), latitude: latitude,
                    longitude: longitude,
                    horizontalAccuracy: Quantity(
                        [300, 350, 480, 500, 650, 1_000, 1_400, 3_000].randomElement(using: &random)!),
                    altitude: Quantity(altitude),
                    verticalAccuracy: Quantity([200, 300, 400, 800, 1_200].randomElement(using: &random)!),
                    speed: Quantity(speed), speedAccuracy: Quantity(.random(in: 8...200, using: &random)),
                    course: Quantity(.random(in: 0..<3_600, using: &random)),
                    courseAccuracy: Quantity(.random(in: 10...500, using: &random)),
                    motion: drives ? .automotive : .walking, appState: index % 10 == 0 ? .foreground : .background)))
    }
}

/// SplitMix64.
struct Mixer: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
