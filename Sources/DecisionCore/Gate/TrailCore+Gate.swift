import FieldModel

/// A fix, step by step.
extension TrailCore {
    mutating func judge<Listener: CheckListener>(
        _ fix: Fix, at stamp: Stamp, _ rules: TrailRules, into decisions: inout [Decision], _ listener: inout Listener
    ) -> Ruling {
        let newest = validity.newest
        let fault = validity.refuse(fix, rules, &listener)
        let isInMotion = fault == nil && fix.isInMotion(rules)
        var reckonedFrom: Int64?
        if isInMotion {
            lastMoving = stamp.coreClock
            reckonedFrom = rise.extend(by: fix, rules)
        }
        passTime(at: stamp, rules, into: &decisions)
        if let fault {
            if fault.reason == .cachedRepeat { seeRepeat(of: newest, by: fix, rules) }
            return fault
        }
        let plausibility = Plausibility(motion: motion, isInMotion: isInMotion, reckonedFrom: reckonedFrom)
        if let doubt = plausibility.refuse(fix, rules, &listener) {
            if doubt.reason == .fakeSpeed {
                lastFakeSpeed = fix.sampleTime
                dropCandidate(measured: doubt.measured, limit: doubt.limit, into: &decisions)
            }
            return doubt
        }
        let arrived = Arrival(
            held: NumberedFix(fix, n: stamp.n), isInMotion: isInMotion,
            isCoarse: Int64(fix.horizontalAccuracy.rawValue) > rules.ordinaryAccuracy)
        if !arrived.isCoarse { enterDwell(at: arrived, rules, into: &decisions) }
        return dwell.isGoingOn
            ? judgeDwelling(arrived, rules, into: &decisions, &listener)
            : move(to: arrived, rules, into: &decisions, &listener)
    }

    /// A fix that passed A and B.
    struct Arrival {
        var held: NumberedFix
        var isInMotion: Bool
        var isCoarse: Bool
        var fix: Fix { held.fix }
    }

    /// Step D: moved?
    private mutating func move<Listener: CheckListener>(
        to arrived: Arrival, _ rules: TrailRules, into decisions: inout [Decision], _ listener: inout Listener
    ) -> Ruling {
        guard let point = line.reference(isCoarse: arrived.isCoarse) else {
            return store(arrived, rules, into: &decisions)
        }
        let moved = Displacement(of: arrived.fix, from: point.fix)
        if !arrived.isCoarse {
            if moved.distance <= rules.stayRadius { line.see(arrived.held) }
            if let candidate = jump, confirms(candidate, arrived, moved, rules, into: &decisions) {
                return moveFromLast(arrived, rules, into: &decisions, &listener)
            }
        }
        if let refusal = refuse(arrived, moved, rules, &listener) { return refusal }
        if let refusal = refuseStill(arrived, moved, rules, &listener) { return refusal }
        return store(arrived, rules, into: &decisions)
    }

    /// Steps 12 to 14 alone, for a fix that a confirmed way off leads to.
    mutating func moveFromLast<Listener: CheckListener>(
        _ arrived: Arrival, _ rules: TrailRules, origin: TrailPoint.Origin = .direct,
        into decisions: inout [Decision], _ listener: inout Listener
    ) -> Ruling {
        if let last = line.last,
            let refusal = refuse(arrived, Displacement(of: arrived.fix, from: last.fix), rules, &listener)
        {
            return refusal
        }
        return store(arrived, rules, origin: origin, into: &decisions)
    }

    /// Steps 12 to 14; a fix in motion that only spacing turns away is the open end of the line.
    private mutating func refuse<Listener: CheckListener>(
        _ arrived: Arrival, _ moved: Displacement, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        let refusal = moved.refuse(arrived.fix, rules, &listener)
        if refusal?.reason == .spacing, arrived.isInMotion, !arrived.isCoarse {
            var nobody = Unheard()
            if moved.refuseWithinError(arrived.fix, &nobody) == nil { line.keepOpenEnd(arrived.held) }
        }
        return refusal
    }

    /// Step 15: not in motion while the sensor says still.
    private mutating func refuseStill<Listener: CheckListener>(
        _ arrived: Arrival, _ moved: Displacement, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        let sensorSpeaksAgainst =
            motion.kind == .stationary || motion.kind == .unknown && !arrived.fix.hasSatelliteSpeed
        guard !arrived.isCoarse, !arrived.isInMotion, sensorSpeaksAgainst else { return nil }
        let (distance, limit) = (moved.distance, rules.stillDistance)
        if let drift = listener.check(
            .stillSensor, .drift, measured: distance, limit: limit, fails: distance <= limit)
        {
            return drift
        }
        // Back from a point that the judge will mark as a spike: it was the point that jumped.
        var refusal = listener.check(
            .jump, .jump, measured: distance, limit: limit, fails: !line.comesBack(arrived.fix, rules))
        if refusal != nil, jump == nil {
            jump = Candidate(held: arrived.held, distance: distance, isInMotion: false)
            refusal?.verdict = .candidate
        }
        return refusal
    }

    /// Stores a fix that nothing stood against.
    private mutating func store(
        _ arrived: Arrival, _ rules: TrailRules, origin: TrailPoint.Origin = .direct,
        into decisions: inout [Decision]
    ) -> Ruling {
        // Any point that is stored on the way makes an end of a jump: it would lie before it in time.
        dropCandidate(measured: 0, limit: 0, into: &decisions)
        line.store(arrived.held, isCoarse: arrived.isCoarse, origin, rules, into: &decisions, &stored)
        return Ruling(arrived.isCoarse ? .coarse : .accepted)
    }
}
