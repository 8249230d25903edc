import FieldModel
import FlightAnalysis
import TestKit

/// 2026-05-04T08:00:00Z, the origin of all made-up logs here.
let origin: Int64 = 1_777_881_600_000

/// A log written line by line, with numbers and clocks that go by themselves: second 0 is the origin, 1,000 s after the
/// start of the machine, which has slept 100 s by then.
struct LogText {
    var events: [String] = []
    var samples: [String] = []
    private var n = 0
    /// Seconds that the wall clock is ahead of where it should be.
    var clockError = 0.0
    /// Seconds on the boot clock at second 0.
    var bootStart = 1000.0
    /// Seconds the device has slept so far.
    var asleep = 100.0
    static let header = "n,m,recv,t,lat,lon,hacc,alt,vacc,speed,sacc,course,cacc,src,motion,app,verdict,reason"

    private func millis(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) }

    /// An event at a second, with further members as they stand in JSON (`"app":"bg"`).
    mutating func event(_ second: Double, _ kind: String, _ members: String = "") {
        n += 1
        let m = bootStart + second
        events.append(
            #"{"n":\#(n),"t":\#(origin + millis(second + clockError)),"m":\#(millis(m)),"u":\#(millis(m - asleep)),"#
                + #""k":"\#(kind)"\#(members.isEmpty ? "" : "," + members)}"#)
    }

    mutating func launch(_ second: Double, run: String = "A", period: Int? = 60, _ members: String = "") {
        let period = period.map { #","period":\#($0 * 1000)"# } ?? ""
        event(second, "launch", #""run":"\#(run)"\#(period)\#(members.isEmpty ? "" : "," + members)"#)
    }

    /// A beat that was due at `due`, the second it comes at unless said, with CPU time in ms.
    mutating func beat(_ second: Double, due: Double? = nil, cpu: Double? = nil, cb: Int = 58, _ members: String = "") {
        let cpu = cpu.map { #","cpu":\#($0)"# } ?? ""
        event(
            second, "hb",
            #""app":"bg","cb":\#(cb),"a":0,"r":\#(cb),"due":\#(millis(bootStart + (due ?? second)))\#(cpu)"#
                + (members.isEmpty ? "" : "," + members))
    }

    /// Beats each minute from one second to another.
    mutating func beats(_ seconds: StrideThrough<Double>, cb: Int = 58) {
        for second in seconds { beat(second, cb: cb) }
    }

    /// A fix `north` metres north of 50 N 10 E.
    mutating func fix(_ second: Double, north: Double, hacc: Double = 8, age: Double = 0, verdict: String = "a") {
        fix(second, latitude: 50 + north / 111_194.92664, longitude: 10, hacc: hacc, age: age, verdict: verdict)
    }

    /// A fix at a place in degrees.
    mutating func fix(
        _ second: Double, latitude: Double, longitude: Double, hacc: Double = 8, age: Double = 0, verdict: String = "a"
    ) {
        n += 1
        let t = origin + millis(second + clockError)
        let times = "\(millis(bootStart + second)),\(t),\(t - millis(age))"
        samples.append("\(n),\(times),\(latitude),\(longitude),\(hacc),,,,,,,gps,,bg,\(verdict),")
    }

    /// Writes the log into a folder.
    func write(to folder: TemporaryFolder, named name: String = "") throws {
        let prefix = name.isEmpty ? "" : name + "/"
        try folder.write(events.map { $0 + "\n" }.joined(), to: prefix + "events/2026-05-04.jsonl")
        guard !samples.isEmpty else { return }
        try folder.write(
            ([Self.header] + samples).map { $0 + "\n" }.joined(), to: prefix + "samples/2026-05-04.csv")
    }

    /// What the gaps of this log are.
    func listing(threshold: Int64? = nil, window: TimeWindow = TimeWindow()) throws -> GapListing {
        let folder = TemporaryFolder()
        try write(to: folder)
        return GapListing(
            try LifeReport(of: LogSource.open(folder.path), threshold: threshold), window: window)
    }
}

/// The gaps of a single file with this text.
func listing(ofFile text: String, name: String = "log.txt") throws -> GapListing {
    try listing(ofFile: Array(text.utf8), name: name)
}

func listing(ofFile bytes: [UInt8], name: String = "log.txt") throws -> GapListing {
    let folder = TemporaryFolder()
    return GapListing(try LifeReport(of: LogSource.open(try folder.write(bytes, to: name))))
}

extension GapListing {
    var kinds: [String] { gaps.map(\.kind.rawValue) }
    var seconds: [Double] { gaps.map { Double($0.duration) / 1000 } }
    var life: Life { report.lives[0] }
    var ends: [RunEnd] { life.ends }
}
