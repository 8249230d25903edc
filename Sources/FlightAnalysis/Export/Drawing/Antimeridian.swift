import FieldModel

/// Where a line crosses the 180th meridian: it is cut there in every format, since a map would draw it the long way
/// round. GeoJSON asks for the two ends to be drawn to the meridian (RFC 7946, 3.1.9); the other formats carry measured
/// points only, and simply begin a new piece.
enum Antimeridian {
    /// A point between two others that lies on the meridian.
    struct Crossing: Hashable {
        /// 1e-7 degree.
        var latitude: Int32
        var time: WallTime
        /// 180 degrees in 1e-7 degree, on the side that is left: positive going east.
        var leaving: Int32
    }

    /// Whether the short way between two longitudes leads over the meridian.
    static func lies(between from: Int32, and to: Int32) -> Bool {
        let step = Int64(to) - Int64(from)
        return abs(step) > GeoBounds.halfCircle
    }

    /// Pieces of a line that each stay on one side, as ranges of its points.
    static func pieces(of points: [TrackDrawing.Point]) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = 0
        for index in points.indices.dropFirst()
        where lies(between: points[index - 1].fix.longitude, and: points[index].fix.longitude) {
            pieces.append(start..<index)
            start = index
        }
        if start < points.count { pieces.append(start..<points.count) }
        return pieces
    }

    /// Where the way from one point to the next crosses, by proportion of longitude.
    static func crossing(from: TrackDrawing.Point, to: TrackDrawing.Point) -> Crossing {
        let leaving = from.fix.longitude >= 0 ? GeoBounds.halfCircle : -GeoBounds.halfCircle
        let whole = abs(GeoBounds.step(from: from.fix.longitude, to: to.fix.longitude))
        let part = abs(leaving - Int64(from.fix.longitude))
        let share = whole == 0 ? 0 : Double(part) / Double(whole)
        let climb = Double(Int64(to.fix.latitude) - Int64(from.fix.latitude)) * share
        let passed = Double(to.fix.sampleTime - from.fix.sampleTime) * share
        return Crossing(
            latitude: Int32(Int64(from.fix.latitude) + Int64(climb.rounded())),
            time: from.fix.sampleTime + Int64(passed.rounded()), leaving: Int32(leaving))
    }
}
