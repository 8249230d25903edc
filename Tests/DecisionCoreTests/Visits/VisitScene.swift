import DecisionCore
import FieldModel

/// Visits told to a core of visits, and what is shown of them.
struct VisitScene {
    var core = VisitCore()
    var ledger = VisitLedger()
    var corrections = VisitCorrections()
    private(set) var filings: [VisitFiling] = []
    private var n: SequenceNumber = 0

    /// Every visit at one moment.
    var shown: [ShownVisit] { VisitBook(ledger, corrections: corrections).visits }
    /// In UTC.
    var spans: [String] { shown.map { $0.span(offset: 0) } }

    /// A time of 2026-05-04, as `HH:MM` or `HH:MM:SS`, or of a later day, as `+1 HH:MM`.
    static func time(_ text: String) -> WallTime {
        let parts = text.split(separator: " ")
        let day = parts.count > 1 ? parts[0].dropFirst() : "0"
        let clock = parts[parts.count - 1] + (parts[parts.count - 1].count == 5 ? ":00" : "")
        return WallTime(rfc3339: "2026-05-0\(4 + Int(day)!)T\(clock)Z")!
    }

    /// A report that comes in at `at`; nil times are what the platform does not know.
    mutating func report(_ arrival: String?, _ departure: String?, north: Double = 0, at: String) {
        let fix = Scene.fix(0, north: north)
        let report = VisitReport(
            arrival: arrival.map(Self.time), departure: departure.map(Self.time), latitude: fix.latitude,
            longitude: fix.longitude, horizontalAccuracy: Quantity(3000))
        decide(.visitReported(report), at: Stamp(wallTime: Self.time(at)))
    }

    mutating func signal(_ signal: Signal, at: String) { decide(signal, at: Stamp(wallTime: Self.time(at))) }

    /// A drive north at 20 m/s, a fix a second.
    mutating func drive(from: String, seconds: Int) {
        let start = Double(Self.time(from).rawValue - Scene.start) / 1000
        signal(.motionRead(MotionReading(kind: .automotive)), at: from)
        for second in 0..<seconds {
            let time = start + Double(second)
            var fix = Scene.fix(time, north: 20 * Double(second), speed: 20)
            fix.bootTime = nil
            decide(.fixArrived(fix), at: fix.stamp)
            core.recorded(as: n)
        }
    }

    private mutating func decide(_ signal: Signal, at stamp: Stamp) {
        n += 1
        var stamp = stamp
        if case .fixArrived = signal {} else { stamp.n = n }
        var decisions: [Decision] = []
        core.decide(signal, at: stamp, into: &decisions)
        ledger.take(signal, at: stamp, decisions)
        for case .visitFiled(let filing) in decisions { filings.append(filing) }
    }
}
