import FieldModel

/// Distance on the sphere, haversine, R = 6,371,000 m, in whole millimetres from whole 1e-7 degrees.
///
/// Only additions, products, divisions and square roots, all of which IEEE 754 rounds alike everywhere: the same two
/// positions give the same millimetres on any machine, whatever its maths library.
public enum Distance {
    /// Millimetres between two positions in 1e-7 degree.
    public static func between(
        latitude latitude1: Int32, longitude longitude1: Int32, and latitude2: Int32, _ longitude2: Int32
    ) -> Int64 {
        // Half a coordinate difference, and the mean of two latitudes, are whole numbers of half units (5e-8 degree).
        let northSine = Sine.of(Int64(latitude1) - Int64(latitude2))
        let eastSine = Sine.of(Int64(longitude1) - Int64(longitude2))
        let meanCosine = Sine.of(Sine.quarter - abs(Int64(latitude1) + Int64(latitude2)))
        let north = northSine * northSine
        // cos a cos b = cos²((a+b)/2) - sin²((a-b)/2): one cosine instead of two.
        let haversine = north + (meanCosine * meanCosine - north) * (eastSine * eastSine)
        return Int64((diameter * arcSine(haversine)).nudgedAwayFromZero)
    }

    /// Millimetres between two fixes.
    public static func between(_ a: Fix, _ b: Fix) -> Int64 {
        between(latitude: a.latitude, longitude: a.longitude, and: b.latitude, b.longitude)
    }

    /// mm
    static let diameter = 12_742_000_000.0

    /// The arc whose squared sine is `square`.
    static func arcSine(_ square: Double) -> Double {
        // Up to 64 km the next term is below 1e-17 of the sum.
        if square < 2.5e-5 {
            let series = 1 + square * (1 / 6.0 + square * (3 / 40.0 + square * (15 / 336.0)))
            return square.squareRoot() * series
        }
        return longArcSine(square)
    }

    /// Series of the arcsine, and its mirror beyond a half, where the series would be slow.
    static func longArcSine(_ square: Double) -> Double {
        let sine = max(0, min(1, square)).squareRoot()
        guard sine <= 0.5 else { return .pi / 2 - 2 * arcSine((1 - sine) / 2) }
        var product = sine
        var sum = sine
        var k = 1.0
        repeat {
            product *= square * k / (k + 1)
            k += 2
            sum += product / k
        } while product > sum * 1e-18
        return sum
    }
}
