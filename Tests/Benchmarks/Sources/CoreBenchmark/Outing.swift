import DecisionCore
import FieldModel

/// Three hours of a phone in a pocket, a fix a second where the receiver would run: still at home, a walk of 1.4 km, half an
/// hour in a café, a drive of 15 km, home. With the motion sensor every five seconds, steps, heartbeats of the battery, and
/// the timers that the phases would start. Made of whole numbers, the same everywhere.
struct Outing {
    private(set) var signals: [Signal] = []
    /// Of the signal with the same index.
    private(set) var stamps: [Stamp] = []
    private var random: UInt64 = 7

    init() {
        add(0, .launched(run: "run", boot: "boot"))
        add(0, .authorizationChanged(Authorization(location: .always, precise: true, motion: .authorized)))
        add(0, .trackingTurned(on: true))
        for second in 1..<10_800 { pass(second) }
    }

    /// Half of the way is walked through streets with a dot every 20 m.
    static var pack: StreetPack {
        let line = Value.array([[50.0, 10.0], [50.0126, 10.0]])
        let town: Value = ["id": "home", "lat": 50.006, "lon": 10.0, "radius_m": 2000, "streets": [["line": line]]]
        guard let pack = try? StreetPack(["towns": [town]]) else { preconditionFailure("the pack above is well made") }
        return pack
    }

    /// Everything a day later.
    mutating func passDay() {
        let day: Int64 = 86_400_000
        for index in signals.indices {
            stamps[index].wallTime = stamps[index].wallTime + day
            stamps[index].bootTime = stamps[index].bootTime.map { $0 + day }
            guard case .fixArrived(var fix) = signals[index] else { continue }
            fix.sampleTime = fix.sampleTime + day
            fix.receiveTime = fix.receiveTime + day
            fix.bootTime = fix.bootTime.map { $0 + day }
            signals[index] = .fixArrived(fix)
        }
    }

    private enum Part { case home, walk, café, drive }

    private mutating func pass(_ second: Int) {
        let part: Part =
            switch second {
            case ..<1800: .home
            case ..<2800: .walk
            case ..<4600: .café
            case ..<5600: .drive
            default: .home
            }
        // cm north of home, along the way and back.
        let north: Int =
            switch second {
            case ..<1800: 0
            case ..<2800: (second - 1800) * 140
            case ..<4600: 140_000
            case ..<5600: abs(140_000 - (second - 4600) * 1540)
            default: 0
            }
        let kind: MotionKind = part == .walk ? .walking : part == .drive ? .automotive : .stationary
        if second % 5 == 0 { add(second, .motionRead(MotionReading(kind: kind, confidence: .high))) }
        if part == .walk, second % 10 == 0 { add(second, .stepsCounted(17)) }
        if second % 60 == 0 { add(second, .batteryRead(level: 0.5, plugged: false)) }
        if second % 45 == 44 { add(second, .timerFired(id: "probe")) }
        if second % 120 == 119 { add(second, .timerFired(id: "stillness")) }
        add(second, .fixArrived(fix(second, north: north, speed: part == .walk ? 140 : part == .drive ? 1540 : 0)))
    }

    private mutating func fix(_ second: Int, north: Int, speed: Int32) -> Fix {
        // 1e-7 degree is 1.11 cm; noise of some metres.
        let latitude = 500_000_000 + Int32(north * 9 / 10) + noise(200)
        return Fix(
            sampleTime: time(second) + -300, receiveTime: time(second), bootTime: BootTime(Int64(second) * 1000),
            latitude: latitude, longitude: 100_000_000 + noise(300), horizontalAccuracy: Quantity(800 + noise(300)),
            altitude: Quantity(10_000), verticalAccuracy: Quantity(500), speed: Quantity(max(0, speed + noise(20))),
            speedAccuracy: Quantity(30), course: Quantity(0), courseAccuracy: Quantity(50))
    }

    private func time(_ second: Int) -> WallTime { WallTime(1_777_881_600_000 + Int64(second) * 1000) }

    private mutating func add(_ second: Int, _ signal: Signal) {
        let stamp = Stamp(
            n: SequenceNumber(signals.count + 1), wallTime: time(second), bootTime: BootTime(Int64(second) * 1000))
        signals.append(signal)
        stamps.append(stamp)
    }

    /// Between -`most` and `most`, even.
    private mutating func noise(_ most: Int32) -> Int32 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int32(truncatingIfNeeded: random >> 33) % (most + 1)
    }
}
