/// What the phone does beside positions and motion: it launches the app, moves it between foreground and background,
/// drains its battery, counts steps, reports visits and significant changes, and after a suspension wakes the app.
import FieldModel

struct Phone {
    private let parameters: Parameters
    private var random: DayRandom
    private var appStates: [(second: Int, state: AppState)]
    private(set) var appState = AppState.foreground
    private var battery = 0.97
    private var announcedPercent = 0
    private var stepMetres = 0.0
    private var restingSince: WallTime?
    private var visit: VisitReport?
    private var significantAt: Double

    /// Identity of the run and of the boot.
    let run: String
    let boot: String

    init(seed: UInt64, parameters: Parameters) {
        self.parameters = parameters
        random = DayRandom(seed: seed, stream: .app)
        var identity = DayRandom(seed: seed, stream: .identity)
        run = Self.uuid(&identity)
        boot = Self.uuid(&identity)
        significantAt = parameters[.significantDistance]
        // Looked at after the launch, and a few times while awake.
        appStates = [(random.between(40, 120), .background)]
        for hour in [2, 5, 9, 12] {
            let second = hour * 3600 + random.between(0, 3000)
            appStates += [(second, .foreground), (second + random.between(20, 240), .background)]
        }
        appStates.reverse()
    }

    /// Written at every launch before anything else.
    func launch() -> [Signal] {
        let settings = [
            ("pauses", false), ("indicator", true), ("background", true), ("session", true), ("slc", true),
            ("visits", true),
        ]
        return [
            .launched(run: run, boot: boot),
            .zoneChanged(offset: 7200),
            .settingsChanged(settings.map { Record.Field($0.0, .bool($0.1)) }),
            .authorizationChanged(Authorization(location: .always, precise: true, motion: .authorized)),
            .trackingTurned(on: true),
        ]
    }

    /// The signals of this second.
    mutating func observe(_ moment: TrueMoment, second: Int, stamp: Stamp) -> [Signal] {
        var signals: [Signal] = []
        if let next = appStates.last, next.second <= second {
            appStates.removeLast()
            appState = next.state
            signals.append(.appMoved(to: next.state))
        }
        drain(&signals, resting: moment.row.activity == .resting && moment.reception == .indoors, second: second)
        if moment.row.activity == .walking { count(moment.row.speed, second, &signals) }
        reportVisit(moment.row, &signals)
        if moment.row.metres >= significantAt {
            significantAt = moment.row.metres + parameters[.significantDistance] * random.between(0.8, 2)
            signals.append(.fixArrived(significantChange(moment.row, stamp)))
        }
        return signals
    }

    private mutating func drain(_ signals: inout [Signal], resting: Bool, second: Int) {
        // On the charger at night.
        let charging = resting && second > 54_000
        battery += (charging ? 0.25 : -parameters[.batteryPerHour]) / 3600
        battery = min(max(battery, 0.05), 1)
        let percent = Int((battery * 100).rounded())
        if percent != announcedPercent {
            announcedPercent = percent
            signals.append(.batteryRead(level: Double(percent) / 100, plugged: charging))
        }
    }

    /// A step is 0.7 m; they are reported once a minute.
    private mutating func count(_ speed: Double, _ second: Int, _ signals: inout [Signal]) {
        stepMetres += speed
        guard second % 60 == 0, stepMetres >= 0.7 else { return }
        let steps = Int(stepMetres / 0.7)
        stepMetres -= Double(steps) * 0.7
        signals.append(.stepsCounted(steps))
    }

    private mutating func reportVisit(_ row: TruthRow, _ signals: inout [Signal]) {
        if row.activity == .resting {
            let since = restingSince ?? row.time
            restingSince = since
            guard visit == nil, Double(row.time - since) >= parameters[.visitDelay] * 1000 else { return }
            let report = VisitReport(
                arrival: since, departure: nil, latitude: Int32((row.place.latitude * 1e7).rounded()),
                longitude: Int32((row.place.longitude * 1e7).rounded()), horizontalAccuracy: Quantity(6500))
            visit = report
            signals.append(.visitReported(report))
        } else if let left = restingSince {
            restingSince = nil
            guard var report = visit else { return }
            visit = nil
            report.departure = left == row.time ? row.time : row.time + -1000
            signals.append(.visitReported(report))
        }
    }

    private mutating func significantChange(_ row: TruthRow, _ stamp: Stamp) -> Fix {
        let sigma = parameters[.significantClaimed] * 0.3
        let place = row.place.moved(Offset(north: random.normal() * sigma, east: random.normal() * sigma))
        var reading = FixReading(row.time, place, accuracy: parameters[.significantClaimed])
        reading.source = .significantChange
        return Fix(reading, receiveTime: stamp.wallTime, bootTime: stamp.bootTime)
    }

    private static func uuid(_ random: inout DayRandom) -> String {
        var digits = (0..<4).flatMap { _ in hexadecimal(random.draw()) }
        digits[12] = "4"
        digits[16] = "a"
        for dash in [20, 16, 12, 8] { digits.insert("-", at: dash) }
        return String(digits)
    }

    private static func hexadecimal(_ word: UInt32) -> [Character] {
        let text = String(word, radix: 16)
        return Array(String(repeating: "0", count: 8 - text.count) + text)
    }
}
