import DecisionCore
import FieldModel
import SimulatedDay

/// What the trail made of a simulated day, held against the truth: metres of line where nobody went, and metres of way
/// without a line, each by the trouble that was on.
public struct TrailTruth: Sendable {
    /// Metres of solid line further than `reach` from the true way around that time.
    public private(set) var falseLine: [Trouble?: Double] = [:]
    /// Metres of true way that no solid line passes within `reach`.
    public private(set) var missed: [Trouble?: Double] = [:]
    /// Metres of true way.
    public private(set) var way: [Trouble?: Double] = [:]
    public private(set) var stays = 0
    public private(set) var days = 0

    public var falseTotal: Double { falseLine.values.reduce(0, +) }
    public var missedTotal: Double { missed.values.reduce(0, +) }
    public var wayTotal: Double { way.values.reduce(0, +) }

    /// Metres: as far as a street with its houses is wide.
    private static let reach = 50.0

    /// Nothing yet: days are added to it.
    public init() {}

    public init(of day: SimulatedDay, _ rules: TrailRules = TrailRules()) {
        days = 1
        var core = TrailCore(rules: rules)
        var ledger = TrailLedger()
        var decisions: [Decision] = []
        for (stamp, signal) in day.signals {
            decisions.removeAll(keepingCapacity: true)
            core.decide(signal, at: stamp, into: &decisions)
            if case .fixArrived = signal { core.recorded(as: stamp.n) }
            ledger.take(signal, at: stamp, decisions, of: core)
        }
        stays = ledger.stays(of: core).count
        measure(Line(ledger.line(of: core), ledger.judgement(of: core)), day.truth)
    }

    public mutating func add(_ other: TrailTruth) {
        falseLine.merge(other.falseLine, uniquingKeysWith: +)
        missed.merge(other.missed, uniquingKeysWith: +)
        way.merge(other.way, uniquingKeysWith: +)
        stays += other.stays
        days += other.days
    }

    private mutating func measure(_ line: Line, _ truth: [TruthRow]) {
        let rows = Rows(truth)
        var isCovered = [Bool](repeating: false, count: truth.count)
        for (a, b) in line.solid {
            let (start, end) = (a.place, b.place)
            let around = rows.index(a.time, -30)...rows.index(b.time, 30)
            let way = start.offset(to: end)
            let pieces = max(1, Int(way.length / 10))
            for piece in 0..<pieces {
                let share = (Double(piece) + 0.5) / Double(pieces)
                let middle = start.moved(Offset(north: way.north * share, east: way.east * share))
                guard !around.contains(where: { truth[$0].place.offset(to: middle).length <= Self.reach }) else {
                    continue
                }
                falseLine[rows.trouble(a.time, b.time), default: 0] += way.length / Double(pieces)
            }
            for index in rows.index(a.time, 0)...rows.index(b.time, 0) where !isCovered[index] {
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

    /// From a place to the nearest of a straight way.
    private static func distance(_ place: Place, _ start: Place, _ way: Offset) -> Double {
        let here = start.offset(to: place)
        let square = way.north * way.north + way.east * way.east
        let along = square > 0 ? (here.north * way.north + here.east * way.east) / square : 0
        let share = min(1, max(0, along))
        return Offset(north: here.north - way.north * share, east: here.east - way.east * share).length
    }
}

/// The solid joins of a judged line.
private struct Line {
    var solid: [(TrailPoint, TrailPoint)]

    init(_ points: [TrailPoint], _ judgement: Judgement) {
        solid = judgement.joins.filter(\.isSolid).map { (points[$0.from], points[$0.to]) }
    }
}

extension TrailPoint {
    fileprivate var place: Place { Place(latitude: Double(fix.latitude) / 1e7, longitude: Double(fix.longitude) / 1e7) }
}

/// The truth by time: a row a second.
private struct Rows {
    let truth: [TruthRow]

    init(_ truth: [TruthRow]) { self.truth = truth }

    /// The row `seconds` after a time.
    func index(_ time: WallTime, _ seconds: Int64) -> Int {
        min(truth.count - 1, max(0, Int((time - truth[0].time) / 1000 + seconds)))
    }

    /// The trouble at either end of a join: the second end may be the one it made false.
    func trouble(_ from: WallTime, _ to: WallTime) -> Trouble? {
        truth[index(to, 0)].trouble ?? truth[index(from, 0)].trouble
    }
}
