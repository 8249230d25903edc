import FieldModel
import SystemIO

/// One rigid move of the whole globe: every place goes somewhere else, every distance stays. A place is rounded to 1e-7
/// degree, so distances change by some millimetres at most.
public struct RigidMove: Hashable, Sendable {
    /// Rows of a rotation matrix.
    private let rows: [SIMD3<Double>]

    /// The move that brings the place `from` to the place `to` (degrees), turned about it by `turn` degrees clockwise.
    public init(
        from: (latitude: Double, longitude: Double), to: (latitude: Double, longitude: Double), turn: Double
    ) {
        // East, north and up at a place are a frame; the move takes one frame to the other.
        let (start, end) = (Self.frame(from), Self.frame(to))
        let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
        let east: SIMD3<Double> = end.east * cosine - end.north * sine
        let north: SIMD3<Double> = end.east * sine + end.north * cosine
        var rows: [SIMD3<Double>] = []
        for axis in 0..<3 {
            var row: SIMD3<Double> = start.east * east[axis]
            row += start.north * north[axis]
            row += start.up * end.up[axis]
            rows.append(row)
        }
        self.rows = rows
    }

    private struct Frame {
        var east: SIMD3<Double>
        var north: SIMD3<Double>
        var up: SIMD3<Double>
    }

    private static func frame(_ place: (latitude: Double, longitude: Double)) -> Frame {
        let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        let (sineLatitude, cosineLatitude) = (sin(latitude), cos(latitude))
        let (sineLongitude, cosineLongitude) = (sin(longitude), cos(longitude))
        return Frame(
            east: SIMD3(-sineLongitude, cosineLongitude, 0),
            north: SIMD3(-sineLatitude * cosineLongitude, -sineLatitude * sineLongitude, cosineLatitude),
            up: SIMD3(cosineLatitude * cosineLongitude, cosineLatitude * sineLongitude, sineLatitude))
    }

    private func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((rows[0] * vector).sum(), (rows[1] * vector).sum(), (rows[2] * vector).sum())
    }

    /// Where a place goes, both in 1e-7 degree.
    public func moved(latitude: Int32, longitude: Int32) -> (latitude: Int32, longitude: Int32) {
        let place = turned(Self.frame((Double(latitude) / 1e7, Double(longitude) / 1e7)).up)
        let (north, east) = Self.degrees(place)
        return (Int32((north * 1e7).rounded()), Int32((east * 1e7).rounded()))
    }

    private static func degrees(_ up: SIMD3<Double>) -> (latitude: Double, longitude: Double) {
        (
            atan2(up.z, (up.x * up.x + up.y * up.y).squareRoot()) * 180 / .pi,
            atan2(up.y, up.x) * 180 / .pi
        )
    }

    /// The course, in 0.1 degree, of somebody who went on `course` at a place (1e-7 degree): north lies elsewhere now.
    public func turned(course: Int32, latitude: Int32, longitude: Int32) -> Int32 {
        let frame = Self.frame((Double(latitude) / 1e7, Double(longitude) / 1e7))
        let angle = Double(course) / 10 * .pi / 180
        let east: SIMD3<Double> = frame.east * sin(angle)
        let north: SIMD3<Double> = frame.north * cos(angle)
        let way = turned(east + north)
        let moved = Self.frame(Self.degrees(turned(frame.up)))
        let (toEast, toNorth) = ((way * moved.east).sum(), (way * moved.north).sum())
        let tenths = Int32((atan2(toEast, toNorth) * 1800 / .pi).rounded())
        return (tenths + 3600) % 3600
    }
}
