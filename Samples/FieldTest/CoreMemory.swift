/// What the core knows, kept in a file beside the log, so that a dwell goes on over a relaunch and the line goes on where
/// it ended. After a kill it is a minute old at most; the log itself has everything.
import DecisionCore
import FieldModel
import LogFormat
import SystemIO

final class CoreMemory {
    private let path: String
    private var kept: BootTime?

    /// - Parameters:
    ///   - folder: the folder of the log.
    ///   - name: of the core.
    init(in folder: String, core name: String) { path = FileSystem.join(folder, "state/\(name).json") }

    /// The core as it was kept; nil where nothing was, or nothing that can be read: an app has to start in any case.
    func recall<Core: DecidingCore>(_ type: Core.Type) -> Core? {
        guard let bytes = try? FileSystem.contents(of: path), let fields = try? JSON.parse(bytes).fields else {
            return nil
        }
        return try? Core(record: Record(stamp: Stamp(wallTime: WallTime(0)), kind: "core", fields: fields))
    }

    /// Keeps the core now. Where that fails the last one stays; a relaunch then knows less, and nothing breaks.
    func keep(_ core: some DecidingCore) {
        try? write(JSON.text(.object(core.record)))
    }

    /// Keeps it if the last time was a minute ago.
    func keep(_ core: some DecidingCore, ifDueAt now: Stamp) {
        guard let boot = now.bootTime, kept.map({ boot - $0 >= 60_000 }) ?? true else { return }
        kept = boot
        keep(core)
    }

    private func write(_ text: String) throws {
        let file = try OutputFile.create(path, replacing: true, mode: 0o600)
        try file.descriptor.write(text)
        try file.commit()
    }
}
