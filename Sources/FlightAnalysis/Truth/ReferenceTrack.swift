/// Where somebody really went: a second device, a drawn route with times, a simulator's truth. Times on its own clock.
import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// Where somebody really was, from a better receiver or a map.
public struct ReferenceTrack: Sendable {
    /// A position and when it was taken.
    public struct Point: Hashable, Sendable {
        /// ms since 1970 on the reference's clock.
        public var time: Int64
        /// 1e-7 degree
        public var latitude: Int32
        /// 1e-7 degree
        public var longitude: Int32

        public init(time: Int64, latitude: Int32, longitude: Int32) {
            self.time = time
            self.latitude = latitude
            self.longitude = longitude
        }

        /// mm to another position.
        func distance(to latitude: Int32, _ longitude: Int32) -> Int64 {
            Distance.between(latitude: self.latitude, longitude: self.longitude, and: latitude, longitude)
        }
    }

    /// In order of time, one a moment.
    public let points: [Point]
    /// mm from each point to the next.
    let steps: [Int64]

    /// Nothing is known of the way between two points further apart in time than this, ms, unless both are in one place.
    static let longestStep: Int64 = 60_000
    /// mm: what counts as one place over a longer pause.
    static let samePlace: Int64 = 50_000

    public init(_ points: [Point]) {
        var ordered: [Point] = []
        for point in points.sorted(by: { $0.time < $1.time }) where point.time != ordered.last?.time {
            ordered.append(point)
        }
        self.points = ordered
        steps = zip(ordered, ordered.dropFirst()).map { $0.distance(to: $1.latitude, $1.longitude) }
    }

    /// Reads a reference: a log folder or bundle, or a file that `analyze import` knows (`format`, else by its ending).
    public static func read(_ path: String, as format: String? = nil) throws -> ReferenceTrack {
        if format == nil, try isLog(path) {
            var points: [Point] = []
            for part in try LogSource.open(path).parts {
                try part.read(wanted: []) { entry in
                    if case .sample(let sample) = entry { points += Point(sample.fix).map { [$0] } ?? [] }
                }
            }
            return try ReferenceTrack(points).notEmpty(path)
        }
        let name = format ?? Self.formats[String(path.split(separator: ".").last ?? "").lowercased()]
        guard let known = name.flatMap(ImportFormat.named) else {
            throw AnalysisError.options(
                path: path, reason: "its ending does not tell what it is: name the format with --reference-format")
        }
        let log = try Import.log(from: [path], as: known)
        let points = log.received.compactMap { received -> Point? in
            if case .sample(let fix, _) = received.entry { Point(fix) } else { nil }
        }
        return try ReferenceTrack(points).notEmpty(path)
    }

    private static let formats = [
        "gpx": "gpx", "kml": "kml", "geojson": "geojson", "json": "geojson", "nmea": "nmea", "csv": "csv",
    ]

    private static func isLog(_ path: String) throws(AnalysisError) -> Bool {
        let entry = try LogSource.io { () throws(IOError) in try FileSystem.entry(at: path) }
        guard let entry else { throw .notFound(path: path) }
        return entry.kind == .folder
    }

    private func notEmpty(_ path: String) throws(AnalysisError) -> ReferenceTrack {
        guard points.count > 1 else {
            throw .options(
                path: path, reason: "expected a track of two points with times at least, found \(points.count)")
        }
        return self
    }

    /// mm of way in all.
    public var length: Int64 {
        steps.indices.reduce(0) { $0 + (isWay($1) ? steps[$1] : 0) }
    }

    /// Whether the way from point `index` to the next is known.
    func isWay(_ index: Int) -> Bool {
        points[index + 1].time - points[index].time <= Self.longestStep || steps[index] <= Self.samePlace
    }

    /// The first point at `time` or later; as many as there are where all are earlier.
    func index(at time: Int64) -> Int {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The position at a moment, by proportion between two points; nil where the reference does not tell.
    func position(at time: Int64) -> Point? {
        let next = index(at: time)
        guard next < points.count else { return nil }
        if points[next].time == time { return points[next] }
        guard next > 0, isWay(next - 1) else { return nil }
        let (a, b) = (points[next - 1], points[next])
        let turn = Int64(b.longitude) - Int64(a.longitude)
        // Across the antimeridian the proportion would lie on the other side of the Earth.
        guard abs(turn) < 1_800_000_000 else { return a }
        let share = Double(time - a.time) / Double(b.time - a.time)
        return Point(
            time: time, latitude: a.latitude + Int32((Double(b.latitude - a.latitude) * share).rounded()),
            longitude: a.longitude + Int32((Double(turn) * share).rounded()))
    }

    /// mm from a position to the nearest part of the way between two moments; nil where nothing is known of it then.
    func distance(from latitude: Int32, _ longitude: Int32, between from: Int64, _ to: Int64) -> Int64? {
        var nearest: Int64?
        var next = max(1, index(at: from))
        while next < points.count, points[next - 1].time <= to {
            if isWay(next - 1) {
                let distance = Self.distance(latitude, longitude, points[next - 1], points[next], steps[next - 1])
                nearest = min(nearest ?? .max, distance)
            }
            next += 1
        }
        return nearest
    }

    /// mm from a position to the straight way from `a` to `b`, which is `step` long: the height of the triangle.
    static func distance(_ latitude: Int32, _ longitude: Int32, _ a: Point, _ b: Point, _ step: Int64) -> Int64 {
        let (toA, toB) = (a.distance(to: latitude, longitude), b.distance(to: latitude, longitude))
        guard step > 0 else { return min(toA, toB) }
        let (left, right, base) = (Double(toA), Double(toB), Double(step))
        let along = (left * left + base * base - right * right) / (2 * base)
        if along <= 0 { return toA }
        if along >= base { return toB }
        return Int64(max(0, left * left - along * along).squareRoot())
    }
}

extension ReferenceTrack.Point {
    /// Of a position that can be one.
    init?(_ fix: Fix) {
        guard fix.defect == nil, fix.latitude != 0 || fix.longitude != 0 else { return nil }
        self.init(time: fix.sampleTime.rawValue, latitude: fix.latitude, longitude: fix.longitude)
    }
}
