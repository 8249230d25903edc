import FieldModel

/// How fast a battery drained over one leg: an interval, since readings come in steps.
///
/// Between two steps the true level is known to lie anywhere within one, so a number would claim what nobody measured.
/// At the moment a step is seen it is known exactly, but only that it fell between two readings. From the first such edge
/// to the last the drain is a whole number of steps; with fewer than two edges only a bound is left.
public struct BatteryRate: Equatable, Sendable {
    /// Percent an hour, from least to most.
    public var least: Double
    public var most: Double

    public init(least: Double, most: Double) {
        self.least = least
        self.most = most
    }

    /// Milliwatts of a battery of `wattHours` when new, of which `health` (0-1) is left: 5 %/h are 391 mW on 7.82 Wh.
    public func milliwatts(wattHours: Double, health: Double) -> Milliwatts {
        let perPercent = wattHours * health * 10
        return Milliwatts(least: least * perPercent, most: most * perPercent)
    }
}

/// A power known only to lie between two bounds.
public struct Milliwatts: Equatable, Sendable {
    public var least: Double
    public var most: Double

    public init(least: Double, most: Double) {
        self.least = least
        self.most = most
    }

    /// What is added over `control`.
    public static func - (leg: Self, control: Self) -> Self {
        Self(least: leg.least - control.most, most: leg.most - control.least)
    }
}

/// The battery readings of one walk, and what may be said from them.
public struct BatteryLeg: Equatable, Sendable {
    /// Why a leg says nothing.
    public enum Void: String, CaseIterable, Sendable {
        /// Plugged in at some time, or the level rose.
        case charging
        /// Fewer than two readings, or no time between them.
        case tooShort = "too-short"
    }

    /// One reading of the level.
    struct Reading: Equatable {
        /// ms of the core clock
        var time: Int64
        /// Thousandths.
        var level: Int64
    }

    /// A fall of the level: it happened after one reading and no later than the next.
    struct Edge: Equatable {
        var after: Int64
        var by: Int64
        /// Thousandths.
        var drop: Int64
    }

    private var first: Reading?
    private var last: Reading?
    private var edges: [Edge] = []
    private var wasCharged = false

    public init() {}

    /// The next reading; `level` 0-1. One without a level, or not a level, tells only of the plug.
    public mutating func read(level: Double?, plugged: Bool?, at stamp: Stamp) {
        if plugged == true { wasCharged = true }
        guard let level, (0...1).contains(level) else { return }
        let reading = Reading(time: stamp.coreClock, level: Int64((level * 1000).rounded()))
        defer { last = reading }
        guard let last else { return first = reading }
        if reading.level > last.level { wasCharged = true }
        if reading.level < last.level {
            edges.append(Edge(after: last.time, by: reading.time, drop: last.level - reading.level))
        }
    }

    /// ms from the first reading to the last.
    public var duration: Int64 { (last?.time ?? 0) - (first?.time ?? 0) }

    /// Why nothing may be said; nil where something may.
    public var void: Void? { wasCharged ? .charging : duration <= 0 ? .tooShort : nil }

    /// Nil for a void leg.
    public var rate: BatteryRate? {
        guard void == nil else { return nil }
        guard let from = edges.first, let to = edges.last, edges.count >= 2, to.after > from.by else {
            return BatteryRate(least: 0, most: percentAnHour(bound, in: duration))
        }
        // The first edge only begins the measure: what fell with it was drained before.
        let drained = edges.dropFirst().reduce(0) { $0 + $1.drop }
        return BatteryRate(
            least: percentAnHour(drained, in: to.by - from.after), most: percentAnHour(drained, in: to.after - from.by))
    }

    /// Thousandths that may have been drained at most where there are too few edges: what fell, and a step at either end.
    private var bound: Int64 { edges.reduce(0) { $0 + $1.drop } + (edges.map(\.drop).min() ?? 10) }

    private func percentAnHour(_ thousandths: Int64, in milliseconds: Int64) -> Double {
        Double(thousandths) / 10 / (Double(milliseconds) / 3_600_000)
    }
}
