import FieldModel

/// GCJ-02, the grid that maps of mainland China are drawn in: mostly 140 to 620 m off WGS-84, which way and how far differs
/// from street to street. What is stored is always WGS-84; only what is shown on such a map, or was read off one, is
/// converted.
///
/// The shift is a known sum of a polynomial and sines of multiples of the distance from 35° N 105° E, in metres on the
/// Krasovsky ellipsoid. Every sine is one of a whole number of half units (5e-8 degree), so no maths library is asked
/// and every machine gives the same integers.
public enum ChineseGrid {
    /// A position in 1e-7 degree.
    public struct Position: Hashable, Sendable {
        public var latitude: Int32
        public var longitude: Int32

        public init(latitude: Int32, longitude: Int32) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// Where a fix lies.
        public init(_ fix: Fix) { self.init(latitude: fix.latitude, longitude: fix.longitude) }

        /// mm
        func distance(to other: Position) -> Int64 {
            Distance.between(latitude: latitude, longitude: longitude, and: other.latitude, other.longitude)
        }
    }

    /// Whether maps of the place are drawn in the grid, as far as a rough outline tells.
    public static func applies(at position: Position) -> Bool { ChineseOutline.contains(position) }

    /// Where a map of mainland China shows a WGS-84 position; the position itself where the grid does not apply.
    public static func shifted(_ position: Position) -> Position {
        guard applies(at: position) else { return position }
        return moved(position, by: shift(at: position))
    }

    /// The WGS-84 position that a map of mainland China shows at `position`: by iteration, less than 1e-7 degree from
    /// the exact inverse. The shift changes by less than a hundredth of the way, so each step gains two digits.
    public static func unshifted(_ position: Position) -> Position {
        guard ChineseOutline.isNear(position) else { return position }
        var found = position
        for _ in 0..<8 {
            let offset = shift(at: found)
            let next = moved(position, by: Shift(north: -offset.north, east: -offset.east))
            if next == found { break }
            found = next
        }
        return applies(at: found) ? found : position
    }

    /// Whether `position`, read off a map together with the raw fix, is shifted: it lies nearer to where the grid would
    /// show the fix than to the fix, by more than 100 m and the accuracy of the fix.
    public static func isShifted(_ position: Position, from raw: Fix) -> Bool {
        guard raw.horizontalAccuracy.isValid else { return false }
        let there = Position(raw)
        let shown = shifted(there)
        let lead = position.distance(to: there) - position.distance(to: shown)
        return lead > leastLead + Int64(raw.horizontalAccuracy.rawValue) * 10
    }

    /// mm
    static let leastLead: Int64 = 100_000

    /// In 1e-7 degree.
    private struct Shift {
        var north: Double
        var east: Double
    }

    private static func moved(_ position: Position, by shift: Shift) -> Position {
        Position(
            latitude: position.latitude + Int32(shift.north.rounded(.toNearestOrAwayFromZero)),
            longitude: position.longitude + Int32(shift.east.rounded(.toNearestOrAwayFromZero)))
    }

    private static func shift(at position: Position) -> Shift {
        let (x, y) = (Int64(position.longitude) - 1_050_000_000, Int64(position.latitude) - 350_000_000)
        let metres = metres(east: x, north: y)
        // Krasovsky 1940: semi-major axis 6,378,245 m, eccentricity² 0.00669342162296594323.
        let (axis, eccentricity) = (6_378_245.0, 0.006_693_421_622_965_943_23)
        let sine = Sine.of(2 * Int64(position.latitude))
        let cosine = Sine.of(Sine.quarter - abs(2 * Int64(position.latitude)))
        let flattening = 1 - eccentricity * sine * sine
        let root = flattening.squareRoot()
        let unitsPerRadian = 1_800_000_000 / Double.pi
        return Shift(
            north: metres.north * unitsPerRadian / (axis * (1 - eccentricity) / (flattening * root)),
            east: metres.east * unitsPerRadian / (axis / root * cosine))
    }

    /// The shift in metres, so far from the origin in 1e-7 degree.
    private static func metres(east x: Int64, north y: Int64) -> (north: Double, east: Double) {
        let (dx, dy) = (Double(x) / 1e7, Double(y) / 1e7)
        let root = abs(dx).squareRoot()
        // Half waves a degree.
        let ripple = 20 * wave(x, times: 6) + 20 * wave(x, times: 2)
        let northWaves =
            20 * wave(y, times: 1) + 40 * wave(y, part: 3) + 160 * wave(y, part: 12) + 320 * wave(y, part: 30)
        let eastWaves =
            20 * wave(x, times: 1) + 40 * wave(x, part: 3) + 150 * wave(x, part: 12) + 300 * wave(x, part: 30)
        let north = -100 + 2 * dx + 3 * dy + 0.2 * dy * dy + 0.1 * dx * dy + 0.2 * root
        let east = 300 + dx + 2 * dy + 0.1 * dx * dx + 0.1 * dx * dy + 0.1 * root
        return (north + (ripple + northWaves) * 2 / 3, east + (ripple + eastWaves) * 2 / 3)
    }

    /// sin(π · degrees · times / part): 1e-7 degree are 360 half units of a half turn a degree, which 30 divides.
    private static func wave(_ units: Int64, times: Int64 = 1, part: Int64 = 1) -> Double {
        let angle = units * times * (360 / part)
        let turned = abs(angle) % (4 * Sine.quarter)
        let isNegative = (angle < 0) != (turned > 2 * Sine.quarter)
        return isNegative ? -Sine.of(turned) : Sine.of(turned)
    }
}
