import FieldModel

/// A fix, step by step.
extension RunCore {
    mutating func judge<Listener: CheckListener>(
        _ fix: Fix, into decisions: inout [Decision], _ listener: inout Listener
    ) -> Ruling {
        if let refusal = validity.refuse(fix, rules.trail, &listener) { return refusal }
        let accuracy = Int64(fix.horizontalAccuracy.rawValue)
        if let refusal = listener.check(
            code: Step.recording.rawValue, .notRecording, measured: 0, limit: 0, fails: status == .paused)
            ?? listener.check(
                code: Step.accuracy.rawValue, .accuracy, measured: accuracy, limit: rules.accuracy,
                fails: accuracy > rules.accuracy)
        {
            return refusal
        }
        if status == .interrupted {
            decisions.append(
                .stateChanged(
                    StateChange(
                        "run", from: Status.interrupted.rawValue, to: Status.recording.rawValue, cause: "fix")))
            status = .recording
        }
        let reason = pending ?? kept.flatMap { Self.reasonToBreak(from: $0, to: fix, hole, rules.trail) }
        guard let kept, let counted, reason == nil else {
            begin(with: fix, by: reason ?? .start, &decisions)
            return Ruling(.accepted)
        }
        if let refusal = Self.refuseUnreachable(fix, from: kept, limit: rules.speed, &listener) { return refusal }
        self.kept = Validity.Place(fix)
        let moved = counted.distance(to: fix)
        if let refusal = listener.check(
            code: Step.moved.rawValue, .spacing, measured: moved, limit: rules.step, fails: moved < rules.step)
        {
            return refusal
        }
        count(moved, from: counted, to: fix)
        return Ruling(.accepted)
    }

    /// Why nothing may be counted between two fixes; nil where it may.
    private static func reasonToBreak(
        from last: Validity.Place, to fix: Fix, _ hole: Stay.Span?, _ rules: TrailRules
    ) -> Break? {
        if hole?.breaks(from: last.time, to: fix.sampleTime, joinTime: rules.joinTime) == true { return .hole }
        guard fix.sampleTime - last.time > rules.joinTime else { return nil }
        return last.distance(to: fix) > rules.joinDistance ? .gap : nil
    }

    private mutating func begin(with fix: Fix, by cause: Break, _ decisions: inout [Decision]) {
        beginSegment(by: cause, &decisions)
        pending = nil
        lastLongMove = nil
        kept = Validity.Place(fix)
        counted = kept
    }

    private static func refuseUnreachable<Listener: CheckListener>(
        _ fix: Fix, from last: Validity.Place, limit: Int64, _ listener: inout Listener
    ) -> Ruling? {
        // Validity has seen to it that time goes on; mm a ms are m/s.
        let time = max(1, fix.sampleTime - last.time)
        let speed = last.distance(to: fix).saturatingMultiply(100)
        return listener.check(
            code: Step.reachable.rawValue, .tooFast, measured: speed / time, limit: limit,
            fails: speed > limit.saturatingMultiply(time))
    }

    private mutating func count(_ moved: Int64, from: Validity.Place, to fix: Fix) {
        distance = distance.saturatingAdd(moved)
        let span = Stay.Span(from: from.time, to: fix.sampleTime)
        // Shorter than two fixes of a slow walk apart no hole fits in.
        if span.length > 15_000 { lastLongMove = Move(span: span, length: moved) }
        counted = Validity.Place(fix)
    }
}

extension RunCore.Move: StateCoding {
    var state: Value { ["span": span.state, "length": length.state] }
    init(state: Value) throws(CoreError) {
        span = try state.read("span")
        length = try state.read("length")
    }
}

extension RunCore.Break: StateCoding {}
extension RunCore.Status: StateCoding {}

extension RunCore {
    public var state: Value {
        [
            "validity": validity.state, "kept": kept.state, "counted": counted.state, "pending": pending.state,
            "hole": hole.state, "lastLongMove": lastLongMove.state, "boot": boot.map(Value.string) ?? .null,
            "status": status.state, "segment": segment.state, "distance": distance.state,
        ]
    }

    public init(rules: RunRules, state: Value) throws(CoreError) {
        self.rules = rules
        validity = try state.read("validity")
        kept = try state.read("kept")
        counted = try state.read("counted")
        pending = try state.read("pending")
        hole = try state.read("hole")
        lastLongMove = try state.read("lastLongMove")
        boot = state["boot"]?.string
        status = try state.read("status")
        segment = try state.read("segment")
        distance = try state.read("distance")
    }
}
