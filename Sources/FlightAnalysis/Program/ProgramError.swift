import SystemIO

/// How a program that decides failed to answer: what was asked, what was expected, what came.
public enum ProgramError: Error, Sendable, CustomStringConvertible {
    case system(IOError)
    /// It ended before it was told all.
    case died(ConversingProcess.End?, at: UInt64)
    /// It did not answer, or take the question, in time.
    case hung(at: UInt64, seconds: Double)
    /// An answer to something that was asked before.
    case late(UInt64, expected: UInt64)
    /// An answer to something that was not yet asked.
    case outOfOrder(UInt64, expected: UInt64)
    /// Something else than an answer.
    case noAnswer(String, at: UInt64, wanted: String)
    /// It said more than it was asked.
    case extra(String)
    /// It answered everything, and failed then.
    case failed(ConversingProcess.End?)

    public var description: String {
        switch self {
        case .system(let error): error.description
        case .died(let end, let n): "the program ended\(Self.text(end)) before it answered record \(n)"
        case .hung(let n, let seconds):
            "the program did not answer record \(n) within \(seconds) s: it hangs, or is too slow"
        case .late(let n, let expected):
            "the program answered late: expected the answer to record \(expected), found one to \(n), which was before it"
        case .outOfOrder(let n, let expected):
            "the program answered out of order: expected the answer to record \(expected), found one to \(n), "
                + "which was not asked yet"
        case .noAnswer(let line, let n, let wanted):
            "the program's answer to record \(n) cannot be read: expected \(wanted), found '\(line)'"
        case .extra(let line): "the program said more than it was asked: '\(line)' after the last answer"
        case .failed(let end): "the program answered everything, and then ended\(Self.text(end))"
        }
    }

    public var hint: String? {
        switch self {
        case .system: nil
        case .died: "what it wrote to standard error stands above; run it alone with one line of input"
        case .hung: "does it flush after every line? --exec-timeout gives it more time"
        case .late, .outOfOrder, .noAnswer, .extra:
            "exactly one line for each line of input: {\"n\":N,\"decisions\":[…]}; docs/evidence.md has the protocol"
        case .failed: "it is to end with status 0 when its input ends"
        }
    }

    private static func text(_ end: ConversingProcess.End?) -> String {
        switch end {
        case .exit(let status): " with status \(status)"
        case .signal(let signal): " by signal \(signal)"
        case nil: ""
        }
    }
}
