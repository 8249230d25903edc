import FieldModel
import LogFormat

/// The run before this one, as its state file and the last lines of the log show it.
struct PreviousRun {
    /// What the classifier judges.
    var ended: EndedRun
    /// UUID; "" where unknown.
    var run = ""
    /// The last sign of life of any kind; nil where there is none.
    var lastLife: Stamp?
    /// Kills for memory in its group of processes, at the last beat.
    var memoryKills: UInt64?

    /// A run that left no readable state.
    init(lost loss: EndedRun.StateLoss) { ended = EndedRun(trace: .stateLost(loss)) }

    /// Takes in what only the files can say.
    mutating func note(hasOlderLog: Bool, hasTornCrash: Bool) {
        if ended.trace == .stateLost(.missing), !hasOlderLog { ended.trace = .none }
        // The marker was cut off before its signal: that there was one is all it says.
        if hasTornCrash, ended.crash == nil { ended.crash = EndedRun.Crash(signal: nil, lifeAfter: false) }
    }
}
