import CCrashTap
import FieldModel

/// Moves pending records to the files in time, says what was lost once it can be said, and keeps the log within its limits.
final class Flusher: Sendable {
    private let log: MappedLog
    private let period: Int64
    private let synchronization: Recorder.Synchronization
    private let retention: Retention
    private let lastTidyDay = Locked<CivilDate?>(nil)

    /// While a flush fails it is tried again this soon, in ms.
    private static let retry: Int64 = 1000

    init(_ log: MappedLog, period: Int64, synchronization: Recorder.Synchronization, retention: Retention) {
        self.log = log
        self.period = period
        self.synchronization = synchronization
        self.retention = retention
    }

    /// Flushes; returns ms to the next time. The first turn, at the launch, only tidies up.
    func turn() -> Int64 {
        let isFirst = lastTidyDay.with { $0 == nil }
        let code = isFirst ? 0 : flush()
        let today = CivilDate(log.now.wallTime)
        if lastTidyDay.with({ $0 != today }) {
            lastTidyDay.with { $0 = today }
            tidy()
        }
        return code == 0 ? period : min(period, Self.retry)
    }

    /// Flushes both streams, and reports losses. 0 or the system's error number.
    @discardableResult
    func flush() -> Int32 {
        let code = log.flush()
        if code == 0 {
            reportLosses()
            if synchronization == .onFlush { synchronize() }
        }
        return code
    }

    /// Asks the medium. A failure is not believed to be mended by a second call: nothing is recorded as safe by it.
    func synchronize() {
        for stream in Stream.allCases { _ = ct_synchronize(log.tap, stream.rawValue) }
    }

    private func reportLosses() {
        for stream in Stream.allCases {
            guard ct_log_words(log.tap, stream.rawValue).pointee.lostRecords > 0 else { continue }
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
