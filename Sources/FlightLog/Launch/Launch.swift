import CCrashTap
import FieldModel
import LogFormat
import SystemIO

/// Opens a log folder: finds out what became of the run before, completes its files, and makes a new state file whole, first
/// lines and all, before it becomes the current one by one rename. Killed before that, the next launch does it all again;
/// after it, verdict and first lines are safe.
struct Launch {
    let folder: String
    let configuration: Recorder.Configuration
    let columnsLine: String
    let boot: String
    let device: DeviceIdentity
    let binary: String

    /// What a launch leaves to the recorder.
    struct Result {
        var log: MappedLog
        var run: String
        var boot: String
        /// Number and clocks of the `launch` record.
        var stamp: Stamp
        var verdict: ExitVerdict
        /// The run that the verdict is on; "" for none.
        var previousRun: String
        var zone: String
        var offset: Int
        /// Why the folder could not be had, where this run keeps its records in memory until it can.
        var failure: RecorderError?
    }

    /// How long a writer that is being ended is waited for, in ms.
    private static let patience = 500

    /// The run that writes the log this one could not have.
    private let rival: PreviousRun?
    /// The log's own folder, also where this one lies inside it.
    let topFolder: String

    init(_ folder: String, _ configuration: Recorder.Configuration, rival: PreviousRun? = nil) {
        self.folder = folder
        self.rival = rival
        topFolder = rival == nil ? folder : FileSystem.parent(of: folder) ?? folder
        self.configuration = configuration
        columnsLine = configuration.columns.headerLine
        boot = Self.text(40) { ct_boot_id($0) }
        binary = Self.text(72) { ct_binary_id($0) }
        device = .current
    }

