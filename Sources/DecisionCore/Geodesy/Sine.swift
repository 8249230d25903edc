/// The sine of an angle in whole half units of a coordinate (5e-8 degree), without a maths library.
enum Sine {
    /// 90 degrees.
    static let quarter: Int64 = 1_800_000_000
    static let radiansPerUnit = Double.pi / 3_600_000_000

    /// The sine, without its sign beyond a half turn: `abs(sin)`. Reduction to 0...45 degrees is exact, since the angle
    /// is a whole number.
    static func of(_ units: Int64) -> Double {
        let angle = abs(units)
        // Up to 0.28 degree: the next term is below 1e-17 of the sum.
        if angle < 5_700_000 {
            let x = Double(angle) * radiansPerUnit
            let square = x * x
            return x * (1 + square * (-1 / 6.0 + square * (1 / 120.0)))
        }
        return ofAny(angle)
    }

    static func ofAny(_ angle: Int64) -> Double {
        let turned = angle % (2 * quarter)
        let acute = turned > quarter ? 2 * quarter - turned : turned
        return acute > quarter / 2 ? cosine(Double(quarter - acute)) : sine(Double(acute))
    }

    /// 0...45 degrees: nine terms, the first left out being below 1e-17.
    private static func sine(_ units: Double) -> Double {
        let x = units * radiansPerUnit
        let s = x * x
        var sum = -1 / 6.0 + s * (1 / 120.0 + s * (-1 / 5_040.0 + s * (1 / 362_880.0 + s * (-1 / 39_916_800.0))))
        sum += s * s * s * s * s * (1 / 6_227_020_800.0 + s * (-1 / 1_307_674_368_000.0 + s / 355_687_428_096_000.0))
        return x + x * s * sum
    }

    /// 0...45 degrees.
    private static func cosine(_ units: Double) -> Double {
        let x = units * radiansPerUnit
        let s = x * x
        var sum = 1 / 24.0 + s * (-1 / 720.0 + s * (1 / 40_320.0 + s * (-1 / 3_628_800.0 + s / 479_001_600.0)))
        sum += s * s * s * s * s * (-1 / 87_178_291_200.0 + s / 20_922_789_888_000.0)
        return 1 - s / 2 + s * s * sum
    }
}
