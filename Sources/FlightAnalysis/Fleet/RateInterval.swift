/// A rate of events an hour over many bundles, with the interval that holds the true one 19 times in 20.
///
/// Gaps of one bundle hang together (one phone, one setting, one day), so that a hundred gaps of one bundle say less than
/// one gap of each of a hundred. The interval is Byar's approximation of the exact Poisson limits (Breslow and Day,
/// Statistical Methods in Cancer Research II, 1987, formula 2.10), with counts and hours divided by the design effect:
/// how much more the bundles differ from each other than chance alone would make them (the variance of a ratio of sums over
/// clusters, by that of a Poisson count; never below 1).
public struct RateInterval: Hashable, Sendable {
    /// Bundles with time of life in them.
    public private(set) var bundles = 0
    /// Sums over the bundles.
    public private(set) var events = 0.0
    public private(set) var hours = 0.0
    private var eventsSquared = 0.0
    private var eventsTimesHours = 0.0
    private var hoursSquared = 0.0

    public init() {}

    /// Takes one bundle: how many events in how many hours of life.
    public mutating func add(events: Int, hours: Double) {
        guard hours > 0 || events > 0 else { return }
        let count = Double(events)
        bundles += 1
        self.events += count
        self.hours += hours
        eventsSquared += count * count
        eventsTimesHours += count * hours
        hoursSquared += hours * hours
    }

    /// Events an hour; nil without any hour.
    public var rate: Double? { hours > 0 ? events / hours : nil }

    /// By how much the bundles differ more than chance would make them; 1 where nothing says so.
    public var designEffect: Double {
        guard bundles > 1, events > 0, let rate else { return 1 }
        let squares = eventsSquared - 2 * rate * eventsTimesHours + rate * rate * hoursSquared
        return max(1, Double(bundles) / Double(bundles - 1) * squares / events)
    }

    /// Of the normal distribution, for 95 %.
    private static let quantile = 1.959964

    /// Limits of the rate; nil without any hour.
    public var limits: (low: Double, high: Double)? {
        guard hours > 0 else { return nil }
        let effect = designEffect
        let count = events / effect, time = hours / effect
        func limit(_ count: Double, _ sign: Double) -> Double {
            let root = 1 - 1 / (9 * count) + sign * Self.quantile / (3 * count.squareRoot())
            return max(0, count * root * root * root)
        }
        return (count > 0 ? limit(count, -1) / time : 0, limit(count + 1, 1) / time)
    }
}
