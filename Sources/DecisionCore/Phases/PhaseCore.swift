import FieldModel

/// Spends the receiver only when it pays: the seven checks on a fix, then the five phases.
///
/// - A fix gets its verdict from the checks alone; only one that passes reaches the phases.
/// - A significant change counts as such whether it comes as a wake or as a fix, and whatever the checks say of the fix;
///   its position never counts as a fix of the phases.
/// - A confidence that the source never gives is not asked for: such a reading counts as high.
public struct PhaseCore: DecidingCore {
    public static let name = "phases"
    public static let version = 1

    public var rules: PhaseRules
    public internal(set) var machine = PhaseMachine()
    public internal(set) var filter = FixFilter()
    /// The row of the table that the last signal was; nil for a signal that is no input of the phases.
    public private(set) var lastRow: PhaseRow?

    public init(rules: PhaseRules = PhaseRules()) { self.rules = rules }

    public mutating func decide<Listener: CheckListener>(
        _ signal: Signal, at stamp: Stamp, into decisions: inout [Decision], heardBy listener: inout Listener
    ) {
        lastRow = nil
        guard let input = input(of: signal, &decisions, &listener) else { return }
        lastRow = machine.take(input, at: stamp.coreClock, rules, into: &decisions)
    }

    public mutating func recorded(as n: SequenceNumber) {}

    private mutating func input<Listener: CheckListener>(
        of signal: Signal, _ decisions: inout [Decision], _ listener: inout Listener
    ) -> PhaseInput? {
        switch signal {
        case .fixArrived(let fix):
            let refusal = filter.refuse(fix, rules, &listener)
            decisions.append(.ruled(refusal ?? Ruling(.accepted)))
            switch fix.source {
            case .gps: return refusal == nil ? .fix(speed: fix.speed.isValid ? fix.speed.rawValue : nil) : nil
            case .significantChange: return .significantChange
            case .visit: return .visit
            }
        case .motionRead(let reading): return .motion(reading.kind, reading.confidence ?? .high)
        case .stepsCounted(let steps): return Int64(steps) >= rules.hintSteps ? .hint : nil
        case .burstMeasured(let burst):
            return Int64(burst.rms) >= rules.hintRms || Int64(burst.peak) >= rules.hintPeak ? .hint : nil
        case .woken(by: .significantChange): return .significantChange
        case .woken(by: .visit), .visitReported: return .visit
        case .timerFired(id: PhaseTimer.stillness): return .stillnessFired
        case .timerFired(id: PhaseTimer.probe): return .probeFired
        case .trackingTurned(let on): return on ? .enable : .disable
        case .authorizationChanged(let authorization): return authorization.motion.map { .motionAccess($0) }
        case .launched:
            filter.restart()
            return .launch
        case .woken, .regionCrossed, .timerFired, .appMoved, .batteryRead, .settingsChanged, .holeFound, .zoneChanged:
            return nil
        }
    }
}

extension PhaseInput {
    /// Not yet asked counts as usable: the system asks when the readings are started.
    static func motionAccess(_ motion: Authorization.Motion) -> PhaseInput {
        .motionAccess(usable: motion == .authorized || motion == .notDetermined)
    }
}
