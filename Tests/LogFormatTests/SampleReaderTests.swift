import FieldModel
import LogFormat
import TestKit
import Testing

func readSamples(
    _ bytes: [UInt8], size: Int = 4096
) -> (samples: [Sample], damage: Damage, refusal: SampleHeader.Refusal?) {
    var reader = SampleReader()
    var samples: [Sample] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
        let chunk = Array(bytes[start..<min(start + size, bytes.count)])
        reader.feed(chunk.span, into: &samples)
    }
    reader.finish(into: &samples)
    return (samples, reader.damage, reader.refusal)
}

func readSamples(_ text: String) -> (samples: [Sample], damage: Damage, refusal: SampleHeader.Refusal?) {
    readSamples(Array(text.utf8))
}

@Suite struct SampleReaderTests {
    static let header = "n,m,recv,t,lat,lon,hacc,alt,vacc,speed,sacc,course,cacc,src,motion,app,verdict,reason\n"
    static let row =
        "7,1000,1777881600000,1777881599900,50.0000001,-10.5,8.00,350.25,4.00,1.40,0.30,12.5,5.0,gps,walking,bg,r,spacing\n"

    @Test(arguments: [1, 13, 4096])
    func `a row gives integers in the columns' units`(size: Int) {
        let (samples, damage, _) = readSamples(Array((Self.header + Self.row).utf8), size: size)
        let fix = Fix(
            sampleTime: WallTime(1_777_881_599_900), receiveTime: WallTime(1_777_881_600_000), bootTime: BootTime(1000),
            latitude: 500_000_001, longitude: -105_000_000, horizontalAccuracy: Quantity(800),
            altitude: Quantity(35025), verticalAccuracy: Quantity(400), speed: Quantity(140),
            speedAccuracy: Quantity(30), course: Quantity(125), courseAccuracy: Quantity(50), source: .gps,
            motion: .walking, appState: .background)
        #expect(samples == [Sample(n: 7, fix: fix, verdict: .rejected, reason: "spacing")])
        #expect(damage == Damage())
    }

    @Test func `columns stand in any order, unknown ones are passed over, missing ones are absent`() {
        let (samples, damage, _) = readSamples("lon,battery,t,lat,speed\n10,0.5,1777881600000,50,\n")
        let fix = samples.first?.fix
        #expect(fix?.latitude == 500_000_000)
        #expect(fix?.longitude == 100_000_000)
        #expect(fix?.receiveTime == WallTime(1_777_881_600_000))
        #expect(fix?.speed == .empty)
        #expect(fix?.speedAccuracy == .absent)
        #expect(fix?.horizontalAccuracy == .absent)
        #expect(fix?.defect == nil)
        #expect(!damage.isLoss)
    }

    static let cells: [(String, Quantity, FixColumn?)] = [
        ("1.4", Quantity(140), nil), ("1.405", Quantity(141), nil), ("1.4049999999999999999999", Quantity(140), nil),
        ("-1.405", Quantity(-141), nil), ("0.005", Quantity(1), nil), ("-0.005", Quantity(-1), nil),
        ("0.0049", Quantity(0), nil), ("1", Quantity(100), nil), ("-1", Quantity(-100), nil), ("-0", Quantity(0), nil),
        ("1.", Quantity(100), nil), (".5", Quantity(50), nil), ("+2.5", Quantity(250), nil),
        ("1e1", Quantity(1000), nil), ("15e-1", Quantity(150), nil), ("1.5E+2", Quantity(15000), nil),
        ("1e-9", Quantity(0), nil), ("1e-99999999999", Quantity(0), nil), ("0e999999", Quantity(0), nil),
        ("000000000000000000000000001.5", Quantity(150), nil), (" 3 ", Quantity(300), nil), ("", .empty, nil),
        ("nan", .empty, .speed), ("NaN", .empty, .speed), ("-inf", .empty, .speed), ("Infinity", .empty, .speed),
        ("21474836.47", Quantity(2_147_483_647), nil), ("21474836.48", .empty, .speed),
        ("-21474836.46", Quantity(-2_147_483_646), nil), ("-21474836.47", .empty, .speed), ("1e300", .empty, .speed),
        ("99999999999999999999999999", .empty, .speed),
    ]

    @Test(arguments: cells)
    func `a cell is rounded once, half away from zero, or makes the reading invalid`(
        text: String, quantity: Quantity, defect: FixColumn?
    ) {
        let (samples, damage, _) = readSamples("t,lat,lon,speed\n5,50,10,\(text)\n")
        #expect(samples.map(\.fix.speed) == [quantity])
        #expect(samples.map(\.fix.defect) == [defect])
        #expect(!damage.isLoss)
    }

