import CCrashTap
import FieldModel
import LogFormat
import SystemIO

/// The running log: numbers and stamps records, puts them into the mapped rings, and moves them to the files of their
/// days. Never throws and never blocks for the disk longer than one write: what cannot be kept is counted.
///
/// Unchecked: everything mutable lies behind the two locks of the C log; the rest is set once.
final class MappedLog: @unchecked Sendable {
    /// The C log; its words and locks are described in ct_log.h.
    let tap: OpaquePointer
    /// The folder of the log.
    let folder: String
    let columns: SampleColumns
    let columnsLine: String
    /// Kept for as long as its words are read.
    private let clock: Clock
    /// Hashes what is recorded as private.
    private let keys: InstallKey
    /// Called when enough is pending to be flushed, and when the mapping had to be given up. Set once, before the first
    /// record of the app.
    nonisolated(unsafe) var wake: @Sendable () -> Void = {}
    /// Memory is not a file: everything is written through at once.
    var degraded: Bool { ct_log_in_memory(tap) }
    /// The days this run has written to.
    let writtenDays = Locked<Set<CivilDate>>([])
    private let throttle = Throttle()
    /// The header line of the samples' target, where an earlier run with other columns left what it could not write. Behind
    /// the writer lock.
    nonisolated(unsafe) var foreignColumns: String?

    /// Free bytes that ordinary records leave for the lines that say what happened: launch, prev-exit, lost, exit.
    static let reserve = 8192
    /// A line longer than this is refused: nothing a recorder writes is.
    static let longestLine = 65_536

    init(
        tap: OpaquePointer, clock: Clock, folder: String, columns: SampleColumns,
        keys: InstallKey
    ) {
        self.tap = tap
        self.clock = clock
        self.folder = folder
        self.columns = columns
        columnsLine = columns.headerLine
        self.keys = keys
    }

    deinit {
        ct_disarm(tap)
        ct_log_destroy(tap)
    }

    var state: UnsafeMutablePointer<ct_state> { ct_log_state(tap) }

    /// The clocks now; the number is 0.
    var now: Stamp { Stamp(ct_now(tap)) }

    // MARK: Records

    /// Writes an event. The stamp's number is 0 where it could not be kept.
    @discardableResult
    func append(
        event kind: String, reserve: Int = MappedLog.reserve, _ fill: (inout EventFields) -> Void
    ) -> Stamp {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { memory in
            var fields = EventFields(on: LineBuffer(in: memory), keys: keys)
            fill(&fields)
            var line = fields.finish()
            line.appendEnd()
            return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { memory in
                var lead = LineBuffer(in: memory)
                return commit(Entry(stream: .events, reserve: reserve, rest: line.bytes), ct_stamp()) { stamp in
                    lead.removeAll()
                    lead.append(lead: Stamp(stamp), kind: kind)
                    return lead.bytes
                }
            }
        }
    }

    /// What `fill` adds, as a list; nil where it cannot be read back.
    func fields(_ fill: (inout EventFields) -> Void) -> [Record.Field]? {
        var fields = EventFields(on: LineBuffer(), keys: keys)
        fill(&fields)
        var line = fields.finish()
        line.appendEnd()
        // Each field stands behind a comma: behind one more the object begins.
        let object = Array("{\"\":0".utf8) + line.array
        // Nil says it.
        return (try? JSON.parse(object))?.fields.map { Array($0.dropFirst()) }
    }

    /// Writes a sample's row under the clocks of its callback. 0 where it could not be kept.
    func append(sample fix: Fix, verdict: Verdict?, reason: String) -> SequenceNumber {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { memory in
            var row = LineBuffer(in: memory)
            row.append(rowOf: fix, verdict: verdict, reason: reason, columns: columns)
            let given = ct_stamp(
                n: 0, wall: fix.receiveTime.rawValue, boot: fix.bootTime?.rawValue ?? ct_now(tap).boot, up: 0)
            let tally = ct_tally(
                callbacks: 1, accepted: verdict == .accepted ? 1 : 0, newest: fix.sampleTime.rawValue)
            return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { memory in
                var lead = LineBuffer(in: memory)
                let entry = Entry(
                    stream: .samples, reserve: Self.reserve, rest: row.bytes, bringsClocks: true, tally: tally)
                return commit(entry, given) { stamp in
                    lead.removeAll()
                    lead.append(stamp.n)
                    return lead.bytes
                }
                .n
            }
        }
    }

