import FieldModel
import LogFormat

/// One thing that a log holds, in the order in which it was written.
public enum LogEntry: Hashable, Sendable {
    case event(Event)
    case sample(Sample)
    /// The beginning of a line that was cut off: evidence, never a record.
    case tear(EventReader.Tear)

    /// Number and clocks; nil for a tear.
    public var stamp: Stamp? {
        switch self {
        case .event(let event): event.record.stamp
        case .sample(let sample): sample.stamp
        case .tear: nil
        }
    }

    /// The format that a run says it is written in; nil for anything but a `launch` that says so.
    var launchFormat: Int64? {
        guard case .event(let event) = self, event.kind == .launch else { return nil }
        return event.record["format"]?.integer
    }
}
