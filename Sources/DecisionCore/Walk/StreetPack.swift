import FieldModel

/// The towns of a walking game and their streets, as a pack file gives them:
/// `{"name":"…","towns":[{"id":"…","lat":50.0,"lon":10.0,"radius_m":800,
///   "streets":[{"name":"…","line":[[50.0,10.0],[50.001,10.0]]}]}]}`, degrees as latitude, longitude.
///
/// A dot lies at the beginning of every street and every 20 m along it; dots are numbered through the whole pack in the
/// order of towns, streets and way.
public struct StreetPack: Equatable, Sendable {
    /// A place that is played in.
    public struct Town: Equatable, Sendable {
        public var id: String
        /// 1e-7 degree
        public var latitude: Int32
        /// 1e-7 degree
        public var longitude: Int32
        /// mm
        public var radius: Int64
        /// Indices of its dots.
        public var dots: Range<Int>
    }

    /// What is collected by walking up to it.
    public struct Dot: Hashable, Sendable {
        /// 1e-7 degree
        public var latitude: Int32
        /// 1e-7 degree
        public var longitude: Int32
    }

    public let name: String
    public let towns: [Town]
    public let dots: [Dot]

    /// mm between two dots of a street.
    public static let spacing: Int64 = 20_000
    /// Dots a pack may have; more is a mistake in the file, not a town.
    static let mostDots = 5_000_000

    /// A pack without towns.
    public init() {
        name = ""
        towns = []
        dots = []
    }

    public init(_ value: Value) throws(CoreError) {
        name = value["name"]?.string ?? ""
        var towns: [Town] = []
        var dots: [Dot] = []
        guard let given = value["towns"]?.array else {
            throw CoreError.unfit(wanted: "a pack with \"towns\"", found: "none")
        }
        for (index, town) in given.enumerated() {
            let place = "towns[\(index)]"
            let (latitude, longitude) = try Self.position([town["lat"], town["lon"]], in: place)
            guard let id = town["id"]?.string else {
                throw CoreError.unfit(wanted: "\"id\" in \(place)", found: "none")
            }
            guard let radius = town["radius_m"]?.double.flatMap({ Quantity($0, scale: 1000) }), radius.isValid else {
                throw CoreError.unfit(wanted: "\"radius_m\" of at most 2,147 km in \(place)", found: "none")
            }
            let first = dots.count
            for (number, street) in (town["streets"]?.array ?? []).enumerated() {
                try Self.lay(street, along: &dots, in: "\(place).streets[\(number)]")
            }
            towns.append(
                Town(
                    id: id, latitude: latitude, longitude: longitude, radius: Int64(radius.rawValue),
                    dots: first..<dots.count))
        }
        self.towns = towns
        self.dots = dots
    }

    /// The town whose dots `dot` is one of.
    public func town(of dot: Int) -> Town? { towns.first { $0.dots.contains(dot) } }

    private static func lay(_ street: Value, along dots: inout [Dot], in place: String) throws(CoreError) {
        guard let line = street["line"]?.array, line.count >= 2 else {
            throw CoreError.unfit(wanted: "\"line\" of two points or more in \(place)", found: "none")
        }
        var last: Dot?
        // How far along the street the next dot lies.
        var next: Int64 = 0
        for (index, point) in line.enumerated() {
            let cells = point.array ?? []
            let (latitude, longitude) = try position(
                [cells.first, cells.dropFirst().first], in: "\(place).line[\(index)]")
            let here = Dot(latitude: latitude, longitude: longitude)
            defer { last = here }
            guard let from = last else {
                dots.append(here)
                next = spacing
                continue
            }
            let length = Distance.between(
                latitude: from.latitude, longitude: from.longitude, and: latitude, longitude)
            guard length / spacing <= mostDots - dots.count else {
                throw CoreError.unfit(wanted: "at most \(mostDots) dots", found: "more by \(place)")
            }
            while next <= length {
                dots.append(from.moved(towards: here, by: Double(next) / Double(length)))
                next += spacing
            }
            next -= length
        }
    }

    private static func position(
        _ cells: [Value?], in place: String
    ) throws(CoreError) -> (latitude: Int32, longitude: Int32) {
        guard let latitude = cells[0]?.double.flatMap({ Quantity($0, scale: 1e7)?.number }),
            let longitude = cells[1]?.double.flatMap({ Quantity($0, scale: 1e7)?.number }),
            abs(latitude) <= 900_000_000, abs(longitude) <= 1_800_000_000
        else { throw CoreError.unfit(wanted: "latitude and longitude in degrees in \(place)", found: "\(cells)") }
        return (latitude, longitude)
    }
}

extension StreetPack.Dot {
    /// The point a part of the way on; streets are short enough for a straight line in degrees.
    fileprivate func moved(towards other: Self, by part: Double) -> Self {
        func between(_ a: Int32, _ b: Int32) -> Int32 {
            a + Int32(((Double(b) - Double(a)) * part).rounded(.toNearestOrAwayFromZero))
        }
        return Self(
            latitude: between(latitude, other.latitude), longitude: between(longitude, other.longitude))
    }
}

extension StreetPack.Town {
    /// mm to the town's middle.
    @inline(__always)
    func distance(to fix: Fix) -> Int64 {
        Distance.between(latitude: latitude, longitude: longitude, and: fix.latitude, fix.longitude)
    }
}
