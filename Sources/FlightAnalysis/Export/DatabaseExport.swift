import FieldModel
import LogFormat
import SQLiteIO
import SystemIO

/// Exports a log as an SQLite database, which appears whole or not at all: made beside its place under a temporary name,
/// then renamed.
public enum DatabaseExport {
    /// Fails with EEXIST where `path` exists, unless `replacing`.
    public static func write(
        _ source: LogSource, _ choice: ExportChoice, to path: String, replacing: Bool,
        progress: (Int64) -> Void = { _ in }
    ) throws -> ExportSummary {
        if !replacing, try FileSystem.entry(at: path, followingLinks: false) != nil {
            throw IOError("create", path, code: EEXIST)
        }
        let temporary = "\(path).\(getpid()).part"
        try FileSystem.remove(temporary)
        do {
            let summary = try fill(temporary, source, choice, progress)
            try FileSystem.rename(temporary, to: path)
            return summary
        } catch {
            // The first failure is the one to tell; a leftover would be told by the next run.
            try? FileSystem.remove(temporary)
            throw error
        }
    }

    private static func fill(
        _ path: String, _ source: LogSource, _ choice: ExportChoice, _ progress: (Int64) -> Void
    ) throws -> ExportSummary {
        var database = try SQLiteExport(path: path)
        var summary = ExportSummary()
        for part in source.parts {
            var scan = LifeScan(cadence: try part.cadence())
            var annotations = Annotations()
            var failure: SQLiteError?
            let account = try part.read(progress: progress) { entry in
                scan.add(entry)
                guard failure == nil else { return }
                do throws(SQLiteError) {
                    try take(entry, part.name, choice, &annotations, &database, &summary)
                } catch { failure = error }
            }
            if let failure { throw failure }
            summary.damage += account.damage
            for gap in scan.finish(writer: part.state).gaps
            where choice.window.touches(gap.from.wallTime, gap.to.wallTime) {
                try database.take(GapSpan(gap), part: part.name)
                summary.gaps += 1
            }
        }
        try database.finish()
        return summary
    }

    private static func take(
        _ entry: LogEntry, _ part: String, _ choice: ExportChoice, _ annotations: inout Annotations,
        _ database: inout SQLiteExport, _ summary: inout ExportSummary
    ) throws(SQLiteError) {
        switch entry {
        case .event(let event):
            annotations.take(event.record)
            guard choice.includes(event.record.stamp) else { return }
            try database.take(event.record.cut(by: choice.zones), part: part)
            summary.events += 1
        case .sample(let sample):
            guard choice.includes(sample.stamp) else { return }
            if choice.hides(sample) {
                summary.hidden += 1
                return
            }
            try database.take(sample, annotations, part: part)
            summary.samples += 1
        case .tear: break
        }
    }
}
