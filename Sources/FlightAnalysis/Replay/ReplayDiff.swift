import DecisionCore
import FieldModel

/// What was decided about one fix, as a samples file has it.
public struct ReplayOutcome: Hashable, Sendable {
    public var verdict: Verdict
    /// A code, also one that this version does not know; empty for none.
    public var reason: String

    public init(_ verdict: Verdict, _ reason: String) {
        self.verdict = verdict
        self.reason = reason
    }

    public init(_ ruling: Ruling) { self.init(ruling.verdict, ruling.reason?.rawValue ?? "") }
}

/// A decision of an input that is another now than it was.
public struct ReplayChange: Sendable {
    /// The input's number.
    public var n: SequenceNumber
    public var time: WallTime
    public var kind: Kind

    /// What is different.
    public enum Kind: Sendable {
        /// The verdict on a fix.
        case ruling(then: ReplayOutcome, now: ReplayOutcome)
        /// What followed beside the verdict: decisions that were recorded and do not come, and the other way round.
        case decisions(then: [Decision], now: [Decision])
    }
}

/// Compares a replay with what was decided before, input by input. Verdicts stand in the samples themselves; other
/// decisions come later in the log, each naming its input, and are kept until both sides are there.
struct ReplayDiff {
    private(set) var changes: [ReplayChange] = []
    /// Fixes that had a verdict to compare with.
    private(set) var compared = 0
    /// How often each outcome came, then and now; only of fixes with a verdict then.
    private var tally = Tally<ReplayOutcome, (then: Int, now: Int)>()
    var counts: [ReplayOutcome: (then: Int, now: Int)] { tally.dictionary }
    /// Other decisions that were recorded.
    private(set) var recordedDecisions = 0

    private struct Open {
        var time: WallTime
        var then: [Decision] = []
        var now: [Decision] = []
    }
    private var open: [SequenceNumber: Open] = [:]

    /// The verdict on a fix.
    mutating func add(_ n: SequenceNumber, _ time: WallTime, then: ReplayOutcome?, now ruling: Ruling) {
        guard let then else { return }
        let now = ReplayOutcome(ruling)
        compared += 1
        if then == now {
            tally.update(then, from: (0, 0)) { $0 = ($0.then + 1, $0.now + 1) }
            return
        }
        tally.update(then, from: (0, 0)) { $0.then += 1 }
        tally.update(now, from: (0, 0)) { $0.now += 1 }
        changes.append(ReplayChange(n: n, time: time, kind: .ruling(then: then, now: now)))
    }

    /// A decision beside the verdicts that the replay made.
    mutating func decided(_ decision: Decision, by n: SequenceNumber, at time: WallTime) {
        open[n, default: Open(time: time)].now.append(decision.unmeasured)
        settle(n)
    }

    /// One that the log, or another replay, has.
    mutating func recorded(_ decision: Decision, by n: SequenceNumber, at time: WallTime) {
        recordedDecisions += 1
        open[n, default: Open(time: time)].then.append(decision.unmeasured)
        settle(n)
    }

    private mutating func settle(_ n: SequenceNumber) {
        if let it = open[n], it.then == it.now { open[n] = nil }
    }

    /// A process that ended may not have got to writing what its last input led to: the beginning of it will do.
    mutating func forgive(_ n: SequenceNumber) {
        if let it = open[n], it.now.starts(with: it.then) { open[n] = nil }
    }

    /// What the inputs from `n` on led to cannot be compared.
    mutating func forget(from n: SequenceNumber) { open = open.filter { $0.key < n } }

    /// All changes in the order of their inputs. Where the log has no decisions beside verdicts at all, as a simulated
    /// or imported one, there is nothing to compare those with.
    mutating func finish(within window: TimeWindow) {
        if recordedDecisions > 0 {
            changes += open.map {
                ReplayChange(n: $0.key, time: $0.value.time, kind: .decisions(then: $0.value.then, now: $0.value.now))
            }
        }
        open = [:]
        changes = changes.filter { window.contains($0.time) }.sorted { $0.n < $1.n }
    }
}

extension Decision {
    /// What was decided without what was measured: another limit that decides the same is no divergence.
    fileprivate var unmeasured: Decision {
        guard case .settled(let of, .refused(let ruling)) = self else { return self }
        return .settled(of: of, .refused(Ruling(ruling.verdict, ruling.reason)))
    }
}
