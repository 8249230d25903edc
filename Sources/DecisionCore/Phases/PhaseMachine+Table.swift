import FieldModel

/// The table itself: a phase a function, each row a case. Nil is "anything not listed".
///
/// Bookkeeping comes before it, in every phase but disabled.
extension PhaseMachine {
    /// Label, settled and speeds. False for a reading that repeats the last one too soon.
    mutating func keepBooks(_ input: PhaseInput, at time: Int64, _ rules: PhaseRules) -> Bool {
        switch input {
        case .motion(let kind, let confidence):
            if let last = lastReading, last.kind == kind, last.confidence == confidence,
                (0..<rules.repeatTime).contains(time.saturatingSubtract(last.time))
            {
                return false
            }
            lastReading = Reading(kind: kind, confidence: confidence, time: time)
            if kind != .unknown { label = kind }
            if kind.isMoving {
                isSettled = false
            } else if kind == .stationary, confidence == .high, phase != .moving, phase != .settling {
                isSettled = true
            }
        case .hint, .significantChange, .visit: isSettled = false
        case .fix(let speed):
            let new = SpeedTier(speed: speed)
            tier = tier.after(new, before: tierBefore)
            tierBefore = new
            if rules.isFast(speed) { isSettled = false }
        default: break
        }
        return true
    }

    mutating func probing(
        _ input: PhaseInput, _ rules: PhaseRules, _ decisions: inout [Decision]
    ) -> PhaseRow? {
        switch input {
        case .motion(let kind, let confidence) where kind.isMoving && rules.isSure(confidence):
            return move(.probingMotion, by: input, &decisions)
        case .motion(.stationary, .high) where fixSeen:
            stop(by: input, rules, &decisions)
            return .probingStill
        case .fix(let speed):
            fixSeen = true
            return countFast(speed, rules) ? move(.probingFast, by: input, &decisions) : nil
        case .probeFired where probeIsArmed:
            probeIsArmed = false
            isSettled = fixSeen
            stop(by: input, rules, &decisions)
            return .probingTimer
        case .significantChange, .visit:
            armProbe(rules, &decisions)
            return .probingWake
        default: return nil
        }
    }

    mutating func moving(_ input: PhaseInput, _ rules: PhaseRules, _ decisions: inout [Decision]) -> PhaseRow? {
        switch input {
        case .motion(let kind, _) where kind.isMoving:
            cancelStillness(&decisions)
            adjustReceiver(&decisions)
            return .movingMotion
        case .motion(.stationary, let confidence) where rules.isSure(confidence):
            feedStillness(rules, &decisions)
            return .movingStill
        case .fix(let speed?):
            adjustReceiver(&decisions)
            let isSecond = countFast(speed, rules)
            if Int64(speed) < rules.stillSpeed {
                feedStillness(rules, &decisions)
            } else if isSecond || rules.isFast(speed) && label != .stationary {
                // On the second whatever the label: a phone on a car seat is stationary for its sensor.
                cancelStillness(&decisions)
            }
            return .movingFix
        case .hint:
            cancelStillness(&decisions)
            return .movingHint
        case .stillnessFired where stillness != .off:
            let wasFed = stillness == .corroborated
            stillness = .off
            guard wasFed else { return look(.movingUnfed, by: input, rules, &decisions) }
            stop(by: input, rules, &decisions)
            return .movingStopped
        default: return nil
        }
    }

    mutating func settling(
        _ input: PhaseInput, _ rules: PhaseRules, _ decisions: inout [Decision]
    ) -> PhaseRow? {
        switch input {
        case .motion(let kind, let confidence) where kind.isMoving && rules.isSure(confidence):
            return move(.settlingMotion, by: input, &decisions)
        case .motion(let kind, _) where kind.isMoving: return look(.settlingDoubt, by: input, rules, &decisions)
        case .hint, .significantChange, .visit: return look(.settlingDoubt, by: input, rules, &decisions)
        case .fix(let speed):
            fixSeen = true
            return countFast(speed, rules) ? move(.settlingFast, by: input, &decisions) : nil
        case .probeFired where probeIsArmed:
            probeIsArmed = false
            isSettled = fixSeen
            stop(by: input, rules, &decisions)
            return .settlingTimer
        default: return nil
        }
    }

    mutating func stationary(
        _ input: PhaseInput, _ rules: PhaseRules, _ decisions: inout [Decision]
    ) -> PhaseRow? {
        switch input {
        case .motion(let kind, let confidence) where kind.isMoving && rules.isSure(confidence):
            return move(.stationaryMotion, by: input, &decisions)
        case .motion(let kind, let confidence)
        where kind.isMoving || kind == .unknown && rules.isSure(confidence) && !isSettled:
            return look(.stationaryDoubt, by: input, rules, &decisions)
        case .hint, .significantChange, .visit: return look(.stationaryDoubt, by: input, rules, &decisions)
        default: return nil
        }
    }

    /// To moving, with the receiver as label and tier ask for.
    private mutating func move(_ row: PhaseRow, by input: PhaseInput, _ decisions: inout [Decision]) -> PhaseRow {
        change(to: .moving, by: input, &decisions)
        cancelProbe(&decisions)
        startTravelling(&decisions)
        return row
    }

    /// To probing.
    private mutating func look(
        _ row: PhaseRow, by input: PhaseInput, _ rules: PhaseRules, _ decisions: inout [Decision]
    ) -> PhaseRow {
        change(to: .probing, by: input, &decisions)
        cancelProbe(&decisions)
        startProbe(rules, &decisions)
        return row
    }

    /// True for a fast fix that is at least the second in a row; any slower or speedless one begins the row anew.
    private mutating func countFast(_ speed: Int32?, _ rules: PhaseRules) -> Bool {
        fastFixes = rules.isFast(speed) ? min(fastFixes + 1, rules.fastFixes) : 0
        return fastFixes >= max(rules.fastFixes, 1)
    }
}

extension MotionKind {
    /// Walking, running, cycling or automotive.
    @inlinable var isMoving: Bool { self != .stationary && self != .unknown }
}
