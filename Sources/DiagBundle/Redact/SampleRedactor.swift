/// Redacts a samples file: columns by an allow-list, coordinates by the rules.
struct SampleRedactor: LineFilter {
    private let rules: RedactionRules
    private let coordinates: CoordinateRules
    private(set) var removed: [String: Int64] = [:]

    private var latitude: Int?
    private var longitude: Int?
    /// Columns that stay, in order.
    private var kept: [Int] = []
    private var names: [String] = []
    /// The last place, for the length of the step from it.
    private var last: (latitude: Double, longitude: Double)?

    /// Columns whose content the format fixes. Under "no text" any other goes.
    private static let known: Set<String> = [
        "n", "m", "recv", "t", "lat", "lon", "hacc", "alt", "vacc", "speed", "sacc", "course", "cacc", "src", "motion",
        "app", "verdict", "reason",
    ]
    /// Columns that belong to the coordinates, by any name a source may give them.
    private static let latitudes: Set<String> = ["lat", "latitude"]
    private static let longitudes: Set<String> = ["lon", "lng", "longitude"]

    init(_ rules: RedactionRules, _ coordinates: CoordinateRules) {
        self.rules = rules
        self.coordinates = coordinates
    }

    mutating func take(_ line: [UInt8], handing next: (_ line: [UInt8]) -> Void) {
        var cells = CSVLine.cells(line)
        if names.isEmpty { return next(header(cells)) }
        // A row that does not fit its header could hide anything anywhere.
        guard cells.count == names.count else {
            removed["unreadable", default: 0] += 1
            return
        }
        let added = rules.touchesCoordinates ? redact(&cells) : []
        next(CSVLine.line(kept.map { cells[$0] } + added))
    }

    private mutating func header(_ cells: [ArraySlice<UInt8>]) -> [UInt8] {
        names = cells.map { String(decoding: $0, as: UTF8.self) }
        latitude = names.firstIndex { Self.latitudes.contains($0.lowercased()) }
        longitude = names.firstIndex { Self.longitudes.contains($0.lowercased()) }
        kept = names.indices.filter { isKept(names[$0]) }
        let gone = names.count - kept.count
        if gone > 0 { removed[rules.samples == nil ? "text" : "samples", default: 0] += Int64(gone) }
        let added = rules.coordinates == .classify ? ["coordinate", "step_m"] : []
        return CSVLine.line(kept.map { cells[$0] } + added.map { Array($0.utf8)[...] })
    }

    private func isKept(_ name: String) -> Bool {
        if let samples = rules.samples, !samples.contains(name) { return false }
        return !rules.dropsText || Self.known.contains(name)
    }

    /// Removes, moves or classifies the coordinate of a row; returns the cells that are added behind it.
    private mutating func redact(_ cells: inout [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        guard let latitude, let longitude else { return rules.coordinates == .classify ? [[], []] : [] }
        let texts = (
            String(decoding: cells[latitude], as: UTF8.self), String(decoding: cells[longitude], as: UTF8.self)
        )
        let kind = CoordinateClass(latitude: texts.0, longitude: texts.1)
        guard let lat = Double(texts.0), let lon = Double(texts.1) else {
            return rules.coordinates == .classify ? [Array(kind.rawValue.utf8)[...], []] : []
        }
        let outcome = coordinates.outcome(latitude: lat, longitude: lon)
        var added: [ArraySlice<UInt8>] = []
        if rules.coordinates == .classify {
            added = [Array(kind.rawValue.utf8)[...], step(to: lat, lon, kind)[...]]
        }
        switch outcome {
        case .keep: return added
        case .move(let moved): cells[longitude] = Array(Self.decimal(moved).utf8)[...]
        case .remove(let rule):
            removed[rule, default: 0] += 1
            (cells[latitude], cells[longitude]) = ([], [])
            if !added.isEmpty { added = [Array("removed".utf8)[...], []] }
            return added
        case .classify: (cells[latitude], cells[longitude]) = ([], [])
        }
        removed[rules.coordinates.rawValue, default: 0] += 1
        return added
    }

    private mutating func step(to lat: Double, _ lon: Double, _ kind: CoordinateClass) -> [UInt8] {
        guard kind.isPlace else { return [] }
        defer { last = (lat, lon) }
        guard let last else { return [] }
        let centimetres = Int64((CoordinateRules.metres(last.latitude, last.longitude, lat, lon) * 100).rounded())
        let rest = String(centimetres % 100)
        return Array("\(centimetres / 100).\(rest.utf8.count == 1 ? "0" : "")\(rest)".utf8)
    }

    /// Seven decimals, as samples have them.
    static func decimal(_ degrees: Double) -> String {
        let whole = Int64((degrees * 1e7).rounded())
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        return (whole < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
    }
}
