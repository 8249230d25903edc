import FieldModel
import LogFormat

/// Counts events by kind and samples by verdict. Codes are compared as numbers; only a kind of another version costs a
/// look-up by its text.
struct KindCount: Sendable {
    private var known: [RecordKind: Int] = [:]
    private var others: [String: Int] = [:]
    private var verdicts: [Verdict?: Int] = [:]
    /// What came last, not yet added: kinds come in rows.
    private var last: (kind: RecordKind, count: Int)?
    private var lastVerdict: (verdict: Verdict?, count: Int)?

    mutating func add(_ event: Event) {
        guard let kind = event.kind else {
            others[event.record.kind, default: 0] += 1
            return
        }
        if last?.kind == kind {
            last!.count += 1
        } else {
            if let last { known[last.kind, default: 0] += last.count }
            last = (kind, 1)
        }
    }

    mutating func add(_ sample: Sample) {
        if let before = lastVerdict, before.verdict == sample.verdict {
            lastVerdict!.count += 1
        } else {
            if let before = lastVerdict { verdicts[before.verdict, default: 0] += before.count }
            lastVerdict = (sample.verdict, 1)
        }
    }

    /// By the code of the kind.
    var events: [String: Int] {
        var sum = others
        for (kind, count) in known { sum[kind.rawValue, default: 0] += count }
        if let last { sum[last.kind.rawValue, default: 0] += last.count }
        return sum
    }

    /// By the code of the verdict; empty where there was none.
    var samples: [String: Int] {
        var sum: [String: Int] = [:]
        for (verdict, count) in verdicts { sum[verdict?.rawValue ?? "", default: 0] += count }
        if let lastVerdict { sum[lastVerdict.verdict?.rawValue ?? "", default: 0] += lastVerdict.count }
        return sum
    }
}
