import FieldModel

/// Circles that nothing tells of once it leaves: an upload, an export, a bundle, a share. The owner's own record stays
/// whole; a zone holds for old runs as well, from the moment it is added.
///
/// As a file: `{"zones":[{"name":"home","lat":50.0,"lon":10.0,"radius_m":200}]}`. An unknown key is a mistake: one that
/// was passed over would leave open what somebody meant to hide.
public struct PrivacyZones: Hashable, Sendable {
    /// One circle; its border belongs to it.
    public struct Zone: Hashable, Sendable {
        public var name: String
        /// 1e-7 degree; the same for longitude.
        public var latitude: Int32
        public var longitude: Int32
        /// mm
        public var radius: Int64

        /// The radius of a zone that says none: 200 m.
        public static let usualRadius: Int64 = 200_000

        public init(name: String = "", latitude: Int32, longitude: Int32, radius: Int64 = usualRadius) {
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }

        /// Whether a position in 1e-7 degree lies in it.
        public func contains(latitude: Int32, longitude: Int32) -> Bool {
            // 1e-7 degree of latitude is over 11 mm everywhere: most places are far from most zones.
            guard abs(Int64(latitude) - Int64(self.latitude)) * 11 <= radius else { return false }
            return Distance.between(latitude: latitude, longitude: longitude, and: self.latitude, self.longitude)
                <= radius
        }
    }

    /// What is wrong with a file of zones; one line.
    public struct Flaw: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String

        public init(description: String) { self.description = description }
    }

    /// What a zones file looks like, for whoever wrote one that does not.
    public static let example =
        #"a zones file looks like {"zones":[{"name":"home","lat":50.0,"lon":10.0,"radius_m":200}]}"#

    public var zones: [Zone]

    public init(_ zones: [Zone] = []) { self.zones = zones }

    public var isEmpty: Bool { zones.isEmpty }

    /// The first zone that a place lies in, its border included; nil where it lies in none.
    public func zone(latitude: Int32, longitude: Int32) -> Zone? {
        zones.first { $0.contains(latitude: latitude, longitude: longitude) }
    }

    /// Whether a place lies in one of the zones, its border included.
    public func contains(latitude: Int32, longitude: Int32) -> Bool {
        zone(latitude: latitude, longitude: longitude) != nil
    }
}

extension PrivacyZones {
    /// Reads a zones file.
    public init(_ file: Value) throws(Flaw) {
        guard let members = file.fields else { throw Flaw("an object", "something else") }
        if let stray = members.first(where: { $0.key != "zones" }) { throw Flaw("the key zones", "'\(stray.key)'") }
        guard let list = file["zones"] else { throw Flaw("a list in zones", "none") }
        try self.init(list: list)
    }

    /// Reads the list that stands behind the key `zones`.
    public init(list: Value) throws(Flaw) {
        guard let entries = list.array else { throw Flaw("a list in zones", "something else") }
        zones = []
        for (index, entry) in entries.enumerated() { zones.append(try Zone(entry, number: index + 1)) }
    }
}

extension PrivacyZones.Flaw {
    fileprivate init(_ wanted: String, _ found: String) { description = "expected \(wanted), found \(found)" }
}

extension PrivacyZones.Zone {
    private static let keys: Set<String> = ["name", "lat", "lon", "radius_m"]
    /// Half the way round the Earth is already everything; m.
    private static let largestRadius = 20_037_508.0

    fileprivate init(_ value: Value, number: Int) throws(PrivacyZones.Flaw) {
        func flaw(_ wanted: String, _ found: String = "something else") -> PrivacyZones.Flaw {
            PrivacyZones.Flaw("\(wanted) in zone \(number)", found)
        }
        if let stray = value.fields?.first(where: { !Self.keys.contains($0.key) }) {
            throw flaw("name, lat, lon or radius_m", "'\(stray.key)'")
        }
        guard let latitude = value["lat"]?.double, abs(latitude) <= 90 else { throw flaw("lat from -90 to 90") }
        guard let longitude = value["lon"]?.double, abs(longitude) <= 180 else { throw flaw("lon from -180 to 180") }
        var radius = Self.usualRadius
        if let text = value["radius_m"] {
            guard let metres = text.double, metres > 0, metres <= Self.largestRadius else {
                throw flaw("radius_m above 0, in metres,")
            }
            radius = Int64((metres * 1000).rounded())
        }
        self.init(
            name: value["name"]?.string ?? "zone \(number)", latitude: Int32((latitude * 1e7).rounded()),
            longitude: Int32((longitude * 1e7).rounded()), radius: radius)
    }
}
