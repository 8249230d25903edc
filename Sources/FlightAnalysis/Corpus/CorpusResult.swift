import FieldModel
import LogFormat

/// What one core made of one log, against what it made of it before.
public struct CorpusResult: Sendable {
    /// Whether it is what was accepted.
    public enum Outcome: String, CaseIterable, Sendable { case passed, changed, error }

    public var log: String
    public var core: String
    public var outcome: Outcome
    /// Of an error: what was wrong; of a change: where it begins.
    public var detail = ""
    /// Rules that make the first difference: with each of them set back alone it does not come.
    public var causes: [RuleCause] = []
    /// Lines that are gone (`-`) and that are new (`+`), in their order.
    public var difference: [String] = []
    /// The lines of today.
    var lines: [String] = []

    /// Reports show so many lines of a difference.
    public static let shownLines = 24

    /// `- connector 812-830 pause 1234.5 m`
    static func difference(from old: [String], to new: [String]) -> [String] {
        // Every line of long files against every other would take long: what is alike at both ends is set aside.
        var (start, oldEnd, newEnd) = (0, old.count, new.count)
        while start < min(oldEnd, newEnd), old[start] == new[start] { start += 1 }
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        let (before, after) = (Array(old[start..<oldEnd]), Array(new[start..<newEnd]))
        guard before.count.multipliedReportingOverflow(by: after.count).partialValue < 4_000_000 else {
            return before.map { "- \($0)" } + after.map { "+ \($0)" }
        }
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [String] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            if i < before.count, removed.contains(i) {
                lines.append("- \(before[i])")
                i += 1
            } else if j < after.count, inserted.contains(j) {
                lines.append("+ \(after[j])")
                j += 1
            } else {
                i += 1
                j += 1
            }
        }
        return lines
    }

    public var value: Value {
        .object([
            .init("log", .string(log)), .init("core", .string(core)), .init("outcome", .string(outcome.rawValue)),
            .init("detail", .string(detail)), .init("because", .array(causes.map(\.value))),
            .init("difference", .texts(difference)),
        ])
    }

    /// `because of spacing.least 10 -> 11`; empty where no rule explains it.
    public var because: String {
        guard let first = causes.first else { return "" }
        let list = causes.map { "\($0.rule) \($0.then.plain) -> \($0.now.plain)" }
        return "because of \(list.joined(separator: ", "))\(first.isAlone ? "" : " (only together)")"
    }
}

/// What a corpus came to.
public struct CorpusReport: Sendable {
    public var corpus: String
    /// In order of logs, then of cores, however many worked at a time.
    public var results: [CorpusResult]

    /// How many results came to that.
    public func count(_ outcome: CorpusResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

    /// `2 changed, 31 passed, 0 errors`.
    public var summary: String { "\(count(.changed)) changed, \(count(.passed)) passed, \(count(.error)) errors" }

    public var value: Value {
        .object([
            .init("schema", "flightlog.corpus/1"), .init("corpus", .string(corpus)),
            .init("changed", .whole(count(.changed))), .init("passed", .whole(count(.passed))),
            .init("errors", .whole(count(.error))), .init("results", .array(results.map(\.value))),
        ])
    }
}

extension Double {
    /// A whole number without its point.
    var plain: String { JSON.text(Int64(exactly: self).map(Value.integer) ?? .number(self)) }
}
