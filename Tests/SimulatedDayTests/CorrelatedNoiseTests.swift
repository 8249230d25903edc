import SimulatedDay
import Testing

@Suite("Correlated noise") struct CorrelatedNoiseTests {
    @Test("has the correlation and the spread it was asked for", arguments: [0.0, 0.5, 0.85, 0.98])
    func correlation(correlation: Double) {
        var noise = CorrelatedNoise(sigma: 30, correlation: correlation)
        var random = DayRandom(seed: 7, stream: .sky)
        let values = (0..<50_000).map { _ in noise.next(&random) }

        #expect(abs(values.lagOneAutocorrelation - correlation) < 0.02)
        // Correlated values count for fewer: the spread is known less well the more they hang together.
        #expect(abs(values.map { $0 * $0 }.mean.squareRoot() - 30) < 2)
        #expect(abs(values.mean) < 4)
    }

    @Test("begins anew after a restart") func restart() {
        var noise = CorrelatedNoise(sigma: 1, correlation: 0.999_999)
        var random = DayRandom(seed: 1, stream: .sky)
        let pairs = (0..<5000).map { _ -> Double in
            noise.restart()
            return noise.next(&random) * noise.next(&random)
        }
        let across = (0..<5000).map { _ -> Double in
            noise.restart()
            let first = noise.next(&random)
            noise.restart()
            return first * noise.next(&random)
        }
        #expect(abs(pairs.mean - 1) < 0.1)
        #expect(abs(across.mean) < 0.1)
    }
}

@Suite("Random of a day") struct DayRandomTests {
    @Test("draws what the reference implementation draws") func reference() {
        // pcg32_srandom(42, 54) of the reference implementation prints these first six.
        var random = DayRandom(seed: 42, sequence: 54)
        #expect(
            (0..<6).map { _ in random.draw() } == [
                0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e,
            ])
    }

    @Test("gives each purpose a stream of its own") func streams() {
        var sky = DayRandom(seed: 1, stream: .sky)
        var plan = DayRandom(seed: 1, stream: .plan)
        #expect((0..<4).map { _ in sky.draw() } != (0..<4).map { _ in plan.draw() })
    }

    @Test("reaches both ends of a range of whole numbers") func wholeNumbers() {
        var random = DayRandom(seed: 1, stream: .plan)
        let drawn = Set((0..<1000).map { _ in random.between(3, 6) })
        #expect(drawn == [3, 4, 5, 6])
    }
}
