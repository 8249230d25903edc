import DecisionCore
import FieldModel

/// A timeline of signals, a character a second, through a core of phases.
///
/// | characters | signal |
/// |---|---|
/// | `.` `~` | nothing for 1 s, for 30 s |
/// | `+` `-` `L` | tracking on, off; a new process |
/// | `W` `w` `m`, `A` `a`, `R`, `C` | walking high, low, medium; automotive high, low; running, cycling high |
/// | `S` `s` `l`, `U` `u` | stationary high, medium, low; unknown high, low |
/// | `0`…`9` `h` `b` `F` `n` | a fix at so many m/s; 0.5; 20; 30; none |
/// | `P` `T` | the probe timer, the stillness timer fired |
/// | `c` `v` | significant change, visit |
/// | `p` `q`, `g` `G` `k` | 10 steps, 9 steps; a burst strong by its mean, by its peak, a weak one |
/// | `^` `_` `!` `?` | motion access denied, granted, unavailable, not yet asked |
struct PhaseTimeline {
    var core: PhaseCore
    /// ms since the timeline began.
    var time: Int64 = 0
    /// What the last character led to, without verdicts.
    var last: [String] = []
    /// Rows in their order.
    var rows: [PhaseRow] = []

    init(_ text: String = "", rules: PhaseRules = PhaseRules()) {
        core = PhaseCore(rules: rules)
        run(text)
    }

    var effects: String { last.joined(separator: ", ") }

    mutating func run(_ text: String) {
        for character in text {
            if let signal = Self.signals[character] {
                feed(signal)
            } else if let speed = Self.speeds[character] {
                feed(.fixArrived(fix(speed: speed)))
            }
            time += character == "~" ? 30_000 : 1000
        }
    }

    mutating func feed(_ signal: Signal) {
        var decisions: [Decision] = []
        core.decide(signal, at: stamp, into: &decisions)
        last = decisions.compactMap(Self.describe)
        if let row = core.lastRow { rows.append(row) }
    }

    var stamp: Stamp { Stamp(wallTime: WallTime(Self.start + time), bootTime: BootTime(1_000_000 + time)) }

    /// A good fix at this moment, 10 m further north every second.
    func fix(speed: Int32?) -> Fix {
        Fix(
            sampleTime: WallTime(Self.start + time), receiveTime: WallTime(Self.start + time),
            bootTime: BootTime(1_000_000 + time), latitude: 500_000_000 + Int32(time / 1000 * 900),
            longitude: 100_000_000, horizontalAccuracy: Quantity(500), speed: Quantity(speed ?? -100))
    }

    static let start: Int64 = 1_777_881_600_000

    static func describe(_ decision: Decision) -> String? {
        switch decision {
        case .stateChanged(let change): "\(change.from)>\(change.to) by \(change.cause)"
        case .setProfile(let profile): profile.label
        case .effect(.startTimer(let id, let milliseconds)): "start \(id) \(milliseconds / 1000)"
        case .effect(.cancelTimer(let id)): "cancel \(id)"
        case .effect(.start(let service)): "start \(service.rawValue)"
        case .effect(.stop(let service)): "stop \(service.rawValue)"
        default: nil
        }
    }

    static let signals: [Character: Signal] = [
        "+": .trackingTurned(on: true), "-": .trackingTurned(on: false), "L": .launched(run: "r", boot: "b"),
        "W": motion(.walking, .high), "w": motion(.walking, .low), "m": motion(.walking, .medium),
        "A": motion(.automotive, .high), "a": motion(.automotive, .low), "R": motion(.running, .high),
        "C": motion(.cycling, .high), "S": motion(.stationary, .high), "s": motion(.stationary, .medium),
        "l": motion(.stationary, .low), "U": motion(.unknown, .high), "u": motion(.unknown, .low),
        "P": .timerFired(id: "probe"), "T": .timerFired(id: "stillness"), "c": .woken(by: .significantChange),
        "v": .woken(by: .visit), "p": .stepsCounted(10), "q": .stepsCounted(9),
        "g": .burstMeasured(AccelerationBurst(rms: 30, peak: 0)),
        "G": .burstMeasured(AccelerationBurst(rms: 0, peak: 150)),
        "k": .burstMeasured(AccelerationBurst(rms: 29, peak: 149)),
        "^": .authorizationChanged(Authorization(motion: .denied)),
        "_": .authorizationChanged(Authorization(motion: .authorized)),
        "!": .authorizationChanged(Authorization(motion: .unavailable)),
        "?": .authorizationChanged(Authorization(motion: .notDetermined)),
    ]

    static let speeds: [Character: Int32?] = {
        var speeds: [Character: Int32?] = ["h": 50, "b": 2000, "F": 3000]
        speeds.updateValue(nil, forKey: "n")
        for digit in 0...9 { speeds[Character("\(digit)")] = Int32(digit * 100) }
        return speeds
    }()

    private static func motion(_ kind: MotionKind, _ confidence: Confidence) -> Signal {
        .motionRead(MotionReading(kind: kind, confidence: confidence))
    }
}
