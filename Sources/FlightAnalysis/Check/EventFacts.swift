import DecisionCore
import FieldModel
import LogFormat

/// What events tell the checks.
struct EventFacts: Sendable {
    /// What was found, by its check.
    struct Findings: Sendable {
        var filterWithSignificantChanges = CheckFacts.Found()
        var coarseWithSignificantChanges = CheckFacts.Found()
        var pausing = CheckFacts.Found()
        var startedInBackground = CheckFacts.Found()
        var sessionInBackground = CheckFacts.Found()
        var hiddenWithoutAlways = CheckFacts.Found()
        var motionDenied = CheckFacts.Found()
        var lateTimers = CheckFacts.Found()
        var oldFixes = CheckFacts.Found()
        var unfedStillness = CheckFacts.Found()
        var flapping = CheckFacts.Found()
        var releaseBuild = CheckFacts.Found()
        var visitsInMotion = CheckFacts.Found()
    }

    private(set) var found = Findings()
    private(set) var context = LifeContext()
    private(set) var hasSettings = false
    private(set) var hasProfile = false
    private(set) var motionKnown = false
    private(set) var timers = 0
    private(set) var knowsAge = false
    private(set) var visits = 0
    private(set) var usesSignificantChanges = false
    /// When the receiver was turned off.
    private(set) var receiverStops: [WallTime] = []
    private var lastWake: Stamp?
    private var motionChanges: [Stamp] = []
    private var lastMotion: MotionKind?

    /// Takes an event; what it sets off counts only where it lies in the part that is asked for.
    mutating func add(_ event: Event, isCounted: Bool) {
        let kept = found
        add(event)
        if !isCounted { found = kept }
    }

    private mutating func add(_ event: Event) {
        let before = context
        context.note(event)
        let stamp = event.record.stamp, record = event.record
        switch event.kind {
        case .wake:
            lastWake = stamp
            if record["by"]?.string == WakeCause.significantChange.rawValue { usesSignificantChanges = true }
        case .launch:
            if ["Release", "release", "store"].contains(record["configuration"]?.string ?? "") {
                found.releaseBuild.add(stamp.wallTime, CheckWords.releaseBuild)
            }
        case .profile: profile(before, stamp)
        case .settings: settings(before, stamp)
        case .authorization: authorization(stamp)
        case .heartbeat: heartbeat(record)
        case .timer: timer(record)
        case .motion: motion(record)
        case .visit: visit(record)
        case .state: state(record)
        default: break
        }
    }

    /// The phases look anew where a stillness timer fires that no second still reading fed.
    private mutating func state(_ record: Record) {
        guard record["code"]?.string == "phase", record["cause"]?.string == PhaseTimer.stillness,
            record["to"]?.string == Phase.probing.rawValue
        else { return }
        found.unfedStillness.add(
            record.stamp.wallTime, CheckWords.unfedStillness, .init("id", .string(PhaseTimer.stillness)))
    }

    private func setting(_ name: String, _ context: LifeContext) -> Bool? {
        context.settings.first { $0.key == name }?.value.bool
    }

    private mutating func profile(_ before: LifeContext, _ stamp: Stamp) {
        hasProfile = true
        combination(stamp)
        let wasOn = before.profile.first { $0.key == "receiver" }?.value.bool
        let isOn = context.profile.first { $0.key == "receiver" }?.value.bool
        if wasOn == true, isOn == false { receiverStops.append(stamp.wallTime) }
        if wasOn == false, isOn == true, context.app == .background, !isAwake(stamp) {
            found.startedInBackground.add(stamp.wallTime, CheckWords.startedInBackground)
        }
    }

    private func isAwake(_ stamp: Stamp) -> Bool {
        lastWake.map { stamp.coreClock.clamped(minus: $0.coreClock) <= CheckLimits.wakeReach } ?? false
    }

