/// Redacts a samples file: columns by an allow-list, coordinates by the rules.
struct SampleRedactor: LineFilter {
    private let rules: RedactionRules
    private let coordinates: CoordinateRules
    private(set) var removed: [String: Int64] = [:]

    /// Columns that hold places; the first is the one whose class and step are told.
    private var pairs: [CoordinatePair] = []
    /// Columns that stay, in order.
    private var kept: [Int] = []
    private var names: [String] = []
    /// The last place, for the length of the step from it.
    private var last: Place?

    /// Columns whose content the format fixes. Under "no text" any other goes.
    private static let known: Set<String> = [
        "n", "m", "recv", "t", "lat", "lon", "hacc", "alt", "vacc", "speed", "sacc", "course", "cacc", "src", "motion",
        "app", "verdict", "reason",
    ]

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
        var added: [ArraySlice<UInt8>] = []
        if rules.touchesCoordinates {
            if pairs.isEmpty, rules.coordinates == .classify { added = [[], []] }
            for (index, pair) in pairs.enumerated() {
                let told = redact(&cells, pair, tellsStep: index == 0)
                if index == 0 { added = told }
            }
        }
        next(CSVLine.line(kept.map { cells[$0] } + added))
    }

    private mutating func header(_ cells: [ArraySlice<UInt8>]) -> [UInt8] {
        names = cells.map { String(decoding: $0, as: UTF8.self) }
        pairs = CoordinatePair.all(in: names)
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

    /// Removes, moves or classifies a coordinate of a row; returns the cells that tell its class and step.
    private mutating func redact(
        _ cells: inout [ArraySlice<UInt8>], _ pair: CoordinatePair, tellsStep: Bool
    ) -> [ArraySlice<UInt8>] {
        let (latitude, longitude) = (pair.latitude, pair.longitude)
        let texts = (
            String(decoding: cells[latitude], as: UTF8.self), String(decoding: cells[longitude], as: UTF8.self)
        )
        let kind = CoordinateClass(latitude: texts.0, longitude: texts.1)
        let isClassified = rules.coordinates == .classify
        guard let lat = Double(texts.0), let lon = Double(texts.1) else {
            // Half a coordinate, or one in words, is not to be told either.
            if isClassified { (cells[latitude], cells[longitude]) = ([], []) }
            return isClassified ? [Array(kind.rawValue.utf8)[...], []] : []
        }
        var added: [ArraySlice<UInt8>] = []
        if isClassified {
            added = [
                Array(kind.rawValue.utf8)[...],
                tellsStep ? step(to: Place(latitude: lat, longitude: lon), kind)[...] : [],
            ]
        }
        switch coordinates.outcome(latitude: lat, longitude: lon) {
        case .keep: return added
        case .move(let moved): cells[longitude] = Array(Self.decimal(moved).utf8)[...]
        case .remove(let rule):
            removed[rule, default: 0] += 1
            (cells[latitude], cells[longitude]) = ([], [])
            return isClassified ? [Array("removed".utf8)[...], []] : []
        case .classify: (cells[latitude], cells[longitude]) = ([], [])
        }
        removed[rules.coordinates.rawValue, default: 0] += 1
        return added
    }

    private mutating func step(to place: Place?, _ kind: CoordinateClass) -> [UInt8] {
        guard kind.isPlace, let place else { return [] }
        defer { last = place }
        guard let last else { return [] }
        let centimetres = (last.distance(to: place) + 5) / 10
        let rest = String(centimetres % 100)
        return Array("\(centimetres / 100).\(rest.utf8.count == 1 ? "0" : "")\(rest)".utf8)
    }

    /// Degrees with seven decimals, as samples have them.
    static func decimal(_ units: Int32) -> String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        return (units < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
    }
}
