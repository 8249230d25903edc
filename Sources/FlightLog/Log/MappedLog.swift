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
    let key: @Sendable () -> SipKey?
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
    nonisolated(unsafe) private var foreignColumns: String?

    /// Free bytes that ordinary records leave for the lines that say what happened: launch, prev-exit, lost, exit.
    static let reserve = 8192
    /// A line longer than this is refused: nothing a recorder writes is.
    static let longestLine = 65_536

    init(
        tap: OpaquePointer, clock: Clock, folder: String, columns: SampleColumns,
        key: @escaping @Sendable () -> SipKey?
    ) {
        self.tap = tap
        self.clock = clock
        self.folder = folder
        self.columns = columns
        columnsLine = columns.headerLine
        self.key = key
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
            var fields = EventFields(on: LineBuffer(in: memory), key: key)
            fill(&fields)
            var line = fields.finish()
            line.appendEnd()
            return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { memory in
                var lead = LineBuffer(in: memory)
                return commit(.events, given: nil, reserve: reserve, tally: nil, line.bytes) { stamp in
                    lead.removeAll()
                    lead.append(lead: Stamp(stamp), kind: kind)
                    return lead.bytes
                }
            }
        }
    }

    /// Writes a sample's row under the clocks of its callback. 0 where it could not be kept.
    func append(sample fix: Fix, verdict: Verdict?, reason: String) -> SequenceNumber {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { memory in
            var row = LineBuffer(in: memory)
            row.append(rowOf: fix, verdict: verdict, reason: reason, columns: columns)
            var given = ct_stamp(
                n: 0, wall: fix.receiveTime.rawValue, boot: fix.bootTime?.rawValue ?? ct_now(tap).boot,
                up: state.pointee.life.lastUp)
            var tally = ct_tally(
                callbacks: 1, accepted: verdict == .accepted ? 1 : 0, newest: fix.sampleTime.rawValue)
            return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { memory in
                var lead = LineBuffer(in: memory)
                return commit(.samples, given: &given, reserve: Self.reserve, tally: &tally, row.bytes) { stamp in
                    lead.removeAll()
                    lead.append(stamp.n)
                    return lead.bytes
                }
                .n
            }
        }
    }

    @inline(__always)
    private func commit(
        _ stream: Stream, given: UnsafePointer<ct_stamp>?, reserve: Int, tally: UnsafePointer<ct_tally>?,
        _ rest: UnsafeRawBufferPointer, lead: (borrowing ct_stamp) -> UnsafeRawBufferPointer
    ) -> Stamp {
        var stamp = ct_stamp()
        var why = CT_LOST_FULL
        guard rest.count <= Self.longestLine else { return refuse(stream, rest.count, CT_LOST_LONG) }
        for _ in 0..<4 {
            let begun = ct_begin(tap, stream.rawValue, given, &stamp)
            if begun != CT_OK.rawValue, !prepare(begun, stream, stamp.wall) {
                if begun == CT_CHILD.rawValue { break }
                continue
            }
            let lead = lead(stamp)
            let done = ct_commit(
                tap, stream.rawValue, &stamp, reserve, tally, lead.baseAddress, lead.count, rest.baseAddress, rest.count
            )
            switch done {
            case CT_OK.rawValue, CT_WAKE.rawValue:
                // Memory that dies with the process acknowledges nothing: the record counts once it is in the file.
                if degraded { return writeThrough(stream, at: stamp.up) ? Stamp(stamp) : now }
                if done == CT_WAKE.rawValue { wake() }
                return Stamp(stamp)
            case CT_FULL.rawValue:
                guard throttle.mayTry(stream, at: stamp.up) else { return refuse(stream, rest.count, why) }
                if flush(stream) != 0 { throttle.failed(stream, at: stamp.up) }
            case CT_FROZEN_NOW.rawValue:
                return refuse(stream, rest.count, CT_LOST_FROZEN)
            default: why = CT_LOST_MAPPING
            }
        }
        return refuse(stream, rest.count, why)
    }

    /// Where memory is not a file: what is not in its file at once stays in the ring, and goes there with a later record.
    private func writeThrough(_ stream: Stream, at up: Int64) -> Bool {
        guard throttle.mayTry(stream, at: up) else { return false }
        guard flush(stream) != 0 else { return true }
        throttle.failed(stream, at: up)
        return false
    }

    private func refuse(_ stream: Stream, _ count: Int, _ why: ct_loss) -> Stamp {
        ct_refuse(tap, stream.rawValue, count, UInt32(why.rawValue))
        return now
    }

    /// Makes room for a record that could not begin. True: the writer lock is held and the record can go on.
    private func prepare(_ begun: Int32, _ stream: Stream, _ wall: Int64) -> Bool {
        switch begun {
        case CT_DAY.rawValue: return roll(stream, to: WallTime(wall))
        case CT_BROKEN.rawValue:
            restart()
            return false
        default: return false
        }
    }

    // MARK: Files

    /// Writes what is pending to the files. 0 or the system's error number.
    @discardableResult
    func flush(_ stream: Stream) -> Int32 {
        for _ in 0..<2 {
            let status = ct_flush(tap, stream.rawValue)
            switch status {
            case CT_STALE.rawValue:
                let failure = reopen(stream)
                if failure != 0 { return failure }
            case CT_OK.rawValue, CT_FROZEN_NOW.rawValue, CT_CHILD.rawValue: return 0
            default: return status
            }
        }
        return ENOENT
    }

    /// Writes what is pending in both streams. 0 or the first error number.
    @discardableResult
    func flush() -> Int32 {
        let events = flush(.events)
        let samples = flush(.samples)
        return events != 0 ? events : samples
    }

    /// Turns to the file of another day, with the writer lock held; the lock is left where false is returned. No byte
    /// moves: the new target only says where the positions from here on lie.
    private func roll(_ stream: Stream, to time: WallTime) -> Bool {
        let day = CivilDate(time)
        let head = ct_log_head(tap, stream.rawValue)
        // Back from a stay in the file before: its pending bytes are not in it yet, so its size says nothing.
        if day.daysSinceEpoch == ct_log_file_day(tap, stream.rawValue), !isForeign(stream) {
            setDay(stream, day)
            return true
        }
        if !ct_log_can_roll(tap, stream.rawValue) {
            ct_leave(tap)
            // The older file's slot is still needed. Where it cannot be emptied (a full disk) the record stays in the
            // file before it; the line carries its own time.
            // Never with rows of other columns: there it is refused.
            guard flush(stream) != 0, !isForeign(stream) else { return false }
            ct_hold(tap)
            stay(stream, with: time)
            ct_let_go(tap)
            return false
        }
        state.pointee.life.writerStep = UInt64(CT_ROLLING.rawValue)
        // What cannot be opened now is tried again with a record a second later.
        if let opened = try? DayFile.open(stream, day, in: folder, columns: columnsLine) {
            target(stream, opened, from: head)
        } else if isForeign(stream) {
            ct_leave(tap)
            return false
        } else {
            stay(stream, with: time)
        }
        return true
    }

    private func stay(_ stream: Stream, with time: WallTime) {
        ct_log_day(tap, stream.rawValue, time.rawValue, time.rawValue + 1000)
    }

    /// Directs the stream to a file from a position on, and says until when no other is needed.
    func target(_ stream: Stream, _ opened: DayFile.Opened, from start: UInt64) {
        var file = ct_file(
            day: opened.name.day.daysSinceEpoch, part: UInt64(opened.name.part), fd: opened.descriptor,
            base: opened.base, owed: opened.owed)
        ct_log_target(tap, stream.rawValue, start, &file, opened.path)
        setDay(stream, opened.name.day)
        if stream == .samples { foreignColumns = nil }
        writtenDays.with { _ = $0.insert(opened.name.day) }
    }

    /// The target holds what an earlier run with other columns could not write: no record of this one may follow it there.
    func markForeign(_ columns: String) {
        foreignColumns = columns
        ct_log_day(tap, Stream.samples.rawValue, .max, .max)
    }

    private func isForeign(_ stream: Stream) -> Bool { stream == .samples && foreignColumns != nil }

    /// The day's file, or where it cannot be opened now, the promise of it: the first flush tries again.
    func openedOrLater(_ stream: Stream, _ day: CivilDate) -> DayFile.Opened {
        if let opened = try? DayFile.open(stream, day, in: folder, columns: columnsLine) { return opened }
        return .init(
            name: DayName(day), path: DayFile(stream, day, in: folder).path, descriptor: -1, base: 0, owed: 0)
    }

    private func setDay(_ stream: Stream, _ day: CivilDate) {
        let midnight = day.startOfDay.rawValue
        ct_log_day(tap, stream.rawValue, midnight, midnight + WallTime.millisecondsPerDay)
    }

    /// The file is gone, replaced or cut: what is pending goes to the end of whatever has its name now. 0 or the error.
    private func reopen(_ stream: Stream) -> Int32 {
        ct_hold(tap)
        defer { ct_let_go(tap) }
        guard !ct_log_still_there(tap, stream.rawValue) else { return 0 }
        let day = CivilDate(daysSinceEpoch: ct_log_file_day(tap, stream.rawValue))
        do {
            let foreign = stream == .samples ? foreignColumns : nil
            let opened = try DayFile.open(stream, day, in: folder, columns: foreign ?? columnsLine)
            target(stream, opened, from: ct_log_flushed(tap, stream.rawValue))
            if let foreign { markForeign(foreign) }
            return 0
        } catch {
            return error.code
        }
    }

    /// Anonymous pages have taken the place of the mapping: goes on in them, at the ends of the files.
    private func restart() {
        ct_hold(tap)
        if ct_log_take_broken(tap) {
            ct_log_restart(tap)
            for stream in Stream.allCases {
                let day = CivilDate(now.wallTime)
                target(stream, openedOrLater(stream, day), from: ct_log_head(tap, stream.rawValue))
            }
        }
        ct_let_go(tap)
        ct_refuse(tap, Stream.events.rawValue, 0, UInt32(CT_LOST_MAPPING.rawValue))
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