    /// A record on its way into a ring: all of it but the lead, which is made under the lock.
    private struct Entry {
        let stream: Stream
        let reserve: Int
        let rest: UnsafeRawBufferPointer
        /// The record says itself when it was; no clock is read for it.
        var bringsClocks = false
        var tally = ct_tally()
    }

    /// Makes the beginning of a line, for its number and clocks.
    private typealias Lead = (borrowing ct_stamp) -> UnsafeRawBufferPointer

    @inline(__always)
    private func commit(_ entry: Entry, _ given: ct_stamp, lead: Lead) -> Stamp {
        guard entry.rest.count <= Self.longestLine else { return refuse(entry, CT_LOST_LONG) }
        var stamp = given
        let outcome = attempt(entry, lead, &stamp)
        return outcome == CT_OK.rawValue ? Stamp(stamp) : insist(entry, lead, stamp, outcome)
    }

    @inline(__always)
    private func attempt(_ entry: Entry, _ lead: Lead, _ stamp: inout ct_stamp) -> Int32 {
        let begun = ct_begin(tap, entry.stream.rawValue, entry.bringsClocks, &stamp)
        return begun == CT_OK.rawValue ? put(entry, lead(stamp), &stamp) : begun
    }

    /// With the writer lock held, which is left.
    @inline(__always)
    private func put(_ entry: Entry, _ lead: UnsafeRawBufferPointer, _ stamp: inout ct_stamp) -> Int32 {
        var tally = entry.tally
        return ct_commit(
            tap, entry.stream.rawValue, &stamp, entry.reserve, &tally, lead.baseAddress, lead.count,
            entry.rest.baseAddress, entry.rest.count)
    }

    /// What is rare: a day's end, a full ring, memory that is no file.
    @inline(never)
    private func insist(_ entry: Entry, _ lead: Lead, _ stamp: ct_stamp, _ outcome: Int32) -> Stamp {
        var (stamp, outcome) = (stamp, outcome)
        let stream = entry.stream
        var why = CT_LOST_FULL
        for tries in 1... {
            if outcome == CT_DAY.rawValue, roll(stream, to: WallTime(stamp.wall)) {
                outcome = put(entry, lead(stamp), &stamp)
            }
            switch outcome {
            case CT_OK.rawValue: return Stamp(stamp)
            case CT_WAKE.rawValue:
                wake()
                return Stamp(stamp)
            // Memory that dies with the process acknowledges nothing: the record counts once it is in the file.
            case CT_IN_MEMORY.rawValue: return writeThrough(stream, at: stamp.up) ? Stamp(stamp) : now
            case CT_FULL.rawValue:
                guard throttle.mayTry(stream, at: stamp.up) else { return refuse(entry, why) }
                if flush(stream) != 0 { throttle.failed(stream, at: stamp.up) }
            case CT_FROZEN_NOW.rawValue: return refuse(entry, CT_LOST_FROZEN)
            case CT_CHILD.rawValue: return refuse(entry, why)
            case CT_BROKEN.rawValue: restart()
            case CT_DAY.rawValue, CT_AGAIN.rawValue: break
            default: why = CT_LOST_MAPPING
            }
            guard tries < 4 else { break }
            outcome = attempt(entry, lead, &stamp)
        }
        return refuse(entry, why)
    }

    /// Where memory is not a file: what is not in its file at once stays in the ring, and goes there with a later record.
    private func writeThrough(_ stream: Stream, at up: Int64) -> Bool {
        guard throttle.mayTry(stream, at: up) else { return false }
        guard flush(stream) != 0 else { return true }
        throttle.failed(stream, at: up)
        return false
    }

    private func refuse(_ entry: Entry, _ why: ct_loss) -> Stamp {
        ct_refuse(tap, entry.stream.rawValue, entry.rest.count, UInt32(why.rawValue))
        return now
    }
}

/// After a flush that failed the ring's being full is not tried again for a second: a failing write costs microseconds
/// each time, on the thread that records.
private final class Throttle: @unchecked Sendable {
    private let lock = Lock()
    private var notBefore: [Int64] = [.min, .min]

    func mayTry(_ stream: Stream, at up: Int64) -> Bool { lock.with { up >= notBefore[Int(stream.rawValue)] } }
    func failed(_ stream: Stream, at up: Int64) { lock.with { notBefore[Int(stream.rawValue)] = up + 1000 } }
}
