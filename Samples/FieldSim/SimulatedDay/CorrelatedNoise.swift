/// An error that goes on from one moment to the next, as real ones do: a first-order autoregressive process. White noise
/// would average away within seconds, and make every filter look good.

/// One axis of an error: `next = correlation * last + fresh`, with the fresh part scaled so that the standard deviation
/// stays `sigma` from the first value on.
public struct CorrelatedNoise: Sendable {
    public let sigma: Double
    /// Lag-1 autocorrelation, 0 to just under 1.
    public let correlation: Double
    private let fresh: Double
    private var value: Double?

    public init(sigma: Double, correlation: Double) {
        self.sigma = sigma
        self.correlation = correlation
        fresh = sigma * (1 - correlation * correlation).squareRoot()
    }

    /// The next value.
    public mutating func next(_ random: inout DayRandom) -> Double {
        let next = value.map { $0 * correlation + fresh * random.normal() } ?? sigma * random.normal()
        value = next
        return next
    }

    /// Forgets the last value: the error at another place has nothing to do with it.
    public mutating func restart() { value = nil }
}

/// An error on the ground: two axes that know nothing of each other.
struct GroundNoise: Sendable {
    private var north: CorrelatedNoise
    private var east: CorrelatedNoise

    init(sigma: Double, correlation: Double) {
        north = CorrelatedNoise(sigma: sigma, correlation: correlation)
        east = north
    }

    mutating func next(_ random: inout DayRandom) -> Offset {
        Offset(north: north.next(&random), east: east.next(&random))
    }

    mutating func restart() {
        north.restart()
        east.restart()
    }
}
