import FieldModel

/// A session as an option names it: by its number from 1, or the last one.
public enum SessionChoice: Hashable, Sendable {
    case number(Int)
    case last

    /// Reads `1`, `2` … or `last`; nil for anything else.
    public init?(_ text: String) {
        if text == "last" {
            self = .last
        } else if let number = Int(text), number > 0, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            self = .number(number)
        } else {
            return nil
        }
    }

    /// The span of the session; nil where the log has no such one. Sessions are those of the first log that has any: a
    /// second process goes by them too.
    public func resolved(in lives: [Life]) -> TimeWindow? {
        guard let sessions = lives.first(where: { !$0.sessions.isEmpty })?.sessions, let last = sessions.last else {
            return nil
        }
        switch self {
        case .last: return TimeWindow(since: last.from.wallTime, until: last.to.wallTime)
        case .number(let number):
            guard number <= sessions.count else { return nil }
            return TimeWindow(since: sessions[number - 1].from.wallTime, until: sessions[number - 1].to.wallTime)
        }
    }
}
