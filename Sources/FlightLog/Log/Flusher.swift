import CCrashTap
import FieldModel

/// Moves pending records to the files in time, says what was lost once it can be said, and keeps the log within its limits.
final class Flusher: Sendable {
    private let log: MappedLog
    private let period: Int64
    private let synchronization: Recorder.Synchronization
    private let retention: Retention
    private let settings: SettingsFile
    private let lastTidyDay = Locked<CivilDate?>(nil)

    /// While a flush fails it is tried again this soon, in ms.
    private static let retry: Int64 = 1000
    /// Whether something was flushed that the medium is still to be asked for.
    private let owesSynchronizing = Locked(false)
    /// Of each stream: until when what was recorded is known to be on the medium, on the boot clock.
    private let confirmed: Locked<[Int64]>

    init(
        _ log: MappedLog, period: Int64, synchronization: Recorder.Synchronization, retention: Retention,
        settings: SettingsFile
    ) {
        self.log = log
        self.period = period
        self.synchronization = synchronization
        self.retention = retention
        self.settings = settings
        let now = log.now.bootTime?.rawValue ?? 0
        confirmed = Locked([now, now])
    }

    /// Flushes; returns ms to the next time. The first turn, at the launch, only tidies up.
    func turn() -> Int64 {
        let isFirst = lastTidyDay.with { $0 == nil }
        let code = isFirst ? 0 : flush()
        synchronizeWhereOwed()
        let today = CivilDate(log.now.wallTime)
        if lastTidyDay.with({ $0 != today }) {
            lastTidyDay.with { $0 = today }
            tidy()
        }
        if isFirst { settings.write() }
        return code == 0 ? period : min(period, Self.retry)
    }

    /// Flushes for a caller that must not wait for the medium: our own thread asks it.
    func flushForOthers() -> Int32 {
        let code = flush()
        if owesSynchronizing.with({ $0 }) { log.wake() }
        return code
    }

    /// Has our own thread ask the medium.
    func oweSynchronizing() {
        owesSynchronizing.with { $0 = true }
        log.wake()
    }

    /// The last flush, when our own thread has ended; asks the medium on the calling one.
    func finish() {
        flush()
        if synchronization == .onHeartbeat { owesSynchronizing.with { $0 = true } }
        synchronizeWhereOwed()
    }

    /// Flushes both streams, and reports losses. 0 or the system's error number.
    @discardableResult
    private func flush() -> Int32 {
        let code = log.flush()
        settings.write()
        if code == 0 {
            reportLosses()
            if synchronization == .onFlush { owesSynchronizing.with { $0 = true } }
        }
        return code
    }

    private func synchronizeWhereOwed() {
        let owes = owesSynchronizing.with { owes in
            defer { owes = false }
            return owes
        }
        if owes { synchronize() }
    }

    /// Asks the medium to have what was flushed. Where it refuses, what was recorded since it was last asked may be gone with
    /// the next power cut, and is said to be: that a second call succeeds proves nothing, since the system forgets what it
    /// could not write.
    private func synchronize() {
        for stream in Stream.allCases {
            // What was recorded before is in its file when the medium is asked.
            let asked = log.now.bootTime?.rawValue ?? 0
            _ = log.flush(stream)
            let code = ct_synchronize(log.tap, stream.rawValue)
            let from = confirmed.with { times in
                defer { times[Int(stream.rawValue)] = asked }
                return times[Int(stream.rawValue)]
            }
            guard code != 0 else { continue }
            log.append(event: RecordKind.unsynced.rawValue, reserve: 0) { line in
                line.add("stream", stream.folder)
                line.add("from", from)
                line.add("to", log.now.bootTime?.rawValue ?? asked)
                line.add("error", Int(code))
            }
        }
    }

    private func reportLosses() {
        for stream in Stream.allCases {
            guard ct_get(&ct_log_words(log.tap, stream.rawValue).pointee.lostRecords) > 0 else { continue }
            let losses = ct_take_losses(log.tap, stream.rawValue)
            if losses.records > 0 { log.append(losses, of: stream) }
        }
    }

    private func tidy() {
        let purged = retention.apply(in: log.folder, keeping: log.writtenDays.with { $0 }, at: log.now.wallTime)
        guard purged.files > 0 else { return }
        log.append(event: RecordKind.purged.rawValue) { line in
            line.add("files", purged.files)
            line.add("records", purged.records)
            line.add("bytes", purged.bytes)
            line.add("from", purged.first.map(\.description))
            line.add("to", purged.last.map(\.description))
        }
    }
}
