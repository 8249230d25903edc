import DecisionCore
import FieldModel

/// One fact of a run: what the phone said, or what happened to it.
public enum Fact: Hashable, Sendable {
    case point(TrailPoint)
    /// Refused by a guess; judged again when rules change.
    case doubted(TrailPoint, Reason)
    case transition(Transition)
}

/// A fact with its sequence number; each kind counts by itself.
public struct NumberedFact: Hashable, Sendable {
    public var seq: Int64
    /// For a transition: the number of the point that follows it.
    public var before: Int64
    public var fact: Fact

    public init(seq: Int64, before: Int64 = 0, _ fact: Fact) {
        self.seq = seq
        self.before = before
        self.fact = fact
    }
}

/// What became of a batch.
public struct BatchOutcome: Hashable, Sendable {
    public var written = 0
    /// Facts whose numbers the run had used already: left as they are.
    public var repeated = 0
}

/// The reasons that are guesses, and so may be judged again: the code in `doubted.reason`.
enum DoubtCode {
    static let reasons: [Reason] = [.fakeSpeed, .deadReckoned, .underground, .drift, .jump]

    static func code(_ reason: Reason) throws(TrackStoreError) -> Int64 {
        guard let index = reasons.firstIndex(of: reason) else {
            throw .unfit(wanted: "a reason that is a guess", found: reason.rawValue)
        }
        return Int64(index + 1)
    }

    static func reason(_ code: Int64) -> Reason? {
        (1...Int64(reasons.count)).contains(code) ? reasons[Int(code - 1)] : nil
    }
}
