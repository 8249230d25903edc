import CCrashTap
import FieldModel
import LogFormat
import SystemIO

/// Moving pending records to the files of their days, and turning a stream from one file to another.
extension MappedLog {
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
    func roll(_ stream: Stream, to time: WallTime) -> Bool {
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
        // Why it cannot, the flush that tries again finds out anew.
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
    func restart() {
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
