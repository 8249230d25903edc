import DecisionCore
import FieldModel

/// Circles that nothing may tell of once it leaves: what lies in one is left out of an export, lines end before it, and no
/// connector leads through it to the other side.
public struct Zones: Hashable, Sendable {
    public struct Zone: Hashable, Sendable {
        public var name: String
        /// 1e-7 degree
        public var latitude: Int32
        /// 1e-7 degree
        public var longitude: Int32
        /// mm
        public var radius: Int64

        public init(name: String, latitude: Int32, longitude: Int32, radius: Int64) {
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }
    }

    /// What a zones file looks like, for whoever wrote one that does not.
    public static let example =
        #"a zones file looks like {"zones":[{"name":"home","lat":50.0,"lon":10.0,"radius_m":200}]}"#

    public var zones: [Zone]

    public init(_ zones: [Zone] = []) { self.zones = zones }

    public var isEmpty: Bool { zones.isEmpty }

    /// Reads `{"zones":[{"name":"home","lat":50.0,"lon":10.0,"radius_m":200}]}`. An unknown key is a mistake: one that was
    /// passed over would leave open what somebody meant to hide.
    public init(_ value: Value, path: String) throws(AnalysisError) {
        guard let members = value.fields else {
            throw .options(path: path, reason: "expected an object, found something else")
        }
        if let stray = members.first(where: { $0.key != "zones" }) {
            throw .options(path: path, reason: "expected the key zones, found '\(stray.key)'")
        }
        guard let list = value["zones"]?.array else {
            throw .options(path: path, reason: "expected a list in zones, found none")
        }
        zones = []
        for (index, entry) in list.enumerated() { zones.append(try Zone(entry, number: index + 1, path: path)) }
    }

    /// Whether a place lies in one of the zones, its border included.
    public func contains(latitude: Int32, longitude: Int32) -> Bool {
        zones.contains {
            Distance.between(latitude: latitude, longitude: longitude, and: $0.latitude, $0.longitude) <= $0.radius
        }
    }

    func contains(_ fix: Fix) -> Bool {
        fix.defect == nil && contains(latitude: fix.latitude, longitude: fix.longitude)
    }
}

extension Zones.Zone {
    fileprivate init(_ value: Value, number: Int, path: String) throws(AnalysisError) {
        let known: Set<String> = ["name", "lat", "lon", "radius_m"]
        if let stray = value.fields?.first(where: { !known.contains($0.key) }) {
            throw .options(
                path: path, reason: "expected name, lat, lon or radius_m in zone \(number), found '\(stray.key)'")
        }
        func wanted(_ what: String) -> AnalysisError {
            .options(path: path, reason: "expected \(what) in zone \(number), found something else")
        }
        guard let latitude = value["lat"]?.double, abs(latitude) <= 90 else { throw wanted("lat from -90 to 90") }
        guard let longitude = value["lon"]?.double, abs(longitude) <= 180 else { throw wanted("lon from -180 to 180") }
        // Half the way round the Earth is already everything.
        guard let radius = value["radius_m"]?.double, radius > 0, radius <= 20_037_508 else {
            throw wanted("radius_m above 0, in metres,")
        }
        self.init(
            name: value["name"]?.string ?? "zone \(number)", latitude: Int32((latitude * 1e7).rounded()),
            longitude: Int32((longitude * 1e7).rounded()), radius: Int64((radius * 1000).rounded()))
    }
}

extension TrackDrawing {
    /// The drawing without what lies in the zones.
    public func cut(by zones: Zones) -> TrackDrawing {
        guard !zones.isEmpty else { return self }
        var cut = self
        cut.lines = lines.flatMap { line in
            line.points.split { zones.contains($0.fix) }.map { Line(points: Array($0)) }
        }
        cut.connectors.removeAll { zones.contains($0.from.fix) || zones.contains($0.to.fix) }
        cut.marks.removeAll { zones.contains(latitude: $0.latitude, longitude: $0.longitude) }
        return cut
    }
}

extension Record {
    /// The record without any place that lies in the zones: such coordinates become null. A core's state holds places in
    /// a form of its own, and is left out whole.
    func cut(by zones: Zones) -> Record {
        guard !zones.isEmpty else { return self }
        var cut = self
        if knownKind == .core { cut.fields.removeAll { $0.key == "state" } }
        cut.fields = cut.fields.cut(by: zones)
        return cut
    }
}

extension [Record.Field] {
    fileprivate func cut(by zones: Zones) -> [Record.Field] {
        let place = (last { $0.key == "lat" }?.value.double, last { $0.key == "lon" }?.value.double)
        var hidden = false
        if case (let latitude?, let longitude?) = place,
            let latitude = Quantity(latitude, scale: 1e7)?.number,
            let longitude = Quantity(longitude, scale: 1e7)?.number
        {
            hidden = zones.contains(latitude: latitude, longitude: longitude)
        }
        return map { field in
            if hidden, field.key == "lat" || field.key == "lon" { return Record.Field(field.key, .null) }
            return Record.Field(field.key, field.value.cut(by: zones))
        }
    }
}

extension Value {
    fileprivate func cut(by zones: Zones) -> Value {
        switch self {
        case .object(let fields): .object(fields.cut(by: zones))
        case .array(let elements): .array(elements.map { $0.cut(by: zones) })
        default: self
        }
    }
}