    private static func text(_ size: Int, _ fill: (UnsafeMutablePointer<CChar>?) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            fill(buffer.baseAddress)
            return String(cString: buffer.baseAddress!)
        }
    }

    var stateFolder: String { FileSystem.join(folder, "state") }
    var current: String { FileSystem.join(stateFolder, "current.state") }
    var next: String { FileSystem.join(stateFolder, "next.state") }

    /// Becomes the folder's writer. Where the folder cannot be had for a reason that may pass, a locked device, a full or
    /// read-only disk, the run begins in memory.
    func run() throws(RecorderError) -> Result {
        do throws(RecorderError) { return try becomeWriter() } catch {
            guard case .system(let failure) = error, failure.mayPass else { throw error }
            return try beginInMemory(error)
        }
    }

    private func becomeWriter() throws(RecorderError) -> Result {
        for name in ["events", "samples", "state"] {
            let path = FileSystem.join(folder, name)
            try system { () throws(IOError) in try FileSystem.createFolder(path) }
        }
        var waited = 0
        while true {
            let folder = stateFolder
            let lock = try system { () throws(IOError) in try FolderLock.take(in: folder) }
            let found = try system { () throws(IOError) in try PreviousState(at: current) }
            guard let pid = found.liveWriter else {
                let result = try open(found)
                lock.letGo()
                return result
            }
            // An ended process stays visible for some ms; the lock must not be held while waiting for it.
            lock.letGo()
            guard waited < Self.patience, pid != UInt64(getpid()) else { return try elsewhere(found.run, pid) }
            usleep(20_000)
            waited += 20
        }
    }

    /// Another process writes this log and does not end: this one gets a folder of its own inside.
    private func elsewhere(_ rival: PreviousRun, _ pid: UInt64) throws(RecorderError) -> Result {
        guard pid != UInt64(getpid()) else { throw .openTwice(path: folder) }
        guard configuration.ownFolderIfBusy, self.rival == nil else { throw .busy(path: folder, pid: pid) }
        let own = FileSystem.join(folder, "p-\(getpid())-\(boot)")
        return try Launch(own, configuration, rival: rival).run()
    }

    /// The records stay in memory, and go to a folder of their own as soon as it can be made: what lies in the log already
    /// is not known, so nothing is written beside it. The run before is left to the next launch.
    private func beginInMemory(_ failure: RecorderError) throws(RecorderError) -> Result {
        let own = rival == nil ? FileSystem.join(folder, "p-\(getpid())-\(boot)") : folder
        let previous = PreviousState()
        let recovery = Recovery(folder: own, columnsLine: columnsLine)
        let launch = Launch(own, configuration, rival: rival ?? previous.run)
        let run = Self.uuid()
        let log = try NewState(launch: launch, run: run, previous: previous, recovery: recovery).fill(inMemory: true)
        var result = launch.writeFirstLines(log, run: run, after: previous.run, recovery: recovery)
        result.failure = failure
        log.flush()
        return result
    }

    private func open(_ found: PreviousState) throws(RecorderError) -> Result {
        var previous = found.run
        var recovery = Recovery(folder: folder, columnsLine: found.snapshot == nil ? columnsLine : found.columns)
        do throws(IOError) {
            if let snapshot = found.snapshot { try recovery.apply(snapshot.pointer) }
            // In the same boot memory is coherent and a torn end cannot be; after another boot, or without a state, it can.
            try recovery.surveyFiles(cutting: found.snapshot == nil || found.isRebooted)
        } catch { throw .system(error) }
        previous.note(hasOlderLog: recovery.hasOlderLog, hasTornCrash: recovery.hasTornCrash)
        if let rival, found.snapshot == nil { previous = rival }
        let run = Self.uuid()
        let state = NewState(launch: self, run: run, previous: found, recovery: recovery)
        let log = try state.fill()
        let result = writeFirstLines(log, run: run, after: previous, recovery: recovery)
        for (stream, losses) in found.losses { log.append(losses, of: stream) }
        try state.commit(log)
        return result
    }

    /// `launch` and `prev-exit`.
    private func writeFirstLines(
        _ log: MappedLog, run: String, after previous: PreviousRun, recovery: Recovery
    ) -> Result {
        let verdict = ExitClassifier.verdict(on: previous.ended, foundBy: circumstances(after: previous))
        let offset = SystemZone.offset(at: log.now.wallTime.rawValue / 1000)
        let stamp = writeFirstLine(log, run: run, offset: offset)
        write(verdict, on: previous, recovery: recovery, to: log)
        return Result(
            log: log, run: run, boot: boot, stamp: stamp, verdict: verdict, previousRun: previous.run,
            zone: device.zone,
            offset: offset)
    }

    /// What is the case now, for the classifier.
    private func circumstances(after previous: PreviousRun) -> NextLaunch {
        var launch = NextLaunch()
        launch.boot = boot
        launch.app = configuration.app
        launch.build = configuration.build
        launch.binary = binary
        launch.os = device.os
        if let before = previous.memoryKills, let now = configuration.resources.memoryKills() {
            launch.memoryKillsRose = now > before
        }
        return launch
    }

    private func writeFirstLine(_ log: MappedLog, run: String, offset: Int) -> Stamp {
        log.append(event: RecordKind.launch.rawValue, reserve: 0) { line in
            line.add("run", run)
            line.add("pid", Int(getpid()))
            line.add("boot", boot)
            line.add("app", configuration.app)
            line.add("build", configuration.build)
            line.add("binary", binary)
            line.add("os", device.os)
            line.add("device", device.model)
            line.add("tz", offset)
            line.add("zone", device.zone)
            line.add("period", configuration.heartbeatPeriod)
            line.add("reason", configuration.launchReason.rawValue)
            line.add("format", LogVersion.current)
            if log.degraded { line.add("degraded", true) }
        }
    }

    private func write(_ verdict: ExitVerdict, on previous: PreviousRun, recovery: Recovery, to log: MappedLog) {
        log.append(event: RecordKind.prevExit.rawValue, reserve: 0) { line in
            if !previous.run.isEmpty { line.add("run", previous.run) }
            for field in verdict.fields { line.add(field) }
            if let life = previous.lastLife {
                line.add("end", ["t": .integer(life.wallTime.rawValue), "m": .integer(life.bootTime?.rawValue ?? 0)])
            }
            line.add(
                "recovered", ["records": .integer(Int64(recovery.records)), "bytes": .integer(Int64(recovery.bytes))])
        }
    }

    /// A random UUID (RFC 9562, version 4).
    private static func uuid() -> String {
        var random = SystemRandomNumberGenerator()
        var text = ""
        for index in 0..<16 {
            var byte = UInt8.random(in: 0...255, using: &random)
            if index == 6 { byte = byte & 0x0F | 0x40 }
            if index == 8 { byte = byte & 0x3F | 0x80 }
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }
}

/// Runs what fails with the system's error, and passes that on as the recorder's.
func system<R: ~Copyable>(_ body: () throws(IOError) -> R) throws(RecorderError) -> R {
    do throws(IOError) { return try body() } catch { throw .system(error) }
}

extension IOError {
    /// Whether the same call may do later: not where the path itself is wrong.
    fileprivate var mayPass: Bool {
        switch code {
        case ENOTDIR, EISDIR, EEXIST, ENAMETOOLONG, ELOOP, EINVAL: false
        default: true
        }
    }
}
