/// What can be wrong with what a core is given to start from.
public enum CoreError: Error, Equatable, Sendable {
    /// No rule has this name; `like` is one that does and resembles it.
    case unknownRule(String, like: String?)
    /// The rule cannot take this value; `wanted` says which it can.
    case badRule(String, value: String, wanted: String)
    /// A state or a `core` record does not hold what it should.
    case unfit(wanted: String, found: String)
}

extension CoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownRule(let name, _): "no rule is called \"\(name)\""
        case .badRule(let name, let value, let wanted): "rule \(name) cannot be \(value): it takes \(wanted)"
        case .unfit(let wanted, let found): "wanted \(wanted), found \(found)"
        }
    }

    /// What to do about it; nil where nothing helps.
    public var hint: String? {
        switch self {
        case .unknownRule(_, let like): (like.map { "did you mean \($0)? " } ?? "") + "--list-rules shows them all"
        case .badRule: "--list-rules shows units and defaults"
        case .unfit: nil
        }
    }
}
