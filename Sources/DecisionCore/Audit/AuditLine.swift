import FieldModel

/// One line of an audit: a stable code with its parameters. Prose is made only when it is shown.
public struct AuditLine: Equatable, Sendable {
    public var code: AuditCode
    public var parameters: [Record.Field]
    /// How a test came out.
    public var outcome: AuditCode?

    public init(_ code: AuditCode, _ parameters: [Record.Field] = [], outcome: AuditCode? = nil) {
        self.code = code
        self.parameters = parameters
        self.outcome = outcome
    }

    /// The audit of one signal: what was received, which tests were made, what was decided, in this order.
    public static func lines(_ signal: Signal, checks: [Check], decisions: [Decision]) -> [AuditLine] {
        [AuditLine(signal)] + checks.map { AuditLine($0) } + decisions.map { AuditLine($0) }
    }

    /// The sentence with its parameters; one that is missing stands as a dash.
    public func text(in language: Language) -> String {
        let sentence = code.phrase.text(parameters, in: language)
        guard let outcome else { return sentence }
        return "\(sentence): \(outcome.sentence(in: language))"
    }
}

// MARK: Received

extension AuditLine {
    public init(_ signal: Signal) {
        let code: AuditCode
        var fields = signal.eventParts?.fields ?? []
        switch signal {
        case .fixArrived(let fix):
            code = .fix
            fields = [
                .init("accuracy", fix.horizontalAccuracy.spoken(by: 100)), .init("speed", fix.speed.spoken(by: 100)),
                .init("age", .number(Double(fix.receiveTime - fix.sampleTime) / 1000)),
            ]
        case .motionRead(let reading):
            code = .motion
            fields = [
                .init("kind", .string(reading.kind.rawValue)),
                .init("confidence", reading.confidence.map { .string($0.rawValue) } ?? .null),
            ]
        case .stepsCounted: code = .steps
        case .burstMeasured(let burst):
            code = .burst
            fields = [.init("rms", .integer(Int64(burst.rms))), .init("peak", .integer(Int64(burst.peak)))]
        case .woken: code = .wake
        case .regionCrossed: code = .region
        case .visitReported: code = .visit
        case .timerFired: code = .timer
        case .appMoved: code = .app
        case .trackingTurned(let on): code = on ? .trackingOn : .trackingOff
        case .authorizationChanged: code = .authorization
        case .batteryRead(let level, _):
            code = .battery
            fields = [.init("level", level.map { .number(($0 * 1000).rounded() / 10) } ?? .null)]
        case .settingsChanged: code = .settings
        case .launched: code = .launch
        case .holeFound(let from, let to):
            code = .hole
            fields = [.init("seconds", .number(Double(to - from) / 1000))]
        case .zoneChanged: code = .zone
        }
        self.init(code, fields)
    }
}

extension Quantity {
    fileprivate func spoken(by scale: Double) -> Value { isValid ? .number(Double(rawValue) / scale) : .null }
}

// MARK: Tested

extension AuditLine {
    public init(_ check: Check) {
        let outcome: AuditCode =
            switch check.outcome {
            case .passed: .passed
            case .failed: .failed
            case .skipped: .skipped
            case .notApplicable: .notApplicable
            }
        // What does not apply has measured nothing.
        let isMeasured = check.outcome != .notApplicable
        self.init(
            AuditCode(rawValue: "test.\(check.name)") ?? .testOther,
            [
                .init("name", .string(check.name)), .init("measured", isMeasured ? .integer(check.measured) : .null),
                .init("limit", isMeasured ? .integer(check.limit) : .null),
            ], outcome: outcome)
    }
}

// MARK: Decided

extension AuditLine {
    public init(_ decision: Decision) {
        let fields = decision.event(by: 0)?.fields ?? []
        let code: AuditCode
        switch decision {
        case .ruled(let ruling):
            self.init(ruling)
            return
        case .settled: code = .settled
        case .motionBecame: code = .motionBecame
        case .setProfile(let profile): code = profile.receiverOn ? .receiverOn : .receiverOff
        case .dwellBegan: code = .dwellBegan
        case .dwellEnded: code = .dwellEnded
        case .effect(let effect):
            switch effect {
            case .startTimer: code = .timerStarted
            case .cancelTimer: code = .timerCancelled
            case .start: code = .serviceStarted
            case .stop: code = .serviceStopped
            case .armRegions: code = .regionsArmed
            case .offerStart: code = .startOffered
            case .askFullAccuracy: code = .accuracyAsked
            }
        case .stateChanged: code = .stateChanged
        case .dotRuled(let ruling):
            switch ruling.outcome {
            case .collected: code = .dotCollected
            case .paused: code = .dotPaused
            case .accuracy: code = .dotAccuracy
            case .notPlaying: code = .dotNotPlaying
            case .already: code = .dotAlready
            }
        case .visitFiled: code = .visitFiled
        case .pathChosen: code = .pathChosen
        }
        self.init(code, fields)
    }

    private init(_ ruling: Ruling) {
        let code: AuditCode =
            switch ruling.verdict {
            case .accepted: .accepted
            case .coarse: .coarse
            case .candidate: .candidate
            case .rejected: .rejected
            case .dwelling: .dwelling
            }
        self.init(code, [.init("reason", .string(ruling.reason?.rawValue ?? ""))])
    }

    /// A verdict on power.
    public init(_ verdict: PowerGates.Verdict) {
        switch verdict {
        case .passes: self.init(.powerPasses)
        case .fails: self.init(.powerFails)
        case .none(let missing):
            switch missing {
            case .controlLeg: self.init(.powerControlLeg)
            case .capacity: self.init(.powerCapacity)
            case .charging: self.init(.powerCharging)
            case .tooShort: self.init(.powerTooShort)
            case .controlCharging: self.init(.powerControlCharging)
            case .controlTooShort: self.init(.powerControlTooShort)
            case .undecided: self.init(.powerUndecided)
            }
        }
    }
}
