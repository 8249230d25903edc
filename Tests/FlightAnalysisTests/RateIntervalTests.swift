import Testing

@testable import FlightAnalysis

@Suite struct RateIntervalTests {
    private static func interval(_ bundles: [(events: Int, hours: Double)]) -> RateInterval {
        var interval = RateInterval()
        for bundle in bundles { interval.add(events: bundle.events, hours: bundle.hours) }
        return interval
    }

    /// The exact Poisson limits of a count (Garwood 1936), by the chi-square distribution, to three digits.
    @Test(
        "where bundles differ no more than chance makes them, the limits are those of a Poisson count",
        arguments: [(1, 0.025, 5.57), (4, 1.09, 10.2), (10, 4.80, 18.4), (100, 81.4, 121.6)])
    func poisson(count: Int, low: Double, high: Double) throws {
        let limits = try #require(Self.interval([(count, 1)]).limits)
        #expect(abs(limits.low - low) <= max(0.02 * low, 0.013))
        #expect(abs(limits.high - high) <= 0.01 * high)
    }

    @Test("ten gaps of one bundle in ten say no more than one gap says")
    func clustered() throws {
        let one = Self.interval([(10, 0.5)] + Array(repeating: (0, 0.5), count: 9))
        // r = 2 an hour; squares (10 - 1)^2 + 9 x 1 = 90; 10 / 9 x 90 / 10 = 10.
        #expect(abs(one.designEffect - 10) < 1e-9)
        let limits = try #require(one.limits)
        // One gap in half an hour: twice the limits of a count of one.
        #expect(abs(limits.low - 2 * 0.0131) < 0.001)
        #expect(abs(limits.high - 2 * 5.564) < 0.01)
    }

    @Test("no gap at all still leaves room for a rate above nothing")
    func none() throws {
        let limits = try #require(Self.interval([(0, 3)]).limits)
        #expect(limits.low == 0)
        // The exact limit is 3.689 / 3.
        #expect(abs(limits.high - 1.23) < 0.05)
    }

    @Test("without an hour of life there is no rate")
    func nothing() {
        #expect(Self.interval([]).rate == nil)
        #expect(Self.interval([]).limits == nil)
    }
}
