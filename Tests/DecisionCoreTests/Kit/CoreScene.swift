import DecisionCore
import FieldModel

/// Any core, fed as the phone does, with everything it decided.
struct CoreScene<Core: DecidingCore> {
    var core: Core
    private(set) var decisions: [Decision] = []
    private(set) var rulings: [Ruling] = []
    private(set) var n: SequenceNumber = 0

    init(_ core: Core) { self.core = core }

    mutating func feed(_ fix: Fix) {
        decide(.fixArrived(fix), at: fix.stamp)
        core.recorded(as: n)
    }

    mutating func feed(_ fixes: some Sequence<Fix>) { for fix in fixes { feed(fix) } }

    /// A signal, seconds after T0.
    mutating func signal(_ signal: Signal, at seconds: Double) {
        let boot = BootTime(Int64((seconds * 1000).rounded()))
        decide(signal, at: Stamp(n: n + 1, wallTime: Scene.wallTime(seconds), bootTime: boot))
    }

    mutating func motion(_ kind: MotionKind, at seconds: Double) {
        signal(.motionRead(MotionReading(kind: kind, confidence: .high)), at: seconds)
    }

    private mutating func decide(_ signal: Signal, at stamp: Stamp) {
        n += 1
        var step: [Decision] = []
        core.decide(signal, at: stamp, into: &step)
        decisions += step
        for case .ruled(let ruling) in step { rulings.append(ruling) }
    }

    func count(_ reason: Reason) -> Int { rulings.count { $0.reason == reason } }

    /// `to` and `cause` of every change of a machine, `to by cause`.
    func changes(of machine: String) -> [String] {
        decisions.compactMap { decision in
            guard case .stateChanged(let change) = decision, change.machine == machine else { return nil }
            return "\(change.to) by \(change.cause)"
        }
    }
}
