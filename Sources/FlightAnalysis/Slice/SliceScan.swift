import DecisionCore
import FieldModel
import LogFormat

/// Looks for the records that a slice is made of, and keeps what a replay or a report needs to know at its beginning.
///
/// A slice is a whole stretch of numbers: from the first record in the window to the last, whatever a stepping clock shows
/// between. It begins with an input, never among the decisions that an input led to, and ends with the last decision of
/// its last input.
struct SliceScan {
    /// Kinds whose last record before the cut goes on holding, in the order in which they are restated.
    static let lasting: [RecordKind] = [
        .launch, .zone, .settings, .authorization, .app, .battery, .track, .motion, .profile, .capability,
        .heartbeatsOff, .heartbeatsOn,
    ]

    private let window: TimeWindow
    private let pack: StreetPack?
    private(set) var first: Stamp?
    private(set) var last: SequenceNumber = 0
    /// Whether the first record is a launch, which needs nobody to restate anything.
    private(set) var beginsWithLaunch = false
    private(set) var samples = 0
    private(set) var events = 0
    /// Cores that the log names and whose state cannot be worked out.
    private(set) var stateless: [String] = []
    private var context: [String: Record] = [:]
    private var followers: [(name: String, core: any CoreFollower)] = []
    /// For a log that names no core.
    private var fallback: any CoreFollower
    /// The last input and what it led to: on one side of the cut together.
    private var pending: [LogEntry] = []

    init(_ window: TimeWindow, pack: StreetPack?) {
        self.window = window
        self.pack = pack
        // Without rules to set there is none that could be unknown.
        fallback = try! Replay<TrailCore>()
    }

    mutating func take(_ entry: LogEntry) {
        guard let stamp = entry.stamp else { return }
        let input = entry.decidedBy
        if let first {
            if window.contains(stamp.wallTime) || input.map({ $0 >= first.n && $0 <= last }) ?? false {
                last = max(last, stamp.n)
            }
        } else if window.contains(stamp.wallTime) {
            begin(entry, stamp, input)
        } else {
            if input == nil { flush() }
            pending.append(entry)
        }
        guard first != nil else { return }
        if case .sample = entry { samples += 1 } else { events += 1 }
    }

    private mutating func begin(_ entry: LogEntry, _ stamp: Stamp, _ input: SequenceNumber?) {
        last = stamp.n
        if let input, let head = pending.first, head.stamp?.n == input {
            first = head.stamp
            return
        }
        flush()
        first = stamp
        if case .event(let event) = entry { beginsWithLaunch = event.kind == .launch }
    }

    private mutating func flush() {
        for entry in pending {
            if case .event(let event) = entry { remember(event) }
            fallback.take(entry)
            for index in followers.indices { followers[index].core.take(entry) }
        }
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func remember(_ event: Event) {
        let record = event.record
        if event.kind == .core, let name = record["core"]?.string { follow(name) }
        guard let kind = event.kind, Self.lasting.contains(kind) else { return }
        var key = record.kind
        if kind == .capability { key += record["name"]?.string ?? "" }
        // A new process knows nothing of what sensors said; what the user allows and set goes on holding.
        if kind == .launch {
            for ended in [RecordKind.motion, .profile, .app, .heartbeatsOff] { context[ended.rawValue] = nil }
        }
        if kind == .heartbeatsOn { context[RecordKind.heartbeatsOff.rawValue] = nil }
        context[key] = record
    }

    private mutating func follow(_ name: String) {
        guard !followers.contains(where: { $0.name == name }), !stateless.contains(name) else { return }
        if let follower = follower(name) { followers.append((name, follower)) } else { stateless.append(name) }
    }

    private func follower(_ name: String) -> (any CoreFollower)? {
        // As above: no rule is set here.
        switch name {
        case TrailCore.name: try! Replay<TrailCore>()
        case PhaseCore.name: try! Replay<PhaseCore>()
        case RunCore.name: try! Replay<RunCore>()
        case VisitCore.name: try! Replay<VisitCore>()
        case WalkCore.name: pack.map { pack in try! Replay<WalkCore>(prepare: { $0.pack = pack }) }
        default: nil
        }
    }

    /// Names of the cores whose state is restated.
    var cores: [String] { followers.isEmpty && stateless.isEmpty ? [TrailCore.name] : followers.map(\.name) }

    /// The records that stand before the cut, with its time and the numbers just below its own: what held there, and what
    /// the cores knew. Nil where there is no room for them, which is only so right behind the beginning.
    func head() -> [Record]? {
        guard let first, first.n > 0, !beginsWithLaunch else { return [] }
        var records: [Record] = []
        for kind in Self.lasting {
            let known = context.filter { $0.value.knownKind == kind }.sorted { $0.key < $1.key }
            records += known.map { restated($0.value) }
        }
        guard !records.isEmpty || context.isEmpty && lastBefore else { return [] }
        let states = followers.isEmpty && stateless.isEmpty ? [fallback] : followers.map(\.core)
        records += states.map { Record(stamp: first, kind: RecordKind.core.rawValue, fields: $0.coreRecord) }
        guard first.n > SequenceNumber(records.count) else { return nil }
        for index in records.indices {
            records[index].stamp = first
            records[index].stamp.n = first.n - SequenceNumber(records.count - index)
        }
        return records
    }

    /// Whether anything stood before the cut.
    private var lastBefore: Bool { (first?.n ?? 0) > 1 }

    /// A record that goes on holding: no decision any more, and marked with the number it had.
    private func restated(_ record: Record) -> Record {
        var record = record
        record.fields.removeAll { $0.key == "by" || $0.key == Record.restatedKey }
        record.fields.append(.init(Record.restatedKey, .whole(record.stamp.n)))
        return record
    }
}

/// A replay whose core's state is asked for.
protocol CoreFollower {
    mutating func take(_ entry: LogEntry)
    /// The parameters of a `core` record.
    var coreRecord: [Record.Field] { get }
}

extension Replay: CoreFollower {
    var coreRecord: [Record.Field] { core.record }
}

extension LogEntry {
    /// The number of the input that led to this, where it is a decision.
    var decidedBy: SequenceNumber? {
        guard case .event(let event) = self else { return nil }
        return event.record["by"]?.sequenceNumber
    }
}

extension Record {
    /// Marks a record at the head of a slice that says what held at the cut: the number it had in the whole log.
    static let restatedKey = "restated"

    /// Whether it only says again what held before.
    var isRestated: Bool { self[Self.restatedKey] != nil }
}
