import DecisionCore
import FieldModel
import LogFormat

/// What must not leave the device with a bundle. Rules that nothing is said of keep everything; an unknown name in them
/// is an error, so that no rule is missed for a slip of the pen.
public struct RedactionRules: Hashable, Sendable {
    /// What becomes of coordinates outside the zones.
    public enum Coordinates: String, Hashable, Sendable, CaseIterable {
        case keep
        /// Replaced by their class (zero, sign, sentinel, not a number) and the length of each step: enough to see what
        /// went wrong, not where.
        case classify
        /// All longitudes moved by one random angle. Shape, distances and latitudes stay: it hides the place from a
        /// glance, not from a search.
        case shift
    }

    /// Circles that no coordinate of leaves.
    public var zones: [PrivacyZones.Zone] = []
    public var coordinates = Coordinates.keep
    /// Coordinates within this many metres of where a trip began or ended are removed; nil for none.
    public var trim: Double?
    /// Columns of samples that are kept; nil for all.
    public var samples: [String]?
    /// Kinds of event that are kept; nil for all.
    public var events: [String]?
    public var dropsText = false

    public init() {}

    /// Whether any coordinate may be removed or changed.
    var touchesCoordinates: Bool { !zones.isEmpty || coordinates != .keep || trim != nil }

    /// Reads the rules from the JSON of a file.
    public init(parsing bytes: [UInt8], path: String) throws(BundleError) {
        let value: Value
        do throws(JSONError) { value = try JSON.parse(bytes) } catch {
            throw BundleError(.badRules, path, "the rules are not JSON: \(error)")
        }
        let reader = RulesReader(path: path)
        let fields = try reader.object(
            value, "the rules", ["zones", "coordinates", "trim_m", "samples", "events", "text"])
        for field in fields {
            switch field.key {
            case "zones": zones = try reader.zones(field.value)
            case "coordinates":
                guard let word = field.value.string.flatMap(Coordinates.init) else {
                    throw reader.wrong("coordinates", "keep, classify or shift")
                }
                coordinates = word
            case "trim_m": trim = try reader.number(field.value, "trim_m", in: 0...100_000)
            case "samples": samples = try reader.words(field.value, "samples")
            case "events": events = try reader.words(field.value, "events")
            default:
                guard let word = field.value.string, ["keep", "drop"].contains(word) else {
                    throw reader.wrong("text", "keep or drop")
                }
                dropsText = word == "drop"
            }
        }
    }
}

/// Reads the parts of a rules file, and says what is wrong with them.
private struct RulesReader {
    var path: String

    func wrong(_ what: String, _ wanted: String) -> BundleError {
        BundleError(.badRules, path, "expected \(wanted) for \(what), found something else")
    }

    func object(_ value: Value, _ what: String, _ known: [String]) throws(BundleError) -> [Record.Field] {
        guard let fields = value.fields else { throw wrong(what, "an object") }
        if let unknown = fields.first(where: { !known.contains($0.key) }) {
            throw BundleError(
                .badRules, path, "\(what) know no '\(unknown.key)'; known are \(known.joined(separator: ", "))")
        }
        return fields
    }

    func number(_ value: Value?, _ what: String, in range: ClosedRange<Double>) throws(BundleError) -> Double {
        guard let number = value?.double, range.contains(number) else {
            throw wrong(what, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func words(_ value: Value, _ what: String) throws(BundleError) -> [String] {
        guard let items = value.array else { throw wrong(what, "a list of names") }
        let words = items.compactMap(\.string)
        guard words.count == items.count else { throw wrong(what, "a list of names") }
        return words
    }

    func zones(_ value: Value) throws(BundleError) -> [PrivacyZones.Zone] {
        do throws(PrivacyZones.Flaw) { return try PrivacyZones(list: value).zones } catch {
            throw BundleError(.badRules, path, error.description)
        }
    }
}
