import FieldModel
import LogFormat

/// What the checks look at: the life of the log, and what was gathered from its events and samples on the way.
struct CheckFacts: Sendable {
    /// A count with its first few places.
    struct Found: Hashable, Sendable {
        var count = 0
        var first: [String] = []

        mutating func add(_ text: @autoclosure () -> String) {
            count += 1
            if first.count < CheckResult.keptEvidence { first.append(text()) }
        }
    }

    var report: LifeReport
    var samples: SampleFacts
    var events: EventFacts
    var grid: GridFacts

    var lives: [Life] { report.lives }
    var gaps: [Gap] { lives.flatMap(\.gaps) }
    var ends: [RunEnd] { lives.flatMap(\.ends) }
}

/// What events tell the checks.
struct EventFacts: Sendable {
    /// A timer that fired so long after it was due tells a suspended app; ms.
    static let timerLateness: Int64 = 60_000
    /// What is started so soon after a wake was started in it; ms.
    static let wakeReach: Int64 = 30_000
    /// ms
    static let oldFix = 1_800.0

    private(set) var context = LifeContext()
    private(set) var hasSettings = false
    private(set) var hasProfile = false
    private(set) var filterWithSignificantChanges = CheckFacts.Found()
    private(set) var coarseWithSignificantChanges = CheckFacts.Found()
    private(set) var pausing = CheckFacts.Found()
    private(set) var startedInBackground = CheckFacts.Found()
    private(set) var sessionInBackground = CheckFacts.Found()
    private(set) var hiddenWithoutAlways = CheckFacts.Found()
    private(set) var motionDenied = CheckFacts.Found()
    private(set) var motionKnown = false
    private(set) var lateTimers = CheckFacts.Found()
    private(set) var timers = 0
    private(set) var oldFixes = CheckFacts.Found()
    private(set) var knowsAge = false
    private(set) var unfedStillness = CheckFacts.Found()
    private(set) var flapping = CheckFacts.Found()
    private(set) var releaseBuild = CheckFacts.Found()
    private(set) var visitsInMotion = CheckFacts.Found()
    private(set) var visits = 0
    private(set) var usesSignificantChanges = false
    private var lastWake: Stamp?
    private var motionChanges: [Stamp] = []
    private var lastMotion: MotionKind?

    mutating func add(_ event: Event) {
        let before = context
        context.note(event)
        let stamp = event.record.stamp, record = event.record
        switch event.kind {
        case .wake:
            lastWake = stamp
            if record["by"]?.string == WakeCause.significantChange.rawValue { usesSignificantChanges = true }
        case .launch:
            if ["Release", "release", "store"].contains(record["configuration"]?.string ?? "") {
                releaseBuild.add(stamp.wallTime.description)
            }
        case .profile: profile(before, stamp)
        case .settings: settings(before, stamp)
        case .authorization: authorization(stamp)
        case .heartbeat: heartbeat(record)
        case .timer: timer(record)
        case .motion: motion(record)
        case .visit: visit(record)
        default: break
        }
    }

    private func setting(_ name: String, _ context: LifeContext) -> Bool? {
        context.settings.first { $0.key == name }?.value.bool
    }

    private mutating func profile(_ before: LifeContext, _ stamp: Stamp) {
        hasProfile = true
        combination(stamp)
        let wasOn = before.profile.first { $0.key == "receiver" }?.value.bool
        let isOn = context.profile.first { $0.key == "receiver" }?.value.bool
        if wasOn == false, isOn == true, context.app == .background, !isAwake(stamp) {
            startedInBackground.add("\(stamp.wallTime): receiver started in the background, no wake before it")
        }
    }

    private func isAwake(_ stamp: Stamp) -> Bool {
        lastWake.map { stamp.coreClock.clamped(minus: $0.coreClock) <= Self.wakeReach } ?? false
    }

    private mutating func settings(_ before: LifeContext, _ stamp: Stamp) {
        hasSettings = true
        combination(stamp)
        if setting("slc", context) == true { usesSignificantChanges = true }
        if setting("pauses", context) == true, setting("pauses", before) != true {
            pausing.add("\(stamp.wallTime): pauses on")
        }
        if setting("session", context) == true, setting("session", before) != true, context.app == .background {
            sessionInBackground.add("\(stamp.wallTime): background session begun in the background")
        }
        indicator(stamp)
    }

    /// A filter or a coarse accuracy beside significant changes.
    private mutating func combination(_ stamp: Stamp) {
        guard setting("slc", context) == true,
            context.profile.first(where: { $0.key == "receiver" })?.value.bool != false
        else { return }
        let filter = context.profile.first { $0.key == "filter" }?.value.double ?? 0
        if filter > 0 { filterWithSignificantChanges.add("\(stamp.wallTime): \(context.configuration)") }
        let accuracy = context.profile.first { $0.key == "accuracy" }?.value.string ?? ""
        if ["kilometer", "threeKilometers"].contains(accuracy) {
            coarseWithSignificantChanges.add("\(stamp.wallTime): \(accuracy)")
        }
    }

    private mutating func authorization(_ stamp: Stamp) {
        indicator(stamp)
        guard let motion = context.authorization.first(where: { $0.key == "motion" })?.value.string else { return }
        motionKnown = true
        if motion != "authorized" { motionDenied.add("\(stamp.wallTime): motion \(motion)") }
    }

    private mutating func indicator(_ stamp: Stamp) {
        let location = context.authorization.first { $0.key == "location" }?.value.string
        if setting("indicator", context) == false, let location, location != "always" {
            hiddenWithoutAlways.add("\(stamp.wallTime): indicator hidden, location \(location)")
        }
    }

    private mutating func heartbeat(_ record: Record) {
        guard let age = record["age"]?.double else { return }
        knowsAge = true
        if age > Self.oldFix, context.expectsFixes == true || context.profile.isEmpty, context.tracking != false {
            oldFixes.add("\(record.stamp.wallTime): the newest fix is \(Int64(age)) s old")
        }
    }

    private mutating func timer(_ record: Record) {
        timers += 1
        guard let due = record["due"]?.integer, let fired = record["fired"]?.integer ?? record.stamp.bootTime?.rawValue
        else { return }
        let late = fired.clamped(minus: due)
        let id = record["id"]?.string ?? "timer"
        if late > Self.timerLateness { lateTimers.add("\(record.stamp.wallTime): \(id) fired \(late / 1000) s late") }
        if id.contains("still"), record["fed"]?.bool == false {
            unfedStillness.add("\(record.stamp.wallTime): \(id) fired without a second still reading")
        }
    }

    /// Six changes of state or more within two minutes: a classifier that flaps.
    private mutating func motion(_ record: Record) {
        guard let kind: MotionKind = record.code("kind"), kind != lastMotion else { return }
        lastMotion = kind
        motionChanges.append(record.stamp)
        motionChanges.removeAll { record.stamp.coreClock.clamped(minus: $0.coreClock) > 120_000 }
        if motionChanges.count >= 6 {
            flapping.add("\(record.stamp.wallTime): \(motionChanges.count) changes within 120 s")
            motionChanges = []
        }
    }

    private mutating func visit(_ record: Record) {
        visits += 1
        if context.motion == .automotive || context.motion == .cycling || context.motion == .running {
            visitsInMotion.add("\(record.stamp.wallTime): visit while \(context.motion?.rawValue ?? "")")
        }
    }
}
