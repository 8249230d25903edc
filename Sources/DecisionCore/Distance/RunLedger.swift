import FieldModel

/// The runs an app keeps, and what becomes of them when the process dies, comes back or loses a permission.
///
/// A run marked as recording while no recorder is alive was interrupted: it keeps its last point, and goes on as a new
/// segment, never as if nothing had happened.
public struct RunLedger: Equatable, Sendable {
    /// Where a run stands.
    public enum Status: String, CaseIterable, Sendable {
        case recording, paused, interrupted, finished
    }

    /// One run.
    public struct Entry: Equatable, Sendable {
        public var id: String
        public var status: Status
        /// Counts from 1.
        public var segment: Int
        /// The last point recorded; survives whatever ends the recording.
        public var last: NumberedFix?
        /// mm
        public var distance: Int64

        public init(
            id: String, status: Status = .recording, segment: Int = 1, last: NumberedFix? = nil, distance: Int64 = 0
        ) {
            self.id = id
            self.status = status
            self.segment = segment
            self.last = last
            self.distance = distance
        }
    }

    /// In the order they were begun.
    public private(set) var entries: [Entry] = []

    public init(_ entries: [Entry] = []) { self.entries = entries }

    public subscript(id: String) -> Entry? { entries.first { $0.id == id } }

    /// At launch, and whenever a recorder may have died: every run that says it records while its recorder is not among
    /// `alive` becomes interrupted. Returns their ids.
    public mutating func recover(alive: Set<String> = []) -> [String] {
        change(where: { $0.status == .recording && !alive.contains($0.id) }) { $0.status = .interrupted }
    }

    /// A permission was withdrawn: whatever records is interrupted. Returns their ids, to be said to the user.
    public mutating func permissionWithdrawn() -> [String] {
        change(where: { $0.status == .recording }) { $0.status = .interrupted }
    }

    /// Goes on with a run that was paused or interrupted, as a new segment. False where there is none such.
    public mutating func resume(_ id: String) -> Bool {
        !change(where: { $0.id == id && ($0.status == .paused || $0.status == .interrupted) }) {
            $0.status = .recording
            $0.segment += 1
        }.isEmpty
    }

    /// The user pauses a run that records; another stays as it is.
    public mutating func pause(_ id: String) { change(id, from: .recording, to: .paused) }

    /// Ends a run for good, whatever it was doing.
    public mutating func finish(_ id: String) {
        change(where: { $0.id == id && $0.status != .finished }) { $0.status = .finished }
    }

    /// A point of a run that records; of any other it is dropped.
    public mutating func add(_ point: NumberedFix, distance: Int64, to id: String) {
        change(where: { $0.id == id && $0.status == .recording }) {
            $0.last = point
            $0.distance = distance
        }
    }

    /// A new run that records from here on.
    public mutating func begin(_ id: String) { entries.append(Entry(id: id)) }

    private mutating func change(_ id: String, from: Status, to: Status) {
        change(where: { $0.id == id && $0.status == from }) { $0.status = to }
    }

    @discardableResult
    private mutating func change(where fits: (Entry) -> Bool, _ change: (inout Entry) -> Void) -> [String] {
        var changed: [String] = []
        for index in entries.indices where fits(entries[index]) {
            change(&entries[index])
            changed.append(entries[index].id)
        }
        return changed
    }
}

/// Whether a run may be started with what the user allows.
public enum RunStart: Hashable, Sendable {
    case start
    /// Asked once; after that a reduced accuracy is an answer.
    case askFullAccuracy
    case refused(Refusal)

    /// Why it may not: a code to show a text for.
    public enum Refusal: String, CaseIterable, Sendable {
        case locationDenied = "location-denied"
        case reducedAccuracy = "reduced-accuracy"
    }

    public init(_ authorization: Authorization, wasAsked: Bool) {
        switch authorization.location {
        case .always, .whenInUse:
            self = authorization.precise == false ? wasAsked ? .refused(.reducedAccuracy) : .askFullAccuracy : .start
        case .denied, .restricted, .notDetermined, nil: self = .refused(.locationDenied)
        }
    }
}
