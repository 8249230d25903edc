import FieldModel

/// What was the case when a row was recorded, joined from the last event of each kind before it in the order of `n`: the
/// annotations that are no columns of a samples file.
struct RowContext: Hashable, Sendable {
    /// The names of the further columns, in the order of `cells`.
    static let columns = ["run", "session", "profile", "battery", "state", "phase", "dwell"]

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
    /// The state of any other machine of the core.
    private(set) var phase = ""
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
        case .state:
            guard let to = record["to"]?.string else { return }
            if record["code"]?.string == "motion" { state = to } else { phase = to }
        case .dwell: isDwelling = record["code"]?.string != "ended"
        default: break
        }
    }

    /// As the cells of a CSV row.
    var cells: [String] {
        [
            run, session.map(String.init) ?? "", profile, battery.map(\.description) ?? "", state, phase,
            isDwelling ? "1" : "0",
        ]
    }

    /// As values, null for nothing.
    var values: [Value] {
        [
            Self.text(run), session.map { .integer(Int64($0)) } ?? .null, Self.text(profile),
            battery.map { .number($0) } ?? .null, Self.text(state), Self.text(phase), .integer(isDwelling ? 1 : 0),
        ]
    }

    private static func text(_ text: String) -> Value { text.isEmpty ? .null : .string(text) }
}
