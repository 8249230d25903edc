import FieldModel

/// Something that happened to a run, other than a fix: kept because lines and stays depend on it.
public struct Transition: Hashable, Sendable {
    /// What happened to the run.
    public enum Kind: String, CaseIterable, Sendable {
        /// A life of the process, or tracking, began: what follows is a segment of its own. `value` is the boot time.
        case begun
        /// Tracking was paused.
        case paused
        /// The process did not run from `time` to `until`.
        case hole
        /// `value` is seconds east of UTC from here on.
        case zone
        /// A dwell that was seen, from `time` to `until`, at a place; `value` is the anchor's number in the log.
        case stay
        /// A part of the stay that follows in which nothing showed that it went on.
        case unobserved
        /// A permission was withdrawn; `note` says which.
        case withdrawn
        /// `note` names the rules by which what follows was decided.
        case rules
    }

    public var time: WallTime
    public var kind: Kind
    public var until: WallTime?
    public var value: Int64?
    /// 1e-7 degree; the same for longitude. Only a stay has a place.
    public var latitude: Int32?
    public var longitude: Int32?
    public var note: String?

    public init(
        _ kind: Kind, at time: WallTime, until: WallTime? = nil, value: Int64? = nil, latitude: Int32? = nil,
        longitude: Int32? = nil, note: String? = nil
    ) {
        self.time = time
        self.kind = kind
        self.until = until
        self.value = value
        self.latitude = latitude
        self.longitude = longitude
        self.note = note
    }

    /// A stay as the rows that keep it: what was not observed first, the stay last.
    public static func rows(of stay: Stay) -> [Transition] {
        stay.unobserved.map { Transition(.unobserved, at: $0.from, until: $0.to) } + [
            Transition(
                .stay, at: stay.span.from, until: stay.span.to, value: Int64(clamping: stay.anchor),
                latitude: stay.latitude, longitude: stay.longitude)
        ]
    }
}