    @Test(arguments: cells)
    func `a cell is read alike wherever it stands`(text: String, quantity: Quantity, defect: FixColumn?) {
        let row = "5,50,\(text),10,,,and a word that is longer than sixteen bytes\n"
        let (samples, damage, _) = readSamples("t,lat,speed,lon,src,x,reason\n" + row + row)
        #expect(samples.map(\.fix.speed) == [quantity, quantity])
        #expect(samples.map(\.fix.defect) == [defect, defect])
        #expect(samples.map(\.reason) == Array(repeating: "and a word that is longer than sixteen bytes", count: 2))
        #expect(!damage.isLoss)
    }

    /// Digits before the point, behind it, and how many decimals the column keeps.
    static let lengths = (0...9).flatMap { whole in (0...12).map { (whole, $0) } }

    @Test(arguments: lengths)
    func `a number of any length is the whole number that its digits make`(whole: Int, behind: Int) throws {
        var random = SeededRandom(seed: UInt64(whole * 100 + behind))
        let digits = (0..<whole + behind).map { _ in Int.random(in: 0...9, using: &random) }
        let text = { (range: Range<Int>) in digits[range].map(String.init).joined() }
        let number = text(0..<whole) + (behind > 0 ? "." + text(whole..<whole + behind) : "")
        // By hand: the digits that are kept, and one more where the first that is not kept is five or above.
        let kept = Int64(text(0..<min(whole + 7, whole + behind)) + String(repeating: "0", count: max(0, 7 - behind)))
        let expected = try #require(kept) + (behind > 7 && digits[whole + 7] >= 5 ? 1 : 0)
        let inRange = whole + behind > 0 && expected <= Int64(Int32.max) ? Int32(expected) : 0
        let (samples, _, _) = readSamples("lat,t,lon\n\(number),5,10\n-\(number),5,10\n")
        #expect(samples.first?.fix.latitude == inRange)
        #expect(samples.dropFirst().first.map(\.fix.latitude) == (whole + behind > 0 ? -inRange : nil))
    }

    @Test(arguments: ["x", "1.2.3", "1-2", "--1", "1e", "1 2", "\"50,000000\""])
    func `a cell that is no number costs its row only`(text: String) {
        let (samples, damage, _) = readSamples("t,lat,lon,speed\n5,50,10,\(text)\n6,50,10,1\n")
        #expect(samples.map(\.fix.sampleTime) == [WallTime(6)])
        #expect(damage[.cell] == 1)
        #expect(damage.findings.first?.line == 2)
    }

    @Test func `B056 readings that are not a number are invalid by their first column, the third row is read`() {
        let (samples, damage, _) = readSamples(
            """
            t,lat,lon,hacc,speed
            1777881600000,nan,nan,8,1
            1777881601000,NaN,10.0,8,1
            1777881602000,50.000000,10.000000,8,1.4

            """)
        #expect(samples.map(\.fix.defect) == [.lat, .lat, nil])
        #expect(!damage.isLoss)
    }

    @Test(arguments: [
        ("r", "invalid.speed", FixColumn.speed), ("r", "invalid.t", .t), ("r", "invalid.lon", .lon),
    ])
    func `the reason restores the defect of an empty cell`(verdict: String, reason: String, defect: FixColumn) {
        let (samples, _, _) = readSamples("t,lat,lon,speed,verdict,reason\n5,50,10,,\(verdict),\(reason)\n")
        #expect(samples.map(\.fix.defect) == [defect])
    }

    @Test func `a reading rounded on entry comes back from its text as the same fix`() {
        let reading = FixReading(
            sampleTime: .nan, latitude: 50, longitude: 10, horizontalAccuracy: 8, speed: .infinity)
        let fix = Fix(reading, receiveTime: WallTime(7), bootTime: nil)
        let (samples, _, _) = readSamples("recv,t,lat,lon,hacc,speed,src,verdict,reason\n7,,50,10,8,,gps,r,invalid.t\n")
        #expect(samples.map(\.fix) == [fix])
    }

    @Test func `B080 decimal commas with semicolons are refused by name`() {
        let (samples, damage, refusal) = readSamples("t;lat;lon;hacc\n1777881600;50,000000;10,000000;8\n")
        #expect(samples.isEmpty)
        #expect(refusal == .semicolons)
        #expect(refusal?.rawValue.contains("decimal comma") == true)
        #expect(damage.linesSkipped == 2)
    }

    @Test func `B081 a thousands separator is reported with its line and the rows behind it are read`() {
        let good = "1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600"
        let (samples, damage, _) = readSamples(
            """
            t,lat,lon,hacc,speed,sacc,course,cacc,motion,recv
            \(good)
            1,777,881,600\(good.dropFirst(10))
            \(good)

            """)
        #expect(samples.count == 2)
        #expect(damage[.columns] == 1)
        #expect(damage.findings.first?.line == 3)
        #expect(damage.findings.first?.detail.text(in: .en).hasPrefix("3 columns too many") == true)
    }

