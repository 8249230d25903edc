import CCrashTap
import FieldModel

/// Writes the heartbeats: what the process was doing, when each beat was due, and a `hole` behind one that came too late to
/// be anything but a process that did not run. The time runs on the recorder's clock, so a scaled one beats faster.
final class Heart: Sendable {
    private let log: MappedLog
    private let resources: any Resources
    private let power: any Power
    private let period: Int64
    private let state: Locked<State>
    /// Who records what is found out here in the heart's place.
    private let listener = Locked<(@Sendable (Signal) -> Void)?>(nil)

    struct State {
        /// When the next beat is due, on the boot clock.
        var due: Int64
        var isOn = true
        var lastProcessorTime: Int64 = 0
        var lastBeat: Int64
        var appState: AppState?
        var motion: MotionKind?
        var profile: String?
        var offset: Int
        var zone: String
    }

    init(
        _ log: MappedLog, resources: any Resources, power: any Power, period: Int64, offset: Int, zone: String
    ) {
        self.log = log
        self.resources = resources
        self.power = power
        self.period = period
        let now = log.now.bootTime?.rawValue ?? 0
        state = Locked(State(due: now + period, lastBeat: now, offset: offset, zone: zone))
    }

    func note(_ change: (inout State) -> Void) { state.with(change) }

    /// Beats where one is due, and then calls `afterBeat`; returns the clock's ms to the next.
    func turn(_ afterBeat: () -> Void = {}) -> Int64 {
        let now = log.now.bootTime?.rawValue ?? 0
        guard period > 0 else { return Int64(1) << 40 }
        // Claimed before it is written: two threads never write the same beat. One that was missed is not made up for.
        let claimed = state.with { state -> (due: Int64, isOn: Bool)? in
            guard now >= state.due else { return nil }
            let due = state.due
            state.due = max(due + period, now + 1)
            if state.due <= now + period / 2 { state.due = now + period }
            return (due, state.isOn)
        }
        if let claimed {
            if claimed.isOn {
                beat(due: claimed.due)
                afterBeat()
            }
            watchZone()
        }
        return state.with { max(1, $0.due - now) }
    }

    /// Heartbeats stop here, and are not missed, until they are turned on again.
    func turn(on: Bool) {
        log.append(event: (on ? RecordKind.heartbeatsOn : .heartbeatsOff).rawValue) { _ in }
        let now = log.now.bootTime?.rawValue ?? 0
        state.with { state in
            state.isOn = on
            state.due = now + period
        }
        _ = ct_take_quiet(log.tap)
    }

    private func beat(due: Int64) {
        let tally = ct_take_tally(log.tap)
        let processorTime = resources.processorTime()
        let memory = resources.memory()
        let level = power.level()
        let plugged = power.isPlugged()
        let lost = lostSoFar()
        let known = state.with { $0 }
        let now = log.now
        let stamp = log.append(event: RecordKind.heartbeat.rawValue, reserve: 0) { line in
            line.add("app", known.appState?.rawValue)
            line.add("motion", known.motion?.rawValue)
            line.add("cb", tally.callbacks)
            line.add("a", tally.accepted)
            line.add("r", tally.callbacks - tally.accepted)
            if tally.newest != 0 { line.add("age", (now.wallTime.rawValue - tally.newest) / 1000) }
            line.add("due", due)
            line.add("cpu", processorTime)
            line.add("profile", known.profile)
            line.add("bat", level)
            line.add("plugged", plugged)
            line.add("mem", memory)
            line.add("low", power.isLowPowerMode())
            if lost > 0 { line.add("lost", lost) }
        }
        noteLife(at: stamp, processorTime: processorTime, memory: memory, level: level, plugged: plugged)
        noteHole(at: stamp, due: due)
    }

    private func lostSoFar() -> UInt64 {
        Stream.allCases.reduce(0) { $0 + ct_get(&ct_log_words(log.tap, $1.rawValue).pointee.lostRecords) }
    }

    private func noteHole(at stamp: Stamp, due: Int64) {
        let quiet = ct_take_quiet(log.tap)
        guard let beat = stamp.bootTime?.rawValue, beat - due > period / 2 else { return }
        let hole = Signal.holeFound(from: BootTime(quiet.from), to: BootTime(quiet.to))
        if let listener = listener.with({ $0 }) { return listener(hole) }
        log.append(event: RecordKind.hole.rawValue, reserve: 0) { line in
            line.add("from", quiet.from)
            line.add("to", quiet.to)
        }
    }

    /// From here on `listener` records what is found out here.
    func passOn(to listener: @escaping @Sendable (Signal) -> Void) { self.listener.with { $0 = listener } }

    private func noteLife(
        at stamp: Stamp, processorTime: Int64, memory: Int64?, level: Double?, plugged: Bool?
    ) {
        let boot = stamp.bootTime?.rawValue ?? 0
        let (before, since) = state.with { state in
            defer {
                state.lastProcessorTime = processorTime
                state.lastBeat = boot
            }
            return (state.lastProcessorTime, state.lastBeat)
        }
        let words = log.state
        ct_set(&words.pointee.life.beats, words.pointee.life.beats &+ 1)
        ct_set_signed(&words.pointee.life.beatBoot, boot)
        ct_set(&words.pointee.life.memory, UInt64(max(0, memory ?? 0)))
        ct_set(&words.pointee.life.debugger, resources.isDebugged() == true ? 1 : 0)
        ct_set(&words.pointee.life.battery, level.map { UInt64(max(0, min(1, $0)) * 1000) + 1 } ?? 0)
        ct_set(&words.pointee.life.plugged, plugged.map { $0 ? 2 : 1 } ?? 0)
        ct_set(&words.pointee.life.thermal, resources.thermalState()?.rawValue ?? 0)
        ct_set(&words.pointee.life.oomKills, resources.memoryKills().map { $0 &+ 1 } ?? 0)
        if resources.memoryIsLow() == true { ct_set_signed(&words.pointee.life.memoryLowBoot, boot) }
        if boot > since {
            ct_set(&words.pointee.life.cpuShare, UInt64(max(0, (processorTime - before) * 1000 / (boot - since))))
        }
    }

    /// A zone the process learns of between two beats.
    private func watchZone() {
        let offset = SystemZone.offset(at: log.now.wallTime.rawValue / 1000)
        let zone = SystemZone.name(localtime: "/etc/localtime")
        let changed = state.with { state in
            defer { (state.offset, state.zone) = (offset, zone) }
            return state.offset != offset || state.zone != zone
        }
        guard changed else { return }
        if let listener = listener.with({ $0 }) { return listener(.zoneChanged(offset: offset)) }
        writeZone()
    }

    /// `tz` with what is known of the zone.
    @discardableResult
    func writeZone() -> (signal: Signal, stamp: Stamp) {
        let (offset, zone) = state.with { ($0.offset, $0.zone) }
        let stamp = log.append(event: RecordKind.zone.rawValue) { line in
            line.add("offset", offset)
            line.add("zone", zone)
        }
        return (.zoneChanged(offset: offset), stamp)
    }
}
