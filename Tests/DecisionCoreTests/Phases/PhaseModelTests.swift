import DecisionCore
import FieldModel
import TestKit
import Testing

/// The table as a model: every state that can be reached, every input in it, and what must hold of each step.
@Suite struct PhaseModelTests {
    /// What a shell would hold after carrying out the effects.
    struct Shell: Hashable {
        /// Bits, so that a million steps take seconds.
        struct Held: OptionSet, Hashable {
            var rawValue: UInt8
            static let stillness = Held(rawValue: 1), probe = Held(rawValue: 2)
            static let timers: Held = [.stillness, .probe]
            static let wakes = Held(rawValue: 4), motion = Held(rawValue: 8)
            static let services: Held = [.wakes, .motion]

            init(rawValue: UInt8) { self.rawValue = rawValue }
            init(timer id: String) { self = id == PhaseTimer.stillness ? .stillness : .probe }
            init(_ service: Service) { self = service == .wakes ? .wakes : .motion }
        }

        var receiver: String?
        var held: Held = []

        mutating func carryOut(_ decisions: [Decision]) {
            for decision in decisions {
                switch decision {
                case .setProfile(let profile): receiver = profile.receiverOn ? profile.label : nil
                case .effect(.startTimer(let id, _)): held.insert(Held(timer: id))
                case .effect(.cancelTimer(let id)): held.remove(Held(timer: id))
                case .effect(.start(let service)): held.insert(Held(service))
                case .effect(.stop(let service)): held.remove(Held(service))
                default: break
                }
            }
        }

        /// What the machine believes.
        init(_ machine: PhaseMachine) {
            receiver = machine.profile?.receiver.label
            if machine.stillnessTimerIsArmed { held.insert(.stillness) }
            if machine.probeTimerIsArmed { held.insert(.probe) }
            if machine.phase != .disabled { held.formUnion(.services) }
        }
    }

    static let inputs: [PhaseInput] =
        [
            .enable, .disable, .stillnessFired, .probeFired, .significantChange, .visit, .hint, .launch,
            .motionAccess(usable: true), .motionAccess(usable: false), .fix(speed: nil),
        ]
        + [0, 29, 30, 69, 70, 250, 700, 1250].map { .fix(speed: $0) }
        + MotionKind.allCases.flatMap { kind in Confidence.allCases.map { .motion(kind, $0) } }

    /// Takes one step and gives what is wrong with it, or nil.
    static func fault(
        _ machine: inout PhaseMachine, _ input: PhaseInput, at time: Int64, counting rows: inout [PhaseRow: Int]
    ) -> String? {
        let before = machine
        var decisions: [Decision] = []
        let row = machine.take(input, at: time, PhaseRules(), into: &decisions)
        rows[row, default: 0] += 1
        var shell = Shell(before)
        if input == .launch {
            // The shell of a new process holds nothing; what is armed with the system stays armed.
            shell.receiver = nil
            shell.held.subtract(.timers)
        }
        // A timer that fired runs no more.
        if input == .stillnessFired { shell.held.remove(.stillness) }
        if input == .probeFired { shell.held.remove(.probe) }
        shell.carryOut(decisions)
        let wanted = Shell(machine)
        let (phase, from) = (machine.phase, before.phase)
        if shell != wanted { return "the effects leave \(shell), the machine believes \(wanted)" }
        if (wanted.receiver != nil) != phase.receiverIsOn { return "receiver \(wanted.receiver ?? "off") in \(phase)" }
        if phase == .disabled, !shell.held.isEmpty { return "\(shell) after disable" }
        if wanted.held.contains(.stillness), phase != .moving { return "stillness armed in \(phase)" }
        if wanted.held.contains(.probe) != (phase == .probing || phase == .settling) { return "probe in \(phase)" }
        if phase == .moving, from != .moving {
            switch input {
            case .motion(let kind, let confidence) where kind != .stationary && kind != .unknown && confidence > .low:
                break
            case .fix(let speed?) where speed >= 70: break
            default: return "moving by \(input.code)"
            }
        }
        if machine.tripIsOpen != (phase == .moving || phase == .probing && before.tripIsOpen && input != .launch) {
            return "the trip"
        }
        return nil
    }

    @Test func everyReachableStateKeepsItsPromisesUnderEveryInput() {
        var rows: [PhaseRow: Int] = [:]
        var seen: Set<PhaseMachine> = [PhaseMachine()]
        var waiting = [PhaseMachine()]
        var faults: [String] = []
        while let machine = waiting.popLast() {
            for input in Self.inputs {
                var next = machine
                // Readings lie far enough apart to be no repeats; what a reading leaves of itself is left out.
                if let fault = Self.fault(&next, input, at: 0, counting: &rows) {
                    faults.append("\(machine) \(input): \(fault)")
                }
                next = next.withoutLastReading
                if seen.insert(next).inserted { waiting.append(next) }
            }
        }
        #expect(faults.prefix(3) == [])
        #expect(seen.count > 1900)
        #expect(Set(rows.keys).union([.repeated]) == Set(PhaseRow.allCases))
    }

    /// What leads on in each phase, so that a random walk gets everywhere.
    static let likely: [Phase: [PhaseInput]] = [
        .probing: [.fix(speed: nil), .motion(.stationary, .high), .fix(speed: 250), .probeFired],
        .moving: [.motion(.stationary, .medium), .fix(speed: 0), .fix(speed: 0), .stillnessFired],
        .settling: [.fix(speed: 250), .fix(speed: 250), .probeFired, .hint, .motion(.walking, .high)],
        .stationary: [.motion(.unknown, .high), .motion(.running, .high), .visit],
    ]

    @Test func aMillionRandomStepsKeepThePromisesAndTakeEveryRowAThousandTimes() {
        var random = SeededRandom(seed: 7)
        var machine = PhaseMachine()
        var rows: [PhaseRow: Int] = [:]
        var faults: [String] = []
        var time: Int64 = 0
        var previous = PhaseInput.enable
        for step in 0..<1_000_000 {
            time += Int64(random.next() % 20_000)
            let choices =
                random.next() % 2 == 0 ? Self.inputs : Self.likely[machine.phase, default: [.enable, .launch]]
            // Turning off and launching are rare, or little else would happen.
            let isRare = machine.phase == .disabled || random.next() % 8 == 0
            let choice = choices[Int(random.next() % UInt64(choices.count))]
            previous = (choice == .disable || choice == .launch) && !isRare ? previous : choice
            if let fault = Self.fault(&machine, previous, at: time, counting: &rows) {
                faults.append("step \(step), \(previous): \(fault)")
            }
        }
        #expect(faults.prefix(3) == [])
        #expect(PhaseRow.allCases.filter { rows[$0, default: 0] < 1000 }.map { "\($0) \(rows[$0, default: 0])" } == [])
    }
}
