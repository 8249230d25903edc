import FieldModel

/// Dwelling: entered easily, left only on evidence of position.
extension TrailCore {
    /// The entries that are tested at an ordinary fix: the first of a run near the last stored point, and the circle.
    mutating func enterDwell(at arrived: Arrival, _ rules: TrailRules, into decisions: inout [Decision]) {
        if awaitsFirstFix {
            awaitsFirstFix = false
            let isNear = line.lastStored.map { Distance.between($0.fix, arrived.fix) <= rules.launchRadius } ?? false
            if !isNear { endDwell(.launch, into: &decisions) }
            if isNear, !dwell.isGoingOn { beginDwell(.launch, rules, into: &decisions) }
        }
        guard !dwell.isGoingOn, !arrived.isInMotion, let circle = line.circle, circle.holds(arrived.fix, rules) else {
            return
        }
        beginDwell(.circle, rules, into: &decisions)
    }

    mutating func beginDwell(_ cause: DwellCause, _ rules: TrailRules, into decisions: inout [Decision]) {
        guard line.last != nil else { return }
        dropCandidate(measured: 0, limit: 0, into: &decisions)
        let circleBegan = line.circle?.center.fix.sampleTime
        line.storeOpenEnd(rules, into: &decisions, &stored)
        guard let anchor = line.last else { return }
        let since = cause == .circle ? circleBegan : cause == .sensor ? motion.stillSinceWall : nil
        let began = cause == .circle ? since : since.map { max($0, anchor.fix.sampleTime) }
        dwell.begin(
            at: anchor, since: began ?? anchor.fix.sampleTime, lastSeen: line.lastSeen(near: anchor, rules))
        decisions.append(.dwellBegan(cause, anchor: anchor.n))
    }

    mutating func endDwell(_ cause: DwellCause, into decisions: inout [Decision]) {
        guard dwell.isGoingOn else { return }
        line.leaveCircle()
        decisions.append(.dwellEnded(cause, dwell.end()))
    }

    /// A repeat of the newest valid fix is dropped, and yet shows that the phone is still there.
    mutating func seeRepeat(of newest: Validity.Place?, by fix: Fix, _ rules: TrailRules) {
        guard let anchor = dwell.anchor, let newest, newest.isRepeated(by: fix),
            Int64(fix.horizontalAccuracy.rawValue) <= rules.ordinaryAccuracy,
            Distance.between(fix, anchor.fix) <= rules.stayRadius
        else { return }
        dwell.see(at: fix.sampleTime, rules)
    }

    /// Step C: a plausible fix while dwelling. Coarse ones are no evidence either way.
    mutating func judgeDwelling<Listener: CheckListener>(
        _ arrived: Arrival, _ rules: TrailRules, into decisions: inout [Decision], _ listener: inout Listener
    ) -> Ruling {
        guard !arrived.isCoarse, let anchor = dwell.anchor else { return Ruling(.dwelling) }
        let moved = Displacement(of: arrived.fix, from: anchor.fix)
        if moved.distance <= rules.stayRadius { dwell.see(at: arrived.fix.sampleTime, rules) }
        dwell.forget(before: arrived.fix.sampleTime, rules)
        // Motion right behind a fake speed is no evidence either way; if it was true, the backfill brings it back.
        let isDoubtful = arrived.isInMotion && isInDoubt(arrived.fix, rules)
        if let candidate = dwell.candidate, !isDoubtful {
            switch candidate.weigh(
                arrived.fix, moved, isInMotion: arrived.isInMotion, growthStill: rules.growthStill, rules)
            {
            case .confirmed(let cause): return leave(cause, by: arrived, rules, into: &decisions, &listener)
            case .pending: break
            case .dropped(let measured, let limit):
                dropCandidate(measured: measured, limit: limit, into: &decisions)
            }
        }
        if arrived.isInMotion { dwell.keep(arrived.held) }
        let limit = arrived.isInMotion ? rules.candidateMoving : rules.candidateStill
        var ruling = Ruling(.dwelling, measured: moved.distance, limit: limit)
        if Listener.isListening {
            listener.hear(
                Check(TrailCheck.dwelling.rawValue, measured: moved.distance, limit: limit, outcome: .failed))
        }
        let isFar = moved.distance > rules.candidateFar
        if dwell.candidate == nil, !isDoubtful,
            isFar || Candidate.pointsAway(arrived.fix, moved, isInMotion: arrived.isInMotion, rules)
        {
            dwell.candidate = Candidate(
                held: arrived.held, distance: moved.distance, isInMotion: arrived.isInMotion)
            ruling.verdict = .candidate
        }
        return ruling
    }

    private func isInDoubt(_ fix: Fix, _ rules: TrailRules) -> Bool {
        guard let lastFakeSpeed else { return false }
        return fix.sampleTime - lastFakeSpeed < rules.fakeDoubt
    }

    /// Leaves the dwell: the line begins where the way off did.
    private mutating func leave<Listener: CheckListener>(
        _ cause: DwellCause, by arrived: Arrival, _ rules: TrailRules, into decisions: inout [Decision],
        _ listener: inout Listener
    ) -> Ruling {
        let first = dwell.candidate
        var way = dwell.moving.elements.map { Arrival(held: $0, isInMotion: true, isCoarse: false) }
        if let candidate = first, !way.contains(where: { $0.held == candidate.held }) {
            let index = way.firstIndex { $0.fix.sampleTime > candidate.held.fix.sampleTime } ?? way.count
            way.insert(
                Arrival(held: candidate.held, isInMotion: candidate.isInMotion, isCoarse: false), at: index)
        }
        endDwell(cause, into: &decisions)
        for step in way {
            var nobody = Unheard()
            let ruling = moveFromLast(step, rules, origin: .backfilled, into: &decisions, &nobody)
            if ruling.verdict == .accepted {
                decisions.append(.settled(of: step.held.n, .backfilled))
            } else if step.held == first?.held {
                decisions.append(.settled(of: step.held.n, .refused(ruling)))
            }
        }
        return moveFromLast(arrived, rules, into: &decisions, &listener)
    }

    /// While not dwelling: true where the fix confirms the jump, which is then stored; forgets one that it speaks
    /// against.
    mutating func confirms(
        _ candidate: Candidate, _ arrived: Arrival, _ moved: Displacement, _ rules: TrailRules,
        into decisions: inout [Decision]
    ) -> Bool {
        switch candidate.weigh(
            arrived.fix, moved, isInMotion: arrived.isInMotion, growthStill: rules.growthJump, rules)
        {
        case .pending: return false
        case .dropped(let measured, let limit):
            dropCandidate(measured: measured, limit: limit, into: &decisions)
            return false
        case .confirmed:
            jump = nil
            line.store(candidate.held, isCoarse: false, .confirmed, rules, into: &decisions, &stored)
            decisions.append(.settled(of: candidate.held.n, .accepted))
            return true
        }
    }

    /// Forgets a candidate: back to dwelling, or a jump that was none.
    mutating func dropCandidate(measured: Int64, limit: Int64, into decisions: inout [Decision]) {
        if let candidate = jump {
            jump = nil
            let ruling = Ruling(.rejected, .jump, measured: measured, limit: limit)
            decisions.append(.settled(of: candidate.held.n, .refused(ruling)))
        }
        if let candidate = dwell.candidate {
            dwell.candidate = nil
            let ruling = Ruling(.dwelling, measured: measured, limit: limit)
            decisions.append(.settled(of: candidate.held.n, .refused(ruling)))
        }
    }
}
