/// Places and steps on the ground, on a sphere of R = 6,371,000 m like the distances of the log. Made of exact
/// arithmetic only, without the platform's maths library: the same seed gives the same bytes on every machine.

/// A position in degrees, WGS-84.
public struct Place: Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    static let earthRadius = 6_371_000.0
    static let metresPerDegree = earthRadius * .pi / 180

    /// The place reached by going `offset` from here. For offsets of some kilometres at most.
    public func moved(_ offset: Offset) -> Place {
        let north = latitude + offset.north / Self.metresPerDegree
        let scale = Self.metresPerDegree * cosine(ofDegrees: (latitude + north) / 2)
        return Place(latitude: north, longitude: longitude + offset.east / scale)
    }

    /// The way from here to `other`. For places some kilometres apart at most.
    public func offset(to other: Place) -> Offset {
        let scale = Self.metresPerDegree * cosine(ofDegrees: (latitude + other.latitude) / 2)
        return Offset(
            north: (other.latitude - latitude) * Self.metresPerDegree, east: (other.longitude - longitude) * scale)
    }

    /// The place `share` of the way from here to `other`.
    func towards(_ other: Place, share: Double) -> Place {
        Place(
            latitude: latitude + (other.latitude - latitude) * share,
            longitude: longitude + (other.longitude - longitude) * share)
    }
}

/// A way on the ground in metres.
public struct Offset: Hashable, Sendable {
    public var north: Double
    public var east: Double

    public init(north: Double, east: Double) {
        self.north = north
        self.east = east
    }

    /// Metres.
    public var length: Double { (north * north + east * east).squareRoot() }

    /// Direction in degrees clockwise from north, 0 to under 360.
    public var course: Double {
        let steep = abs(north) >= abs(east)
        let ratio = steep ? east / north : north / east
        guard ratio.isFinite else { return 0 }
        let angle = steep ? arcTangent(ratio) : 90 - arcTangent(ratio)
        let turned = (steep ? north : east) < 0 ? angle + 180 : angle
        return turned < 0 ? turned + 360 : turned
    }

    static func + (a: Offset, b: Offset) -> Offset { Offset(north: a.north + b.north, east: a.east + b.east) }
    static func * (a: Offset, scale: Double) -> Offset { Offset(north: a.north * scale, east: a.east * scale) }
}

/// Cosine of an angle between -90 and 90 degrees, by its power series; better than 1e-12.
private func cosine(ofDegrees angle: Double) -> Double {
    let square = (angle * .pi / 180) * (angle * .pi / 180)
    var sum = 1.0
    for k in stride(from: 18.0, through: 2, by: -2) { sum = 1 - sum * square / (k * (k - 1)) }
    return sum
}

/// Arc tangent in degrees of a ratio between -1 and 1; better than 0.001 degree.
/// Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.49.
private func arcTangent(_ ratio: Double) -> Double {
    let square = ratio * ratio
    let series =
        ((((((((0.002_866_225_7 * square - 0.016_165_736_7) * square + 0.042_909_613_8) * square - 0.075_289_640_0)
            * square + 0.106_562_639_3) * square - 0.142_088_994_4) * square + 0.199_935_508_5) * square
            - 0.333_331_452_8) * square + 1)
    return ratio * series * 180 / .pi
}
