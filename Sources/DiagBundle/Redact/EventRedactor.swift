import FieldModel
import LogFormat

/// Redacts an events file: kinds by an allow-list, coordinates at any depth by the rules, free text.
struct EventRedactor: LineFilter {
    private let rules: RedactionRules
    private let coordinates: CoordinateRules
    private(set) var removed: [String: Int64] = [:]

    /// Keys whose value a person may have written, or that name something of theirs.
    private static let textKeys: Set<String> = [
        "text", "label", "id", "note", "name", "message", "msg", "title", "path",
    ]
    /// Keys that hold coordinates in a form that cannot be looked into.
    private static let opaqueKeys: Set<String> = ["state", "points", "track", "coordinates", "polyline"]

    init(_ rules: RedactionRules, _ coordinates: CoordinateRules) {
        self.rules = rules
        self.coordinates = coordinates
    }

    mutating func take(_ line: [UInt8], handing next: (_ line: [UInt8]) -> Void) {
        guard let value = try? JSON.parse(line), case .object(let fields) = value else {
            // What cannot be read cannot be shown to hold nothing.
            if !line.isEmpty { removed["unreadable", default: 0] += 1 }
            return
        }
        let kind = value["k"]?.string ?? ""
        if let events = rules.events, !events.contains(kind) {
            removed["events", default: 0] += 1
            return
        }
        var bytes: [UInt8] = []
        JSON.append(.object(redact(fields, isKnown: RecordKind(rawValue: kind) != nil)), to: &bytes)
        next(bytes)
    }

    private mutating func redact(_ fields: [Record.Field], isKnown: Bool) -> [Record.Field] {
        var kept: [Record.Field] = []
        for field in fields {
            if rules.dropsText, isText(field, isKnown: isKnown) {
                removed["text", default: 0] += 1
            } else if rules.touchesCoordinates, isOpaque(field) {
                removed["opaque", default: 0] += 1
            } else {
                kept.append(Record.Field(field.key, redact(field.value, isKnown: isKnown)))
            }
        }
        return rules.touchesCoordinates ? redactCoordinates(of: kept) : kept
    }

    private mutating func redact(_ value: Value, isKnown: Bool) -> Value {
        switch value {
        case .object(let fields): .object(redact(fields, isKnown: isKnown))
        case .array(let items): .array(items.map { redact($0, isKnown: isKnown) })
        default: value
        }
    }

    private func isText(_ field: Record.Field, isKnown: Bool) -> Bool {
        guard case .string = field.value, field.key != "k" else { return false }
        return !isKnown || Self.textKeys.contains(field.key)
    }

    private func isOpaque(_ field: Record.Field) -> Bool {
        guard Self.opaqueKeys.contains(field.key) else { return false }
        switch field.value {
        case .object, .array: return true
        // A whole state may be written as text; a code of a few letters is none.
        case .string(let text): return text.utf8.count > 64
        default: return false
        }
    }

    private mutating func redactCoordinates(of fields: [Record.Field]) -> [Record.Field] {
        var fields = fields
        for pair in CoordinatePair.all(in: fields.map(\.key)) { redact(pair, of: &fields) }
        return fields
    }

    private mutating func redact(_ pair: CoordinatePair, of fields: inout [Record.Field]) {
        let (lat, lon) = (pair.latitude, pair.longitude)
        guard let latitude = fields[lat].value.double, let longitude = fields[lon].value.double else { return }
        // Whole numbers beyond any degree are 1e-7 degrees.
        let scale = abs(latitude) > 90 || abs(longitude) > 180 ? 1e-7 : 1
        switch coordinates.outcome(latitude: latitude * scale, longitude: longitude * scale) {
        case .keep: break
        case .move(let moved):
            fields[lon].value = scale == 1 ? .number(Double(moved) / 1e7) : .integer(Int64(moved))
            removed[rules.coordinates.rawValue, default: 0] += 1
        case .remove(let rule):
            (fields[lat].value, fields[lon].value) = (.null, .null)
            removed[rule, default: 0] += 1
        case .classify:
            let kind = CoordinateClass(latitude: latitude * scale, longitude: longitude * scale)
            (fields[lat].value, fields[lon].value) = (.null, .null)
            fields.append(Record.Field("coordinate", .string(kind.rawValue)))
            removed[rules.coordinates.rawValue, default: 0] += 1
        }
    }
}
