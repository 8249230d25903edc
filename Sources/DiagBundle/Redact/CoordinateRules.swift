import DecisionCore
import FieldModel

/// What becomes of one coordinate under the rules. The same for samples, events and databases.
struct CoordinateRules: Sendable {
    enum Outcome: Hashable {
        case keep
        /// To be removed, by this rule.
        case remove(String)
        /// Kept at another longitude, 1e-7 degree.
        case move(longitude: Int32)
        /// Replaced by its class.
        case classify
    }

    private let zones: PrivacyZones
    private let coordinates: RedactionRules.Coordinates
    /// 1e-7 degree east, where longitudes are moved.
    private let shift: Int32

    /// - Parameters:
    ///   - tripEnds: circles found in the log, where ends of trips are trimmed.
    ///   - shift: what longitudes are moved by where the rules say so, 1e-7 degree.
    init(_ rules: RedactionRules, tripEnds: [PrivacyZones.Zone], shift: Int32) {
        zones = PrivacyZones(rules.zones + tripEnds)
        coordinates = rules.coordinates
        self.shift = shift
    }

    /// A random angle that moves every place far away: 10 to 170 degrees, east or west.
    static func randomShift() -> Int32 {
        let angle = Int32.random(in: 100_000_000...1_700_000_000)
        return Bool.random() ? angle : -angle
    }

    /// 1e-7 degree.
    func outcome(latitude: Int32, longitude: Int32) -> Outcome {
        if let zone = zones.zone(latitude: latitude, longitude: longitude) { return .remove("zone:" + zone.name) }
        switch coordinates {
        case .keep: return .keep
        case .classify: return .classify
        case .shift: return .move(longitude: Self.wrapped(Int64(longitude) + Int64(shift)))
        }
    }

    /// Degrees; what no coordinate can be lies nowhere.
    func outcome(latitude: Double, longitude: Double) -> Outcome {
        guard let place = Place(latitude: latitude, longitude: longitude) else {
            return coordinates == .classify ? .classify : .keep
        }
        return outcome(latitude: place.latitude, longitude: place.longitude)
    }

    private static func wrapped(_ longitude: Int64) -> Int32 {
        let turn: Int64 = 3_600_000_000
        let inside = longitude >= turn / 2 ? longitude - turn : longitude < -turn / 2 ? longitude + turn : longitude
        return Int32(clamping: inside)
    }
}

/// A place in whole 1e-7 degrees.
struct Place: Hashable {
    var latitude: Int32
    var longitude: Int32

    init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Of degrees; nil for what no coordinate can be.
    init?(latitude: Double, longitude: Double) {
        guard let latitude = Quantity(latitude, scale: 1e7)?.number,
            let longitude = Quantity(longitude, scale: 1e7)?.number
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// mm
    func distance(to other: Place) -> Int64 {
        Distance.between(latitude: latitude, longitude: longitude, and: other.latitude, other.longitude)
    }
}
