import DecisionCore
import FieldModel

/// A phone around a core of phases: carries out what it decides, lets its timers fire when they are due, and adds up how
/// long the receiver ran.
struct PhaseShell {
    var timeline = PhaseTimeline()
    /// ms
    private(set) var receiverTime: Int64 = 0
    private(set) var probes = 0
    private(set) var phases: [Phase] = []
    private var due: [(id: String, time: Int64)] = []

    var phase: Phase { timeline.core.machine.phase }

    /// Lets `seconds` pass; in each `input` gives the characters of a timeline that come in it, with the second it is.
    mutating func pass(_ seconds: Int, _ input: (Int) -> String = { _ in "" }) {
        for second in 0..<seconds {
            while let index = due.firstIndex(where: { $0.time <= timeline.time }) {
                feed(.timerFired(id: due.remove(at: index).id))
            }
            for character in input(second) {
                if let signal = PhaseTimeline.signals[character] {
                    feed(signal)
                } else if let speed = PhaseTimeline.speeds[character], phase.receiverIsOn {
                    feed(.fixArrived(timeline.fix(speed: speed)))
                }
            }
            if phase.receiverIsOn { receiverTime += 1000 }
            timeline.time += 1000
        }
    }

    private mutating func feed(_ signal: Signal) {
        let before = phase
        var decisions: [Decision] = []
        timeline.core.decide(signal, at: timeline.stamp, into: &decisions)
        if phase != before {
            phases.append(phase)
            if phase == .probing { probes += 1 }
        }
        for decision in decisions {
            switch decision {
            case .effect(.startTimer(let id, let milliseconds)):
                due.removeAll { $0.id == id }
                due.append((id, timeline.time + milliseconds))
            case .effect(.cancelTimer(let id)): due.removeAll { $0.id == id }
            default: break
            }
        }
    }
}
