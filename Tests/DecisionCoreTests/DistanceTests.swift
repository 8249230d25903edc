import FieldModel
import Foundation
import TestKit
import Testing

@testable import DecisionCore

@Suite struct DistanceTests {
    /// The haversine as it stands in books, with the platform's maths library.
    static func book(_ a: (Int32, Int32), _ b: (Int32, Int32)) -> Double {
        func radians(_ units: Int64) -> Double { Double(units) * .pi / 1_800_000_000 }
        let north = sin(radians(Int64(b.0) - Int64(a.0)) / 2)
        let east = sin(radians(Int64(b.1) - Int64(a.1)) / 2)
        let h = north * north + cos(radians(Int64(a.0))) * cos(radians(Int64(b.0))) * east * east
        return 2 * 6_371_000_000 * asin(min(1, h.squareRoot()))
    }

    @Test(
        "known ways have their known lengths, in mm",
        arguments: [
            ((0, 0), (0, 0), 0),
            ((0, 0), (10_000_000, 0), 111_194_927),
            ((0, 0), (0, 10_000_000), 111_194_927),
            ((0, 0), (0, 1_800_000_000), 20_015_086_796),
            ((-900_000_000, 0), (900_000_000, 0), 20_015_086_796),
            ((500_000_000, 100_000_000), (500_000_001, 100_000_000), 11),
            ((0, 1_799_999_999), (0, -1_799_999_999), 22),
            ((900_000_000, 0), (900_000_000, 1_234_567_890), 0),
        ] as [((Int32, Int32), (Int32, Int32), Int64)])
    func known(a: (Int32, Int32), b: (Int32, Int32), mm: Int64) {
        #expect(Distance.between(latitude: a.0, longitude: a.1, and: b.0, b.1) == mm)
        #expect(Distance.between(latitude: b.0, longitude: b.1, and: a.0, a.1) == mm)
    }

    /// 2^k units of 1e-7 degree apart: from a centimetre to half the globe.
    @Test("it is the book's haversine to the mm at every scale", arguments: 0..<31)
    func scales(power: Int) {
        var random = SeededRandom(seed: UInt64(power))
        let span = Int64(1) << power
        var worst = 0.0
        for _ in 0..<2_000 {
            let a = (
                Int32.random(in: -850_000_000...850_000_000, using: &random),
                Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)
            )
            let b = (
                Int32(min(899_999_999, max(-899_999_999, Int64(a.0) + Int64.random(in: -span...span, using: &random)))),
                Int32(
                    min(1_800_000_000, max(-1_800_000_000, Int64(a.1) + Int64.random(in: -span...span, using: &random)))
                )
            )
            let ours = Distance.between(latitude: a.0, longitude: a.1, and: b.0, b.1)
            worst = max(worst, abs(Double(ours) - Self.book(a, b)))
        }
        // Half a mm is the rounding; beyond it lie only the last digits of both.
        #expect(worst <= 0.5001 + (power > 28 ? 20 : 0))
    }
}
