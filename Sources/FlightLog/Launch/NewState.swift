import CCrashTap
import FieldModel
import SystemIO

/// The state file of a new run: filled as the spare, then put in the place of the current one.
struct NewState {
    let launch: Launch
    let run: String
    let previous: PreviousState
    let recovery: Recovery

    /// Makes the log of the new run. Where there is no room for a mapped file, or none is wanted, its memory is anonymous
    /// and everything is written through.
    func fill(inMemory: Bool = false) throws(RecorderError) -> MappedLog {
        let configuration = launch.configuration
        let tap = ct_log_create()!
        let degraded = inMemory || !capacities.contains { map(tap, $0) }
        if degraded {
            // What an earlier run could not write is safe in its state, and would not be in memory.
            let code = recovery.leftovers.isEmpty ? ct_log_map(tap, -1, capacities[0]) : ENOSPC
            guard code == 0 else {
                ct_log_destroy(tap)
                throw .system(IOError("map memory for", launch.next, code: code))
            }
        }
        set(configuration.clock, of: tap)
        identify(tap)
        let log = MappedLog(
            tap: tap, clock: configuration.clock, folder: launch.folder, columns: configuration.columns,
            keys: InstallKey(beside: launch.topFolder))
        for stream in Stream.allCases {
            try system { () throws(IOError) in try begin(stream, log) }
        }
        return log
    }

    /// Bytes of the rings, the best first: as configured, or as the spare has them, which needs no room on a full disk. A
    /// ring that what is left over does not fit into is none.
    private var capacities: [UInt64] {
        let wanted = UInt64(launch.configuration.ringBytes)
        // A spare that cannot be looked at is none.
        let size = (try? FileSystem.entry(at: launch.next))?.size ?? 0
        let spare = UInt64(max(0, size - Int64(CT_HEADER_BYTES))) / 2
        let isRing = spare & (spare &- 1) == 0 && (UInt64(CT_MIN_CAPACITY)...UInt64(CT_MAX_CAPACITY)).contains(spare)
        let needed = recovery.leftovers.values.map { $0.reduce(0) { $0 + $1.bytes.count } }.max() ?? 0
        let fitting = ([wanted] + (isRing && spare != wanted ? [spare] : [])).filter { $0 >= UInt64(needed + 2048) }
        return fitting.isEmpty ? [UInt64(CT_MAX_CAPACITY)] : fitting
    }

