/// Finds where trips began and ended: the first and the last place of the log, and every place where the track stayed
/// for ten minutes. What lies around them is what the ends of trips give away.
struct TripEnds {
    /// Places this close are one place, in metres: the scatter of a phone that lies still indoors.
    static let reach = 150.0
    /// A stay, in ms.
    static let stay: Int64 = 600_000

    private var latitude: Int?
    private var longitude: Int?
    private var time: Int?
    private var anchor: (latitude: Double, longitude: Double, since: Int64, isFound: Bool)?
    private var latest: (latitude: Double, longitude: Double)?
    private(set) var places: [(latitude: Double, longitude: Double)] = []

    init() {}

    /// A new file begins: its header line is next.
    mutating func begin(header: [UInt8]) {
        let names = CSVLine.names(header)
        latitude = names.firstIndex(of: "lat")
        longitude = names.firstIndex(of: "lon")
        time = names.firstIndex(of: "t") ?? names.firstIndex(of: "recv")
    }

    mutating func take(row: [UInt8]) {
        let cells = CSVLine.cells(row)
        guard let lat = number(cells, latitude), let lon = number(cells, longitude),
            CoordinateClass(latitude: lat, longitude: lon).isPlace, let millis = number(cells, time).map({ Int64($0) })
        else { return }
        if latest == nil { note(lat, lon) }
        latest = (lat, lon)
        guard let now = anchor, CoordinateRules.metres(now.latitude, now.longitude, lat, lon) <= Self.reach else {
            anchor = (lat, lon, millis, false)
            return
        }
        if !now.isFound, millis - now.since >= Self.stay {
            anchor?.isFound = true
            note(now.latitude, now.longitude)
        }
    }

    /// Circles of `radius` metres around all places found.
    mutating func zones(radius: Double) -> [RedactionRules.Zone] {
        if let latest { note(latest.latitude, latest.longitude) }
        return places.map {
            RedactionRules.Zone(name: "trim", latitude: $0.latitude, longitude: $0.longitude, radius: radius)
        }
    }

    private mutating func note(_ latitude: Double, _ longitude: Double) {
        let isKnown = places.contains { CoordinateRules.metres($0.latitude, $0.longitude, latitude, longitude) < 25 }
        if !isKnown { places.append((latitude, longitude)) }
    }

    private func number(_ cells: [ArraySlice<UInt8>], _ column: Int?) -> Double? {
        guard let column, column < cells.count, !cells[column].isEmpty else { return nil }
        return Double(String(decoding: cells[column], as: UTF8.self))
    }
}