    private mutating func settings(_ before: LifeContext, _ stamp: Stamp) {
        hasSettings = true
        combination(stamp)
        if setting("slc", context) == true { usesSignificantChanges = true }
        if setting("pauses", context) == true, setting("pauses", before) != true {
            found.pausing.add(stamp.wallTime, CheckWords.pausesOn)
        }
        if setting("session", context) == true, setting("session", before) != true, context.app == .background {
            found.sessionInBackground.add(stamp.wallTime, CheckWords.sessionInBackground)
        }
        indicator(stamp)
    }

    /// A filter or a coarse accuracy beside significant changes.
    private mutating func combination(_ stamp: Stamp) {
        guard setting("slc", context) == true,
            context.profile.first(where: { $0.key == "receiver" })?.value.bool != false
        else { return }
        let filter = context.profile.first { $0.key == "filter" }?.value.double ?? 0
        if filter > 0 {
            found.filterWithSignificantChanges.add(
                stamp.wallTime, CheckWords.configuration, .init("text", .string(context.configuration)))
        }
        let accuracy = context.profile.first { $0.key == "accuracy" }?.value.string ?? ""
        if ["kilometer", "threeKilometers"].contains(accuracy) {
            found.coarseWithSignificantChanges.add(
                stamp.wallTime, CheckWords.configuration, .init("text", .string(accuracy)))
        }
    }

    private mutating func authorization(_ stamp: Stamp) {
        indicator(stamp)
        guard let motion = context.authorization.first(where: { $0.key == "motion" })?.value.string else { return }
        motionKnown = true
        if motion != "authorized" {
            found.motionDenied.add(stamp.wallTime, CheckWords.motionAccess, .init("state", .string(motion)))
        }
    }

    private mutating func indicator(_ stamp: Stamp) {
        let location = context.authorization.first { $0.key == "location" }?.value.string
        if setting("indicator", context) == false, let location, location != "always" {
            found.hiddenWithoutAlways.add(
                stamp.wallTime, CheckWords.indicatorHidden, .init("state", .string(location)))
        }
    }

    private mutating func heartbeat(_ record: Record) {
        guard let age = record["age"]?.double else { return }
        knowsAge = true
        if age > CheckLimits.oldFix, context.expectsFixes == true || context.profile.isEmpty, context.tracking != false
        {
            found.oldFixes.add(
                record.stamp.wallTime, CheckWords.oldFix, .init("age", .whole(Int64(min(age, 1e15)))))
        }
    }

    private mutating func timer(_ record: Record) {
        timers += 1
        guard let due = record["due"]?.integer, let fired = record["fired"]?.integer ?? record.stamp.bootTime?.rawValue
        else { return }
        let late = fired.clamped(minus: due)
        let id = record["id"]?.string ?? "timer"
        if late > CheckLimits.timerLateness {
            found.lateTimers.add(
                record.stamp.wallTime, CheckWords.lateTimer, .init("id", .string(id)),
                .init("late", .whole(late / 1000)))
        }
        if id.contains("still"), record["fed"]?.bool == false {
            found.unfedStillness.add(record.stamp.wallTime, CheckWords.unfedStillness, .init("id", .string(id)))
        }
    }

    /// Six changes of state or more within two minutes: a classifier that flaps.
    private mutating func motion(_ record: Record) {
        guard let kind: MotionKind = record.code("kind"), kind != lastMotion else { return }
        lastMotion = kind
        motionChanges.append(record.stamp)
        motionChanges.removeAll { record.stamp.coreClock.clamped(minus: $0.coreClock) > CheckLimits.flapSpan }
        if motionChanges.count >= CheckLimits.flaps {
            found.flapping.add(
                record.stamp.wallTime, CheckWords.flapping, .init("count", .whole(motionChanges.count)))
            motionChanges = []
        }
    }

    private mutating func visit(_ record: Record) {
        visits += 1
        if context.motion == .automotive || context.motion == .cycling || context.motion == .running {
            found.visitsInMotion.add(
                record.stamp.wallTime, CheckWords.visitInMotion, .init("motion", .text(context.motion?.rawValue)))
        }
    }
}
