import FieldModel

/// What was the case when a sample was recorded, joined from the last event of each kind before it in the order of `n`: the
/// annotations that are no columns of a samples file.
public struct Annotations: Hashable, Sendable {
    /// Their names, in the order of `values`: columns of a table, keys of an object, elements of a GPX point.
    static let names = ["run", "session", "profile", "battery", "state", "phase", "cause", "segment", "dwell"]

    /// Id of the run.
    private(set) var run = ""
    /// Sessions are counted from 1; nil while tracking is off, and in a log that never says.
    private(set) var session: Int?
    /// Label of the receiver's profile, `off` while the receiver is.
    private(set) var profile = ""
    /// 0 to 1.
    private(set) var battery: Double?
    /// The debounced motion state.
    private(set) var state = ""
    /// The state of the core's machine: a phase, the state of a walking game, of a run, or whether a drive goes on.
    private(set) var phase = ""
    /// The input that led to it.
    private(set) var cause = ""
    /// Of a run, counted from 1.
    private(set) var segment: Int?
    private(set) var isDwelling = false
    private var sessions = 0

    mutating func take(_ record: Record) {
        switch record.knownKind {
        case .launch: run = record["run"]?.string ?? ""
        case .track:
            guard let on = record["on"]?.bool, on != (session != nil) else { return }
            if on { sessions += 1 }
            session = on ? sessions : nil
        case .profile:
            let label = record["label"]?.string ?? record["accuracy"]?.string ?? ""
            profile = record["receiver"]?.bool == false ? "off" : label
        case .battery: battery = record["level"]?.double ?? battery
        case .heartbeat: battery = record["bat"]?.double ?? battery
        case .state: move(record)
        case .dwell: isDwelling = record["code"]?.string != "ended"
        default: break
        }
    }

    private mutating func move(_ record: Record) {
        guard let to = record["to"]?.string else { return }
        switch record["code"]?.string {
        case "motion": state = to
        case "segment": segment = Int(to)
        default:
            phase = to
            cause = record["cause"]?.string ?? ""
        }
    }

    /// Null for nothing.
    var values: [Value] {
        [
            Self.text(run), Self.count(session), Self.text(profile), battery.map { .number($0) } ?? .null,
            Self.text(state), Self.text(phase), Self.text(cause), Self.count(segment), .integer(isDwelling ? 1 : 0),
        ]
    }

    /// As the cells of a CSV row, empty for nothing.
    var cells: [String] {
        values.map { value in
            switch value {
            case .integer(let it): "\(it)"
            case .number(let it): "\(it)"
            default: value.string ?? ""
            }
        }
    }

    private static func text(_ text: String) -> Value { text.isEmpty ? .null : .string(text) }
    private static func count(_ count: Int?) -> Value { count.map { .integer(Int64($0)) } ?? .null }
}
