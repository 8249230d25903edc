import FieldModel

/// The smallest rectangle around everything a drawing draws, in 1e-7 degree. Where the drawing crosses the antimeridian
/// `west` is greater than `east` (RFC 7946, 5.2).
struct GeoBounds: Hashable {
    var south: Int32
    var north: Int32
    var west: Int32
    var east: Int32

    /// 360 degrees.
    static let wholeCircle: Int64 = 3_600_000_000
    /// 180 degrees.
    static let halfCircle: Int64 = 1_800_000_000

    /// Nil where nothing is drawn.
    init?(_ drawing: TrackDrawing) {
        var tracker = Tracker()
        // Lines and connectors follow one another, so that walking the points in order walks both.
        for line in drawing.lines {
            for point in line.points { tracker.visit(point.fix.latitude, point.fix.longitude) }
        }
        for mark in drawing.marks { tracker.include(mark.latitude, mark.longitude) }
        guard tracker.isMoved else { return nil }
        (south, north) = (tracker.south, tracker.north)
        if tracker.greatest - tracker.least >= Self.wholeCircle {
            (west, east) = (Int32(-Self.halfCircle), Int32(Self.halfCircle))
        } else {
            (west, east) = (Self.wrapped(tracker.least), Self.wrapped(tracker.greatest))
        }
    }

    var crossesAntimeridian: Bool { west > east }

    /// A longitude of any number of turns, brought to -180 <= it < 180.
    static func wrapped(_ longitude: Int64) -> Int32 {
        var rest = (longitude + halfCircle) % wholeCircle
        if rest < 0 { rest += wholeCircle }
        return Int32(rest - halfCircle)
    }

    /// The way from one longitude to another, the short way round: at most half a circle either way.
    static func step(from: Int32, to: Int32) -> Int64 {
        let step = Int64(to) - Int64(from)
        return step > halfCircle ? step - wholeCircle : step < -halfCircle ? step + wholeCircle : step
    }

    /// Longitude counted on over the antimeridian, so that its least and greatest value mean something.
    private struct Tracker {
        var south = Int32.max
        var north = Int32.min
        var least: Int64 = .max
        var greatest: Int64 = .min
        private var last: Int32?
        private var unwound: Int64 = 0

        var isMoved: Bool { last != nil }

        /// A place beside the way: the turn is the one that widens the rectangle least.
        mutating func include(_ latitude: Int32, _ longitude: Int32) {
            guard isMoved else { return visit(latitude, longitude) }
            let turns = (-2...2).map { Int64(longitude) + $0 * GeoBounds.wholeCircle }
            let nearest = turns.min { excess($0) < excess($1) }!
            (south, north) = (min(south, latitude), max(north, latitude))
            (least, greatest) = (min(least, nearest), max(greatest, nearest))
        }

        private func excess(_ longitude: Int64) -> Int64 { max(0, least - longitude, longitude - greatest) }

        mutating func visit(_ latitude: Int32, _ longitude: Int32) {
            if let last {
                unwound += GeoBounds.step(from: last, to: longitude)
            } else {
                unwound = Int64(longitude)
            }
            last = longitude
            (south, north) = (min(south, latitude), max(north, latitude))
            (least, greatest) = (min(least, unwound), max(greatest, unwound))
        }
    }
}
