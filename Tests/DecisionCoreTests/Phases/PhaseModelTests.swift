import DecisionCore
import FieldModel
import Foundation
import TestKit
import Testing

/// The table as a model: every state that can be reached, every input in it, and what must hold of each step.
@Suite struct PhaseModelTests {
    /// What a shell would hold after carrying out the effects.
    struct Shell: Hashable {
        var receiver: String?
        var timers: Set<String> = []
        var services: Set<Service> = []

        mutating func carryOut(_ decisions: [Decision]) {
            for decision in decisions {
                switch decision {
                case .setProfile(let profile): receiver = profile.receiverOn ? profile.label : nil
                case .effect(.startTimer(let id, _)): timers.insert(id)
                case .effect(.cancelTimer(let id)): timers.remove(id)
                case .effect(.start(let service)): services.insert(service)
                case .effect(.stop(let service)): services.remove(service)
                default: break
                }
            }
        }

        /// What the machine believes.
        init(_ machine: PhaseMachine) {
            receiver = machine.profile?.receiver.label
            if machine.stillnessTimerIsArmed { timers.insert("stillness") }
            if machine.probeTimerIsArmed { timers.insert("probe") }
            if machine.phase != .disabled { services = [.wakes, .motion] }
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
            shell.timers = []
        }
        // A timer that fired runs no more.
        if input == .stillnessFired { shell.timers.remove("stillness") }
        if input == .probeFired { shell.timers.remove("probe") }
        shell.carryOut(decisions)
        let wanted = Shell(machine)
        let (phase, from) = (machine.phase, before.phase)
        if shell != wanted { return "the effects leave \(shell), the machine believes \(wanted)" }
        if (wanted.receiver != nil) != phase.receiverIsOn { return "receiver \(wanted.receiver ?? "off") in \(phase)" }
        if phase == .disabled, !shell.timers.isEmpty || !shell.services.isEmpty { return "\(shell) after disable" }
        if wanted.timers.contains("stillness"), phase != .moving { return "stillness armed in \(phase)" }
        if wanted.timers.contains("probe") != (phase == .probing || phase == .settling) { return "probe in \(phase)" }
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

    static let isLong = ProcessInfo.processInfo.environment["FLIGHTLOG_LONG"] != nil

    @Test func aMillionRandomStepsKeepThePromisesAndTakeEveryRowAThousandTimes() {
        let (steps, least) = Self.isLong ? (1_000_000, 1000) : (100_000, 100)
        var random = SeededRandom(seed: 7)
        var machine = PhaseMachine()
        var rows: [PhaseRow: Int] = [:]
        var faults: [String] = []
        var time: Int64 = 0
        var previous = PhaseInput.enable
        for step in 0..<steps {
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
        #expect(PhaseRow.allCases.filter { rows[$0, default: 0] < least }.map { "\($0) \(rows[$0, default: 0])" } == [])
    }
}
