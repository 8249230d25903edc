import FieldModel

/// An honest distance: what was run, and nothing that was not.
///
/// - A fix is *kept* that is valid, accurate enough and reachable from the last one kept; it is *counted* once it lies a
///   step away from the last one counted. So noise around one place adds nothing, however long it goes on.
/// - Nothing is counted across two segments. A pause, a new process, a reboot, a withdrawn permission, a hole, or too
///   long and too far begins a new one; its first fix counts nothing.
/// - A hole is often found only after the first fix behind it: a move counted across it is taken back then.
public struct RunCore: DecidingCore, Equatable {
    public static let name = "run"
    public static let version = 1

    /// Whether and why a distance is being counted.
    public enum Status: String, CaseIterable, Sendable {
        case recording
        /// The user turned tracking off; only turning it on goes on.
        case paused
        /// By the end of the process or a withdrawn permission: the next good fix goes on.
        case interrupted
    }

    /// Why a segment began: the code of its state change.
    public enum Break: String, CaseIterable, Sendable {
        case start, pause, kill, reboot, permission, hole
        /// Too long a time and too far.
        case gap
    }

    /// The checks of a run, behind those of validity, in order.
    public enum Step: String, CaseIterable, Sendable {
        case recording, accuracy, reachable, moved
    }

    /// A counted move that took long enough to span a hole.
    struct Move: Equatable {
        var span: Stay.Span
        /// mm
        var length: Int64
    }

    public var rules: RunRules
    var validity = Validity()
    /// The last fix that passed the checks of this segment, counted or not.
    var kept: Validity.Place?
    var counted: Validity.Place?
    /// Why the next kept fix begins a segment; nil where it need not.
    var pending: Break? = .start
    var hole: Stay.Span?
    var lastLongMove: Move?
    var boot: String?
    public internal(set) var status = Status.recording
    /// Counts from 1; 0 before the first fix kept.
    public internal(set) var segment: Int64 = 0
    /// mm
    public internal(set) var distance: Int64 = 0

    public init(rules: RunRules = RunRules()) { self.rules = rules }

    public mutating func decide<Listener: CheckListener>(
        _ signal: Signal, at stamp: Stamp, into decisions: inout [Decision], heardBy listener: inout Listener
    ) {
        switch signal {
        case .fixArrived(let fix):
            let ruling = judge(fix, into: &decisions, &listener)
            decisions.append(.ruled(ruling))
        case .trackingTurned(let on):
            if !on {
                pending = pending ?? .pause
                go(to: .paused, by: .pause, &decisions)
            } else if status != .recording {
                go(to: .recording, by: .start, &decisions)
            }
        case .launched(_, let boot):
            let isReboot = self.boot.map { $0 != boot } ?? false
            self.boot = boot
            validity.beginRun()
            guard segment > 0 else { return }
            interrupt(by: isReboot ? .reboot : .kill, &decisions)
        case .authorizationChanged(let authorization):
            guard let location = authorization.location, location != .always, location != .whenInUse else { return }
            interrupt(by: .permission, &decisions)
        case .holeFound(let from, let to):
            guard let hole = Stay.Span(hole: from, to, foundAt: stamp) else { return }
            take(hole, &decisions)
        default: break
        }
    }

    public mutating func recorded(as n: SequenceNumber) {}

    private mutating func interrupt(by cause: Break, _ decisions: inout [Decision]) {
        pending = pending ?? cause
        if status == .recording { go(to: .interrupted, by: cause, &decisions) }
    }

    private mutating func go(to next: Status, by cause: Break, _ decisions: inout [Decision]) {
        guard next != status else { return }
        decisions.append(
            .stateChanged(StateChange("run", from: status.rawValue, to: next.rawValue, cause: cause.rawValue)))
        status = next
    }

    /// A hole may lie before the next fix, or within a move that was counted already.
    private mutating func take(_ hole: Stay.Span, _ decisions: inout [Decision]) {
        self.hole = hole
        guard let move = lastLongMove,
            hole.breaks(from: move.span.from, to: move.span.to, joinTime: rules.trail.joinTime)
        else { return }
        lastLongMove = nil
        distance -= move.length
        beginSegment(by: .hole, &decisions)
    }

    mutating func beginSegment(by cause: Break, _ decisions: inout [Decision]) {
        let change = StateChange(
            "segment", from: "\(segment)", to: "\(segment + 1)", cause: cause.rawValue)
        decisions.append(.stateChanged(change))
        segment += 1
    }
}