    @Test(arguments: [1, 5, 4096])
    func `B082 quoted text may hold commas, quotes and line ends`(size: Int) {
        let text = "t,lat,lon,reason\n5,50,10,\"said \"\"stop\"\", then\nleft, ok\"\n6,50,10,x\n"
        let (samples, damage, _) = readSamples(Array(text.utf8), size: size)
        #expect(samples.map(\.reason) == ["said \"stop\", then\nleft, ok", "x"])
        #expect(!damage.isLoss)
    }

    @Test func `a quote that is never closed costs its own line only`() {
        let rows = (1...40).map { "\($0),50,10,x\n" }.joined()
        let (samples, damage, _) = readSamples("t,lat,lon,reason\n0,50,10,\"open\n" + rows)
        #expect(samples.count == 40)
        #expect(damage[.cell] == 1)
        #expect(damage.findings.first?.line == 2)
    }

    @Test func `B090 every row behind a hole is read`() {
        let start: Int64 = 1_777_894_775_000
        let rows = { (first: Int64, count: Int64) in
            (0..<count).map { "\(first + $0 * 60_000),50,10\n" }.joined()
        }
        let bytes =
            Array(("t,lat,lon\n" + rows(start, 5)).utf8) + [UInt8](repeating: 0, count: 200)
            + Array(rows(start + 240_000 + 6_231_000, 5).utf8)
        let (samples, damage, _) = readSamples(bytes)
        #expect(samples.count == 10)
        #expect(samples[5].fix.sampleTime - samples[4].fix.sampleTime == 6_231_000)
        #expect(damage[.nulRun] == 1)
    }

    @Test(arguments: [("t,lat,lat,lon\n", "lat"), ("t,lat,lon,x,x\n", "x")])
    func `a column named twice is damage, and the first one counts`(header: String, name: String) {
        let (_, damage, refusal) = readSamples(header)
        #expect(refusal == nil)
        #expect(damage[.header] == 1)
        #expect(damage.findings.first?.detail.text(in: .en).contains(name) == true)
    }

    @Test(arguments: [
        ("lat,lon\n1,2\n", SampleHeader.Refusal.noTime), ("a,b\n1,2\n", .noKnownColumn), ("t\tlat\n", .tabs),
    ])
    func `a header without a time or a known name is refused`(text: String, refusal: SampleHeader.Refusal) {
        #expect(readSamples(text).refusal == refusal)
    }

    @Test(arguments: ["1\n", "\n", "1,", "gps\n", "\"\n", "nan"])
    func `a file full of one thing that is no row costs as much as it is long`(thing: String) {
        let times = 1_000_000 / thing.utf8.count
        let bytes = Array((Self.header + String(repeating: thing, count: times) + "\n" + Self.row).utf8)
        let (samples, damage, _) = readSamples(bytes, size: 1 << 18)
        #expect(samples.count == 1)
        #expect(damage.linesSkipped >= (thing == "\n" ? 0 : 1))
    }

    @Test func `a file cut at any byte gives the samples before the cut`() {
        let rows = (1...5).map { Self.row.replacing("7,1000", with: "\($0),\($0)000") }.joined()
        let bytes = Array((Self.header + rows).utf8)
        let whole = readSamples(bytes).samples
        for cut in Self.header.utf8.count...bytes.count {
            let samples = readSamples(Array(bytes[..<cut])).samples
            #expect(samples == Array(whole.prefix(bytes[..<cut].count { $0 == 0x0A } - 1)), "cut at \(cut)")
        }
    }

    @Test(arguments: 0..<(Long.isOn ? 20000 : 30) as Range<UInt64>)
    func `any bytes give samples or damage, in any chunks the same`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bytes = Array((Self.header + String(repeating: Self.row, count: 30)).utf8)
        for _ in 0..<60 {
            bytes[Int.random(in: Self.header.utf8.count..<bytes.count, using: &random)] =
                [0, 0x0A, 0x0D, 0x22, 0x2C, 0x39, 0xFF].randomElement(using: &random)!
        }
        let whole = readSamples(bytes)
        let chunked = readSamples(bytes, size: 17)
        #expect(whole.samples == chunked.samples, "seed \(seed)")
        #expect(whole.damage == chunked.damage, "seed \(seed)")
    }

    @Test(arguments: ["gps\0", "\0gps", "\0", "gps\r", "gps\n"])
    func `a code with another byte at its end is none`(code: String) {
        let bytes = Array((Self.header + Self.row.replacing("gps", with: code) + Self.row).utf8)
        #expect(readSamples(bytes).samples.count == 1)
        #expect(readSamples(bytes).damage == readSamples(bytes, size: 5).damage)
    }
}
