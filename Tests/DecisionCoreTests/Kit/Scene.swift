import DecisionCore
import FieldModel

/// A small world for the trail: fixes given in metres from 50 N 10 E and seconds from T0, fed to a core as the phone
/// does, with everything that came of it.
struct Scene {
    var core: TrailCore
    var ledger = TrailLedger()
    /// One letter a fix, as in a samples file.
    private(set) var verdicts = ""
    private(set) var rulings: [Ruling] = []
    private(set) var decisions: [Decision] = []
    private(set) var n: SequenceNumber = 0

    init(_ rules: TrailRules = TrailRules()) { core = TrailCore(rules: rules) }

    /// 2026-05-04T08:00:00Z.
    static let start: Int64 = 1_777_881_600_000
    /// Metres of one degree of latitude at R = 6,371,000 m.
    static let degree = 111_194.926_644_558_74
    /// cos 50 degrees.
    private static let parallel = 0.642_787_609_686_539_4

    static func wallTime(_ seconds: Double) -> WallTime { WallTime(start + Int64((seconds * 1000).rounded())) }

    static func fix(
        _ seconds: Double, north: Double = 0, east: Double = 0, accuracy: Double = 8, speed: Double? = -1,
        speedAccuracy: Double? = nil, course: Double? = nil, courseAccuracy: Double? = nil, received: Double? = nil,
        source: FixSource = .gps
    ) -> Fix {
        // A speed comes with all that belongs to one, unless a test says otherwise.
        let given = speed ?? 0
        let reading = FixReading(
            sampleTime: Double(start) / 1000 + seconds, latitude: 50 + north / degree,
            longitude: 10 + east / (degree * parallel), horizontalAccuracy: accuracy, altitude: 100,
            verticalAccuracy: 5, speed: speed, speedAccuracy: speedAccuracy ?? (given >= 0 ? 0.3 : -1),
            course: course ?? (given >= 0 ? 0 : -1), courseAccuracy: courseAccuracy ?? (given >= 0 ? 5 : -1),
            source: source)
        let arrival = received ?? seconds
        return Fix(reading, receiveTime: wallTime(arrival), bootTime: BootTime(Int64((arrival * 1000).rounded())))
    }

    @discardableResult
    mutating func feed(_ fix: Fix) -> Ruling {
        var step: [Decision] = []
        core.decide(.fixArrived(fix), at: fix.stamp, into: &step)
        n += 1
        core.recorded(as: n)
        ledger.take(.fixArrived(fix), at: fix.stamp, step, of: core)
        decisions += step
        guard case .ruled(let ruling) = step.last else { preconditionFailure("a fix without a ruling") }
        rulings.append(ruling)
        verdicts += ruling.verdict.rawValue
        return ruling
    }

    mutating func feed(_ fixes: [Fix]) { for fix in fixes { feed(fix) } }

    mutating func signal(_ signal: Signal, at seconds: Double) {
        n += 1
        let stamp = Stamp(
            n: n, wallTime: Self.wallTime(seconds), bootTime: BootTime(Int64((seconds * 1000).rounded())))
        var step: [Decision] = []
        core.decide(signal, at: stamp, into: &step)
        ledger.take(signal, at: stamp, step, of: core)
        decisions += step
    }

    mutating func motion(_ kind: MotionKind, at seconds: Double) {
        signal(.motionRead(MotionReading(kind: kind)), at: seconds)
    }

    mutating func launch(at seconds: Double) { signal(.launched(run: "run", boot: "boot"), at: seconds) }

    // What came of it.

    var points: [TrailPoint] { ledger.points }
    var judgement: Judgement { ledger.judgement(of: core) }
    var stays: [Stay] { ledger.stays(of: core) }
    /// Whole metres.
    var solid: Int64 { Self.metres(judgement.solid) }
    var dashed: Int64 { Self.metres(judgement.dashed) }
    var connectors: [Int64] { judgement.joins.filter { !$0.isSolid }.map { Self.metres($0.distance) } }

    func count(_ reason: Reason) -> Int { rulings.count { $0.reason == reason } }
    func count(_ origin: TrailPoint.Origin) -> Int { points.count { $0.origin == origin } }

    static func metres(_ mm: Int64) -> Int64 { Int64((Double(mm) / 1000).rounded()) }
    /// How far north of the origin a stored point lies, in whole metres.
    static func north(_ point: TrailPoint) -> Int64 {
        Int64(((Double(point.fix.latitude) / 1e7 - 50) * degree).rounded())
    }
    /// Seconds from T0.
    static func seconds(_ time: WallTime) -> Double { Double(time.rawValue - start) / 1000 }
}

extension Scene {
    /// Fixes a second apart going north at a constant speed, the first at `from` metres. A `claimed` speed a little below
    /// keeps three seconds' way clear of the spacing, which is three seconds' way too.
    static func going(
        _ range: Range<Int>, from north: Double, at speed: Double, claimed: Double? = nil,
        accuracy: (Int) -> Double = { _ in 8 }
    ) -> [Fix] {
        range.map { second in
            fix(
                Double(second), north: north + speed * Double(second - range.lowerBound), accuracy: accuracy(second),
                speed: claimed ?? speed)
        }
    }

    /// Fixes a second apart of a phone that lies still and says so.
    static func still(_ range: Range<Int>, at north: Double, accuracy: Double = 8) -> [Fix] {
        range.map { fix(Double($0), north: north, accuracy: accuracy, speed: 0) }
    }

    /// Rows as in the field faults: `t,lat,lon,hacc,spd,sacc,crs,cacc,mot,rx`, -1 invalid, # lines are remarks. The motion
    /// word becomes a reading before the fix wherever it changes.
    mutating func rows(_ text: String) {
        var word: MotionKind?
        for (kind, fix) in Self.fixes(text) {
            if kind != word { motion(kind, at: Self.seconds(fix.receiveTime)) }
            word = kind
            feed(fix)
        }
    }

    /// The fixes of such rows, each with its motion.
    static func fixes(_ text: String) -> [(kind: MotionKind, fix: Fix)] {
        let kinds: [Substring: MotionKind] = [
            "walk": .walking, "still": .stationary, "car": .automotive, "unknown": .unknown,
        ]
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.split(separator: ",").map { $0.drop { $0 == " " } }
            let numbers = cells.map { Double($0) ?? .nan }
            let arrival = numbers[9] - Double(start) / 1000
            let reading = FixReading(
                sampleTime: numbers[0], latitude: numbers[1], longitude: numbers[2], horizontalAccuracy: numbers[3],
                speed: numbers[4], speedAccuracy: numbers[5], course: numbers[6], courseAccuracy: numbers[7])
            let time = BootTime(Int64((arrival * 1000).rounded()))
            return (kinds[cells[8]]!, Fix(reading, receiveTime: wallTime(arrival), bootTime: time))
        }
    }
}
