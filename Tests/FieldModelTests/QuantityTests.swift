import FieldModel
import TestKit
import Testing

@Suite struct QuantityTests {
    /// By the maths library, which the rounding does without.
    private static func rounded(_ value: Double, _ scale: Double) -> Int32? {
        let number = (value * scale).rounded(.toNearestOrAwayFromZero)
        // The two lowest values are reserved.
        return number >= -2_147_483_646 && number <= 2_147_483_647 ? Int32(number) : nil
    }

    @Test(arguments: [
        0, -0.0, 0.5, -0.5, 0.5.nextDown, -(0.5.nextDown), 1.5, 2.5, -2.5, 2_147_483_647, 2_147_483_647.4999998,
        2_147_483_647.5, -2_147_483_646, -2_147_483_646.4999998, -2_147_483_646.5, -2_147_483_647, 1e300, -1e300, .nan,
        .infinity, -.infinity, .leastNonzeroMagnitude,
    ])
    func `the edges are rounded half away from zero, and what does not fit is none`(value: Double) {
        #expect(Quantity(value, scale: 1)?.rawValue == Self.rounded(value, 1))
    }

    @Test(arguments: [1.0, 10, 100, 1e7])
    func `halves and their neighbours are rounded as the maths library does`(scale: Double) {
        var random = SeededRandom(seed: 5)
        let values = (0..<20_000).map { _ in Double(Int.random(in: -5_000_000_000...5_000_000_000, using: &random)) }
            .map { $0 / (2 * scale) }.flatMap { [$0, $0.nextUp, $0.nextDown] }
        #expect(values.filter { Quantity($0, scale: scale)?.rawValue != Self.rounded($0, scale) } == [])
    }
}
