import DecisionCore

/// Finds where trips began and ended: the first and the last place of the log, and every place where the track stayed
/// for ten minutes. What lies around them is what the ends of trips give away.
struct TripEnds {
    /// Places this close are one place, mm: the scatter of a phone that lies still indoors.
    static let reach: Int64 = 150_000
    /// Circles so close are the same circle, mm.
    private static let same: Int64 = 25_000
    /// A stay, in ms.
    static let stay: Int64 = 600_000

    private var pair: CoordinatePair?
    private var time: Int?
    private var anchor: (place: Place, since: Int64, isFound: Bool)?
    private var latest: Place?
    private(set) var places: [Place] = []

    init() {}

    /// A new file begins: its header line is next.
    mutating func begin(header: [UInt8]) {
        let names = CSVLine.names(header)
        pair = CoordinatePair.all(in: names).first
        time = names.firstIndex(of: "t") ?? names.firstIndex(of: "recv")
    }

    mutating func take(row: [UInt8]) {
        let cells = CSVLine.cells(row)
        guard let lat = number(cells, pair?.latitude), let lon = number(cells, pair?.longitude),
            CoordinateClass(latitude: lat, longitude: lon).isPlace, let place = Place(latitude: lat, longitude: lon),
            let millis = number(cells, time).flatMap({ Int64(exactly: $0.rounded()) })
        else { return }
        if latest == nil { note(place) }
        latest = place
        guard let now = anchor, now.place.distance(to: place) <= Self.reach else {
            anchor = (place, millis, false)
            return
        }
        if !now.isFound, millis.subtractingReportingOverflow(now.since).partialValue >= Self.stay {
            anchor?.isFound = true
            note(now.place)
        }
    }

    /// Circles of `radius` metres around all places found.
    mutating func zones(radius: Double) -> [PrivacyZones.Zone] {
        if let latest { note(latest) }
        let radius = Int64((radius * 1000).rounded())
        return places.map {
            PrivacyZones.Zone(name: "trim", latitude: $0.latitude, longitude: $0.longitude, radius: radius)
        }
    }

    private mutating func note(_ place: Place) {
        if !places.contains(where: { $0.distance(to: place) < Self.same }) { places.append(place) }
    }

    private func number(_ cells: [ArraySlice<UInt8>], _ column: Int?) -> Double? {
        guard let column, column < cells.count, !cells[column].isEmpty else { return nil }
        return Double(String(decoding: cells[column], as: UTF8.self))
    }
}