    private func map(_ tap: OpaquePointer, _ capacity: UInt64) -> Bool {
        // Where this fails the opening fails too.
        let there = (try? FileSystem.entry(at: launch.next))??.size
        let descriptor = SystemIO.open(launch.next, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        if ct_log_map(tap, descriptor, capacity) == 0 { return true }
        Self.giveBack(launch.next, size: there)
        return false
    }

    private func set(_ clock: Clock, of tap: OpaquePointer) {
        switch clock {
        case .system: break
        case .scaled(let from, let scale):
            ct_clock_scaled(
                tap, from.wallTime.rawValue, from.bootTime?.rawValue ?? 0, from.uptime?.rawValue ?? 0, scale)
        case .manual(let clock): ct_clock_manual(tap, clock.words.start)
        }
    }

    private func identify(_ tap: OpaquePointer) {
        let configuration = launch.configuration
        withCStrings(
            run, launch.boot, configuration.app, configuration.build, launch.binary, launch.device.os,
            launch.device.model, launch.columnsLine
        ) { texts in
            var texts = ct_texts(
                run: texts[0], boot: texts[1], app: texts[2], build: texts[3], binary: texts[4], os: texts[5],
                device: texts[6], columns: texts[7])
            ct_log_identify(tap, &texts)
        }
        let state = ct_log_state(tap)!
        let now = ct_now(tap)
        state.pointee.identity.launches = previous.launches + 1
        state.pointee.identity.pid = UInt64(getpid())
        state.pointee.identity.pidStart = ct_process_start(UInt64(getpid()))
        state.pointee.identity.startWall = now.wall
        state.pointee.identity.startBoot = now.boot
        state.pointee.identity.startUp = now.up
        state.pointee.identity.period = configuration.heartbeatPeriod
        state.pointee.life.nextN = max(previous.nextNumber, recovery.lastNumber + 1)
        state.pointee.life.exitN = .max - 1
        // One more than the count: 0 says that it is not known.
        state.pointee.life.oomKills = configuration.resources.memoryKills().map { $0 &+ 1 } ?? 0
    }

    /// Puts in what could not be written, then turns to today's file.
    private func begin(_ stream: Stream, _ log: MappedLog) throws(IOError) {
        ct_log_begin_at(log.tap, stream.rawValue, 0)
        var lastDay: CivilDate?
        var isForeign = false
        // More than one older file cannot be: there are two targets, and today's is one of them.
        let leftovers = (recovery.leftovers[stream] ?? []).suffix(2)
        for leftover in leftovers {
            let path = DayFile(stream, leftover.name, in: launch.folder).path
            let descriptor = SystemIO.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw IOError("open", path) }
            let opened = DayFile.Opened(
                name: leftover.name, path: path, descriptor: descriptor, base: leftover.base, owed: 0)
            log.target(stream, opened, from: ct_log_head(log.tap, stream.rawValue))
            if ct_log_fill(log.tap, stream.rawValue, leftover.bytes, leftover.bytes.count) {
                lastDay = leftover.name.day
            } else {
                ct_refuse(log.tap, stream.rawValue, leftover.bytes.count, UInt32(CT_LOST_FULL.rawValue))
            }
            isForeign = stream == .samples && leftover.columns != launch.columnsLine
        }
        let today = CivilDate(log.now.wallTime)
        if leftovers.count == 2 || lastDay == today && !isForeign {
            if isForeign, let columns = leftovers.last?.columns { log.markForeign(columns) }
            return
        }
        log.target(stream, log.openedOrLater(stream, today), from: ct_log_head(log.tap, stream.rawValue))
    }

    /// The only commit of a launch.
    func commit(_ log: MappedLog) throws(RecorderError) {
        if log.degraded {
            // The old state's pending bytes have moved to the new ring; two states with a claim on one file must not be.
            try system { () throws(IOError) in try FileSystem.remove(launch.current) }
            log.flush()
            return
        }
        let code = ct_swap_files(launch.next, launch.current)
        guard code == 0 else { throw .system(IOError("rename \(launch.next) to", launch.current, code: code)) }
    }

    /// Makes the spare that the next launch will fill, so that a full disk then does not matter.
    static func makeSpare(at path: String, ringBytes: Int) {
        let size = Int64(CT_HEADER_BYTES) + 2 * Int64(ringBytes)
        // One that cannot be looked at is made, or fails to be.
        let there = (try? FileSystem.entry(at: path))??.size
        // No spare is not an error: the next launch tries again.
        guard there != size, let file = try? Descriptor(open: path, flags: O_RDWR | O_CREAT) else { return }
        if ct_reserve_blocks(file.rawValue, UInt64(size)) == 0 { return }
        giveBack(path, size: there)
    }

    /// What there was no room for takes none: it would be missing for the log itself. A spare of another size stays as it
    /// was, since a launch on a full disk can use it.
    private static func giveBack(_ path: String, size: Int64?) {
        if let size, size > 0 { _ = truncate(path, off_t(size)) } else { _ = unlink(path) }
    }
}

/// Calls `body` with all texts as C strings, whose memory lasts as long as the call.
private func withCStrings(_ texts: String..., body: ([UnsafePointer<CChar>]) -> Void) {
    func next(_ index: Int, _ pointers: [UnsafePointer<CChar>]) {
        if index == texts.count { return body(pointers) }
        texts[index].withCString { next(index + 1, pointers + [$0]) }
    }
    next(0, [])
}
