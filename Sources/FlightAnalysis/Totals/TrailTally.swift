import DecisionCore
import FieldModel

/// What happened between fixes, gathered while a trail is replayed: moving, standing, unobserved; speeds, climb, and how
/// long the receiver ran at each accuracy. Unknown stays unknown and enters no sum.
struct TrailTally {
    /// A stretch of time between fixes.
    struct Stretch {
        var span: Stay.Span
        var isMoving: Bool
        /// A single pause longer than points are usually joined over: it may turn out to be unobserved.
        var isLong: Bool
        var segment: Int
        var session: Int

        /// Whether `next` goes on with it.
        func goesOn(in next: Stretch) -> Bool {
            !isLong && !next.isLong && isMoving == next.isMoving && span.to == next.span.from
                && segment == next.segment && session == next.session
        }
    }

    /// From tracking on to off, over relaunches.
    struct Session {
        var from: WallTime
        var to: WallTime
    }

    /// The receiver at one accuracy, dwelling or not.
    struct Receiver {
        var span: Stay.Span
        var session: Int
        var label: String
        var isDwelling: Bool
    }

    private(set) var sessions: [Session] = []
    /// In order of time; neighbours of one kind are one.
    private(set) var stretches: [Stretch] = []
    private(set) var receiver: [Receiver] = []
    /// The greatest reliable speed of each quarter of an hour, which no day begins within; cm/s.
    private(set) var fastest: [(time: WallTime, session: Int, speed: Int64)] = []
    /// Climbed from one height to the next, in cm.
    private(set) var climbs: [(time: WallTime, session: Int, height: Int64)] = []
    private var isTracking = true
    private var newest: (fix: Fix, segment: Int, session: Int)?
    private var height: (altitude: Int64, accuracy: Int64)?
    private var profile: String?
    private var lastInput: WallTime?

    mutating func take(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing TrailCore) {
        noteSession(signal, stamp.wallTime)
        noteReceiver(signal, stamp.wallTime, decisions, core)
        guard case .fixArrived(let fix) = signal, case .ruled(let ruling)? = decisions.last,
            ruling.reason?.isFault != true, !sessions.isEmpty
        else { return }
        let session = sessions.count - 1
        if let before = newest, before.session == session {
            add(from: before.fix, to: fix, ruling, segment: core.segment, session, core.rules)
        }
        newest = (fix, core.segment, session)
        noteSpeed(fix, ruling, session, core.rules)
        if ruling.verdict == .accepted { noteHeight(fix, session) }
    }

    private mutating func noteSession(_ signal: Signal, _ time: WallTime) {
        if case .trackingTurned(let on) = signal {
            if on, !isTracking || sessions.isEmpty { sessions.append(Session(from: time, to: time)) }
            isTracking = on
        } else if sessions.isEmpty {
            sessions.append(Session(from: time, to: time))
        }
        guard isTracking || signal.turnsTrackingOff, let last = sessions.indices.last else { return }
        sessions[last].to = max(sessions[last].to, time)
    }

    /// The time since the last input belongs to the profile that held then.
    private mutating func noteReceiver(
        _ signal: Signal, _ time: WallTime, _ decisions: [Decision], _ core: borrowing TrailCore
    ) {
        if let lastInput, let profile, time > lastInput, !sessions.isEmpty, !signal.endsReceiver {
            let session = sessions.count - 1
            if var last = receiver.last, last.label == profile, last.isDwelling == core.isDwelling,
                last.session == session, last.span.to == lastInput
            {
                last.span.to = time
                receiver[receiver.count - 1] = last
            } else {
                receiver.append(
                    Receiver(
                        span: Stay.Span(from: lastInput, to: time), session: session, label: profile,
                        isDwelling: core.isDwelling))
            }
        }
        lastInput = time
        for case .setProfile(let changed) in decisions { profile = changed.receiverOn ? changed.label : nil }
    }

    private mutating func add(
        from a: Fix, to b: Fix, _ ruling: Ruling, segment: Int, _ session: Int, _ rules: TrailRules
    ) {
        let time = b.sampleTime - a.sampleTime
        // Pairs under a second apart define no speed of their own; they take the last one's.
        let isMoving: Bool
        if b.hasReliableSpeed(rules) {
            isMoving = Int64(b.speed.rawValue) >= rules.movingSpeed
        } else if ruling.verdict == .accepted || ruling.verdict == .coarse, time >= 1000 {
            isMoving = Distance.between(a, b) * 100 >= rules.movingSpeed * time
        } else {
            // Within its own error, or dwelling: nothing shows that it moved.
            isMoving = time < 1000 && stretches.last?.isMoving == true
        }
        let next = Stretch(
            span: Stay.Span(from: a.sampleTime, to: b.sampleTime), isMoving: isMoving, isLong: time > rules.joinTime,
            segment: segment, session: session)
        if let last = stretches.last, last.goesOn(in: next) {
            stretches[stretches.count - 1].span.to = b.sampleTime
        } else {
            stretches.append(next)
        }
    }

    private mutating func noteSpeed(_ fix: Fix, _ ruling: Ruling, _ session: Int, _ rules: TrailRules) {
        guard ruling.reason == nil || ruling.reason == .spacing, fix.hasReliableSpeed(rules) else { return }
        let speed = Int64(fix.speed.rawValue)
        if let last = fastest.last, last.session == session, Self.quarter(last.time) == Self.quarter(fix.sampleTime) {
            fastest[fastest.count - 1].speed = max(last.speed, speed)
        } else {
            fastest.append((fix.sampleTime, session, speed))
        }
    }

    private static func quarter(_ time: WallTime) -> Int64 {
        time.rawValue.flooredDivision(by: 900_000)
    }

    /// A height counts once it differs by more than both accuracies allow.
    private mutating func noteHeight(_ fix: Fix, _ session: Int) {
        guard let altitude = fix.altitude.number, fix.verticalAccuracy.isValid else { return }
        let now = (altitude: Int64(altitude), accuracy: Int64(fix.verticalAccuracy.rawValue))
        guard let before = height else {
            height = now
            climbs.append((fix.sampleTime, session, 0))
            return
        }
        guard abs(now.altitude - before.altitude) > now.accuracy + before.accuracy else { return }
        climbs.append((fix.sampleTime, session, max(0, now.altitude - before.altitude)))
        height = now
    }
}

extension Signal {
    fileprivate var turnsTrackingOff: Bool { if case .trackingTurned(false) = self { true } else { false } }

    /// Whether no receiver ran up to it.
    fileprivate var endsReceiver: Bool {
        switch self {
        case .launched, .holeFound: true
        default: false
        }
    }
}
