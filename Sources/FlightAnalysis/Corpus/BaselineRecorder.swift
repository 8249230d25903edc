import DecisionCore
import FieldModel
import LogFormat

/// Writes down what a core makes of a log, as lines that a person can read and a version control can compare.
///
/// Everything that is decided is in it: verdicts by stretch (a long log: by ten minutes, each with a count of every outcome
/// and a fingerprint of all of them), every other decision by itself, and what it all comes to. What was measured and the
/// limits are not: a threshold shows only where it decides.
struct BaselineRecorder {
    /// A log of up to so many fixes has its verdicts one by one.
    private static var shortLog: Int { 400 }
    /// A block of a longer one, ms.
    private static var blockLength: Int64 { 600_000 }
    /// More decisions beside verdicts than this in a block are counted like verdicts.
    private static var mostLines: Int { 16 }

    private struct Block {
        var start: WallTime
        var counts: [Outcome: Int] = [:]
        var fingerprint = Fingerprint()
        var decisions: [Repeated<String>] = []
        var uncounted = 0
    }

    /// The same, several times in a row.
    private struct Repeated<Thing: Equatable> {
        var from: SequenceNumber
        var to: SequenceNumber
        var count = 1
        var thing: Thing

        init(_ thing: Thing, _ n: SequenceNumber) {
            self.thing = thing
            (from, to) = (n, n)
        }

        /// `12`, `12-30`.
        var numbers: String { from == to ? "\(from)" : "\(from)-\(to)" }
        var times: String { count > 1 ? " x\(count)" : "" }

        /// Whether it was the same again.
        mutating func goesOn(_ next: Thing, _ n: SequenceNumber) -> Bool {
            guard next == thing else { return false }
            to = n
            count += 1
            return true
        }
    }

    private struct Outcome: Hashable {
        var verdict: Verdict
        var reason: Reason?
        var text: String { ReplayOutcome(Ruling(verdict, reason)).text }
    }

    private var blocks: [Block] = []
    private var totals: [Outcome: Int] = [:]
    /// The verdicts one by one, as long as the log is short.
    private var runs: [Repeated<Outcome>] = []
    private var fixes = 0

    mutating func take(_ stamp: Stamp, _ decisions: [Decision]) {
        for decision in decisions {
            if case .ruled(let ruling) = decision {
                rule(Outcome(verdict: ruling.verdict, reason: ruling.reason), stamp)
            } else {
                note(decision, stamp)
            }
        }
    }

    private mutating func rule(_ outcome: Outcome, _ stamp: Stamp) {
        fixes += 1
        totals[outcome, default: 0] += 1
        let block = block(at: stamp.wallTime)
        blocks[block].counts[outcome, default: 0] += 1
        blocks[block].fingerprint.add(stamp.n)
        blocks[block].fingerprint.add(outcome.verdict.rawValue)
        if let reason = outcome.reason { blocks[block].fingerprint.add(reason.rawValue) }
        guard fixes <= Self.shortLog else { return runs.removeAll() }
        guard let last = runs.indices.last, runs[last].goesOn(outcome, stamp.n) else {
            return runs.append(Repeated(outcome, stamp.n))
        }
    }

    private mutating func note(_ decision: Decision, _ stamp: Stamp) {
        guard let (kind, fields) = decision.event(by: stamp.n) else { return }
        let said = fields.filter { !["by", "measured", "limit"].contains($0.key) }
            .map { "\($0.key)=\($0.value.string ?? JSON.text($0.value))" }
        let line = "\(kind.rawValue) \(said.joined(separator: " "))"
        let block = block(at: stamp.wallTime)
        blocks[block].fingerprint.add(stamp.n)
        blocks[block].fingerprint.add(line)
        if let last = blocks[block].decisions.indices.last, blocks[block].uncounted == 0,
            blocks[block].decisions[last].goesOn(line, stamp.n)
        {
            return
        }
        if blocks[block].decisions.count < Self.mostLines {
            blocks[block].decisions.append(Repeated(line, stamp.n))
        } else {
            blocks[block].uncounted += 1
        }
    }

    private mutating func block(at time: WallTime) -> Int {
        let start = WallTime(time.rawValue - time.rawValue % Self.blockLength)
        if let last = blocks.indices.last, blocks[last].start == start { return last }
        blocks.append(Block(start: start))
        return blocks.count - 1
    }

    /// The lines: totals first, then what was decided in its order, then what the account has.
    func lines<Core>(_ report: ReplayReport<Core>, _ account: [String]) -> [String] {
        var lines = ["inputs \(report.inputs)", "replayable \(report.replayability.verdict.rawValue)"]
        lines += totals.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }.map { "total \($0.0) \($0.1)" }
        lines += account
        if fixes <= Self.shortLog {
            lines += runs.map { "fix \($0.numbers) \($0.thing.text)\($0.times)" }
        }
        for block in blocks {
            if fixes > Self.shortLog, !block.counts.isEmpty {
                let counts = block.counts.map { "\($0.key.text) \($0.value)" }.sorted()
                lines.append(
                    "from \(block.start.minute) \(counts.joined(separator: ", ")), all \(block.fingerprint.text)")
            }
            lines += block.decisions.map { "\($0.numbers) \($0.thing)\($0.times)" }
            if block.uncounted > 0 {
                lines.append(
                    "from \(block.start.minute) \(block.uncounted) more decisions, all \(block.fingerprint.text)")
            }
        }
        return lines
    }
}

extension WallTime {
    /// `2026-05-04T08:10`.
    fileprivate var minute: String { String(description.prefix(16)) }
}

/// FNV-1a with 64 bits: the same on every machine, and no secret. Source: Fowler, Noll, Vo.
struct Fingerprint: Hashable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0x0A as UInt8)
    }

    mutating func add(_ number: UInt64) {
        state = (state ^ number) &* 0x0000_0100_0000_01B3
    }

    private mutating func add(_ byte: UInt8) { add(UInt64(byte)) }

    /// Eight hexadecimal digits.
    var text: String {
        let digits = String((state ^ state >> 32) & 0xFFFF_FFFF, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
