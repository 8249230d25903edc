import FieldModel
import LogFormat
import Testing

@Suite("Log text") struct LogTextTests {
    static let fix = Fix(
        sampleTime: WallTime(1_777_881_600_000), receiveTime: WallTime(1_777_881_600_250), bootTime: BootTime(1000),
        latitude: 500_000_001, longitude: -5, horizontalAccuracy: Quantity(850), altitude: Quantity(-340),
        verticalAccuracy: .empty, speed: Quantity(-100), speedAccuracy: Quantity(7), course: Quantity(3599),
        courseAccuracy: Quantity(0), motion: .walking, appState: .background)

    static func row(_ columns: [FixColumn], _ sample: Sample, extra: [String: String] = [:]) -> String {
        let names = extra.keys.sorted()
        var bytes: [UInt8] = []
        SampleText(columns: columns, extraColumns: names).append(sample, extra: names.map { extra[$0]! }, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("of a sample has the decimals of each column, and an empty cell for what is given and invalid")
    func sample() {
        let sample = Sample(n: 12, fix: Self.fix, verdict: .rejected, reason: "drift")
        #expect(
            Self.row(FixColumn.allCases, sample) == """
                12,1000,1777881600250,1777881600000,50.0000001,-0.0000005,8.50,-3.40,,-1.00,0.07,359.9,0.0,gps,walking,\
                bg,r,drift

                """)
    }

    @Test("of a sample reads back as the same sample", arguments: [FixColumn?.none, .lat, .hacc, .t])
    func roundTrip(defect: FixColumn?) throws {
        var sample = Sample(n: 12, fix: Self.fix, verdict: .accepted)
        sample.fix.defect = defect
        sample.reason = defect.map { "invalid.\($0.rawValue)" } ?? ""
        var text = LogText(SampleText(columns: FixColumn.allCases))
        text.append(sample)
        let back = try Self.samples(text)
        #expect(back.map(\.reason) == [sample.reason])
        #expect(back.map(\.fix.defect) == [defect])
        #expect(back.map(\.fix.speed) == [Quantity(-100)])
        #expect(back.map(\.fix.receiveTime) == [sample.fix.receiveTime])
    }

    @Test("with fewer columns reads back with the others absent") func fewerColumns() throws {
        var text = LogText(SampleText(columns: [.t, .lat, .lon, .hacc]))
        text.append(Sample(n: 1, fix: Self.fix))
        let fix = try #require(try Self.samples(text).first).fix
        #expect(fix.speed.isAbsent && fix.altitude.isAbsent && fix.courseAccuracy.isAbsent)
        #expect(fix.latitude == Self.fix.latitude)
    }

    @Test(
        "keeps what is not ours in quotes where it needs them",
        arguments: [("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("", "")])
    func extra(cell: String, written: String) {
        #expect(Self.row([.n], Sample(n: 1, fix: Self.fix), extra: ["note": cell]) == "1,\(written)\n")
    }

    @Test("of an event begins with the common keys, and leaves out the clocks that are not there") func event() {
        let fields = [Record.Field("by", "push"), Record.Field("level", 0.5)]
        let stamp = Stamp(n: 3, wallTime: WallTime(5), bootTime: BootTime(6), uptime: Uptime(7))
        #expect(
            Self.line(Record(stamp: stamp, kind: "wake", fields: fields))
                == #"{"n":3,"t":5,"m":6,"u":7,"k":"wake","by":"push","level":0.5}"# + "\n")
        #expect(
            Self.line(Record(stamp: Stamp(n: 3, wallTime: WallTime(-5)), kind: "\"", fields: []))
                == #"{"n":3,"t":-5,"k":"\""}"# + "\n")
    }

    @Test("puts each line in the file of its UTC day") func days() {
        var text = LogText(SampleText(columns: [.n, .recv]))
        var late = Self.fix
        late.receiveTime = WallTime(1_777_939_200_000)
        text.append(Sample(n: 1, fix: Self.fix))
        text.append(Sample(n: 2, fix: late))
        text.append(Record(stamp: Stamp(n: 3, wallTime: WallTime(1_777_939_199_999)), kind: "mark"))
        #expect(
            text.files.map(\.path) == ["events/2026-05-04.jsonl", "samples/2026-05-04.csv", "samples/2026-05-05.csv"])
        #expect(String(decoding: text.files[2].bytes, as: UTF8.self) == "n,recv\n2,1777939200000\n")
    }

    private static func line(_ record: Record) -> String {
        var bytes: [UInt8] = []
        EventText.append(record, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func samples(_ text: LogText) throws -> [Sample] {
        var reader = SampleReader()
        var samples: [Sample] = []
        let bytes = try #require(text.files.first).bytes
        reader.feed(bytes.span, into: &samples)
        reader.finish(into: &samples)
        return samples
    }
}

@Suite("Decimal number") struct DecimalNumberTests {
    @Test(
        "has all its decimals and at least one digit before the point",
        arguments: [
            (0, 0, "0"), (0, 2, "0.00"), (7, 2, "0.07"), (-7, 2, "-0.07"), (850, 2, "8.50"), (-5, 7, "-0.0000005"),
            (100, 2, "1.00"), (1_777_881_600_000, 0, "1777881600000"), (99, 0, "99"), (100, 0, "100"), (10, 1, "1.0"),
            (Int64.max, 0, "9223372036854775807"), (.min, 0, "-9223372036854775808"),
            (.min, 7, "-922337203685.4775808"),
        ])
    func text(value: Int64, decimals: Int, expected: String) {
        var bytes: [UInt8] = Array("x".utf8)
        DecimalNumber.append(value, decimals: decimals, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "x" + expected)
    }
}
