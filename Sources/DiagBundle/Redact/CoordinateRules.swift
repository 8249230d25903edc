import SystemIO

/// What becomes of one coordinate under the rules. The same for samples, events and databases.
struct CoordinateRules: Sendable {
    enum Outcome: Hashable {
        case keep
        /// To be removed, by this rule.
        case remove(String)
        /// Kept at another longitude.
        case move(longitude: Double)
        /// Replaced by its class.
        case classify
    }

    private let zones: [RedactionRules.Zone]
    private let coordinates: RedactionRules.Coordinates
    /// Degrees east, where longitudes are moved.
    private let shift: Double

    /// - Parameters:
    ///   - tripEnds: circles found in the log, where ends of trips are trimmed.
    ///   - shift: degrees that longitudes are moved by, where the rules say so.
    init(_ rules: RedactionRules, tripEnds: [RedactionRules.Zone], shift: Double) {
        zones = rules.zones + tripEnds
        coordinates = rules.coordinates
        self.shift = shift
    }

    /// A random angle that moves every place far away: 10 to 170 degrees, east or west, in steps of 1e-7.
    static func randomShift() -> Double {
        let angle = Int.random(in: 100_000_000...1_700_000_000)
        return Double(Bool.random() ? angle : -angle) / 1e7
    }

    /// Degrees.
    func outcome(latitude: Double, longitude: Double) -> Outcome {
        if let zone = zones.first(where: { Self.isInside($0, latitude, longitude) }) { return .remove(zone.name) }
        switch coordinates {
        case .keep: return .keep
        case .classify: return .classify
        case .shift: return .move(longitude: Self.wrapped(longitude + shift))
        }
    }

    static func wrapped(_ longitude: Double) -> Double {
        longitude >= 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    static func isInside(_ zone: RedactionRules.Zone, _ latitude: Double, _ longitude: Double) -> Bool {
        // A degree of latitude is 111 km everywhere: most points are far from most zones.
        guard abs(latitude - zone.latitude) <= zone.radius / 111_000 + 1e-6 else { return false }
        return metres(zone.latitude, zone.longitude, latitude, longitude) <= zone.radius
    }

    /// Great circle on a sphere of 6,371,008.8 m (the mean radius of IUGG); good to 0.5 %.
    static func metres(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double) -> Double {
        let radians = Double.pi / 180
        let (a, b) = (sin((lat2 - lat1) * radians / 2), sin((lon2 - lon1) * radians / 2))
        let h = a * a + cos(lat1 * radians) * cos(lat2 * radians) * b * b
        return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
    }
}

/// The class of a coordinate that is not to be told.
enum CoordinateClass: String {
    case empty
    case notANumber = "nan"
    case zero
    /// Outside of the range of coordinates, or a whole-number stand-in for "unknown" such as -1/-1 or 180/90.
    case sentinel
    case northEast = "ne"
    case northWest = "nw"
    case southEast = "se"
    case southWest = "sw"

    /// Of the texts as they stand in a log.
    init(latitude: String, longitude: String) {
        if latitude.isEmpty || longitude.isEmpty {
            self = .empty
        } else if let latitude = Double(latitude), let longitude = Double(longitude) {
            self.init(latitude: latitude, longitude: longitude)
        } else {
            self = .notANumber
        }
    }

    init(latitude: Double, longitude: Double) {
        let isSentinel =
            abs(latitude) >= 90 || abs(longitude) >= 180 || latitude == longitude && latitude.rounded() == latitude
        if latitude.isNaN || longitude.isNaN {
            self = .notANumber
        } else if latitude == 0 && longitude == 0 {
            self = .zero
        } else if isSentinel {
            self = .sentinel
        } else if latitude >= 0 {
            self = longitude >= 0 ? .northEast : .northWest
        } else {
            self = longitude >= 0 ? .southEast : .southWest
        }
    }

    var isPlace: Bool { [.northEast, .northWest, .southEast, .southWest].contains(self) }
}
