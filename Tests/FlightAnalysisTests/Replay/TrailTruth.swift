import DecisionCore
import FieldModel
import SimulatedDay

/// What the trail made of a simulated day, held against the truth: metres of line where nobody went, and metres of way
/// without a line, each by the trouble that was on.
struct TrailTruth {
    /// Metres of solid line further than `reach` from the true way around that time.
    private(set) var falseLine: [Trouble?: Double] = [:]
    /// Metres of true way that no solid line passes within `reach`.
    private(set) var missed: [Trouble?: Double] = [:]
    /// Metres of true way.
    private(set) var way: [Trouble?: Double] = [:]
    private(set) var stays: [Stay] = []

    var falseTotal: Double { falseLine.values.reduce(0, +) }
    var missedTotal: Double { missed.values.reduce(0, +) }
    var wayTotal: Double { way.values.reduce(0, +) }

    /// Metres: as far as a street with its houses is wide.
    private static let reach = 50.0
    private let truth: [TruthRow]

    init(_ day: SimulatedDay, _ rules: TrailRules = TrailRules()) {
        truth = day.truth
        var core = TrailCore(rules: rules)
        var ledger = TrailLedger()
        var decisions: [Decision] = []
        for (stamp, signal) in day.signals {
            decisions.removeAll(keepingCapacity: true)
            core.decide(signal, at: stamp, into: &decisions)
            if case .fixArrived = signal { core.recorded(as: stamp.n) }
            ledger.take(signal, at: stamp, decisions, of: core)
        }
        stays = ledger.stays(of: core)
        measure(ledger.line(of: core), ledger.judgement(of: core))
    }

    private mutating func measure(_ points: [TrailPoint], _ judgement: Judgement) {
        var isCovered = [Bool](repeating: false, count: truth.count)
        for join in judgement.joins where join.isSolid {
            let (a, b) = (points[join.from], points[join.to])
            let (start, end) = (place(a), place(b))
            let around = row(a.time, -30)...row(b.time, 30)
            let way = start.offset(to: end)
            let pieces = max(1, Int(way.length / 10))
            for piece in 0..<pieces {
                let share = (Double(piece) + 0.5) / Double(pieces)
                let middle = start.moved(Offset(north: way.north * share, east: way.east * share))
                guard !around.contains(where: { truth[$0].place.offset(to: middle).length <= Self.reach }) else {
                    continue
                }
                falseLine[truth[row(a.time, 0)].trouble, default: 0] += way.length / Double(pieces)
            }
            for index in row(a.time, 0)...row(b.time, 0) where !isCovered[index] {
                isCovered[index] = Self.distance(truth[index].place, start, way) <= Self.reach
            }
        }
        for (index, row) in truth.enumerated() where index > 0 {
            let step = row.metres - truth[index - 1].metres
            guard step > 0 else { continue }
            way[row.trouble, default: 0] += step
            if !isCovered[index] { missed[row.trouble, default: 0] += step }
        }
    }

    private func place(_ point: TrailPoint) -> Place {
        Place(latitude: Double(point.fix.latitude) / 1e7, longitude: Double(point.fix.longitude) / 1e7)
    }

    /// The row `seconds` after a time.
    private func row(_ time: WallTime, _ seconds: Int64) -> Int {
        min(truth.count - 1, max(0, Int((time - truth[0].time) / 1000 + seconds)))
    }

    /// From a place to the nearest of a straight way.
    private static func distance(_ place: Place, _ start: Place, _ way: Offset) -> Double {
        let here = start.offset(to: place)
        let square = way.north * way.north + way.east * way.east
        let along = square > 0 ? (here.north * way.north + here.east * way.east) / square : 0
        let share = min(1, max(0, along))
        return Offset(north: here.north - way.north * share, east: here.east - way.east * share).length
    }
}
