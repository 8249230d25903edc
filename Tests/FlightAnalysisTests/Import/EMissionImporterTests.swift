import FieldModel
import FlightAnalysis
import LogFormat
import Testing

@Suite("e-mission import") struct EMissionImporterTests {
    /// One entry: the receipt, and whatever else stands in its data.
    static func entry(
        _ key: String, received: Double, platform: String = "ios", _ data: String
    ) -> String {
        """
        {"metadata": {"key": "\(key)", "write_ts": \(received), "platform": "\(platform)", "time_zone": "X/Y"},
         "data": {\(data)}}
        """
    }

    static func fix(received: Double, ts: Double, platform: String = "ios", _ more: String = "") -> String {
        entry(
            "background/location", received: received, platform: platform,
            "\"ts\": \(ts), \"latitude\": 50.1, \"longitude\": 10.2, \"accuracy\": 65\(more.isEmpty ? "" : ", ")\(more)"
        )
    }

    static func imported(_ files: [String]...) throws -> ImportedLog {
        var importer = EMissionImporter()
        for entries in files {
            let text = "[\(entries.joined(separator: ",\n"))]"
            try importer.read(ForeignFile(path: "file", bytes: Array(text.utf8)))
        }
        return importer.finished()
    }

    static func samples(_ log: ImportedLog) -> (header: SampleHeader?, samples: [Sample]) {
        var reader = SampleReader()
        var samples: [Sample] = []
        for file in log.log.files where file.path.hasPrefix("samples/") {
            let bytes = file.bytes
            reader.feed(bytes.span, into: &samples)
        }
        reader.finish(into: &samples)
        return (reader.header, samples)
    }

    static func events(_ log: ImportedLog) -> [Record] {
        var reader = EventReader()
        var events: [Event] = []
        for file in log.log.files where file.path.hasPrefix("events/") {
            let bytes = file.bytes
            reader.feed(bytes.span, into: &events)
        }
        reader.finish(into: &events)
        return events.map(\.record)
    }

    @Test("takes the sample's time from ts and the receipt from write_ts, the data's before the metadata's")
    func times() throws {
        let log = try Self.imported([
            Self.fix(received: 1000.25, ts: 999.5), Self.fix(received: 2000, ts: 1999, #""write_ts": 2001.75"#),
        ])
        let samples = Self.samples(log).samples
        #expect(samples.map(\.fix.sampleTime) == [WallTime(999_500), WallTime(1_999_000)])
        #expect(samples.map(\.fix.receiveTime) == [WallTime(1_000_250), WallTime(2_001_750)])
        #expect(samples.allSatisfy { $0.fix.bootTime == nil })
    }

    @Test("orders by receipt over files and newest-first files, and keeps times of 1970, out of order and twice")
    func order() throws {
        let log = try Self.imported(
            [
                Self.fix(received: 3000, ts: 2000), Self.fix(received: 2000, ts: 2500),
                Self.fix(received: 1000, ts: 0.5),
            ],
            [Self.fix(received: 2000, ts: 2500), Self.fix(received: 1500, ts: 1500)])
        let samples = Self.samples(log).samples
        #expect(samples.map(\.n) == [1, 2, 3, 4, 5])
        #expect(samples.map(\.fix.sampleTime.rawValue) == [500, 1_500_000, 2_500_000, 2_500_000, 2_000_000])
    }

    @Test("leaves out the columns that the source does not have, and keeps those that are not ours")
    func columns() throws {
        let bare = Self.samples(try Self.imported([Self.fix(received: 1, ts: 1)]))
        #expect(bare.header?.names == ["n", "recv", "t", "lat", "lon", "hacc"])
        #expect(bare.samples.map(\.fix.speed) == [.absent])

        let full = Self.samples(
            try Self.imported([
                Self.fix(received: 1, ts: 1, #""altitude": 30.5, "vaccuracy": 4, "sensed_speed": -1, "bearing": -1"#),
                Self.fix(received: 2, ts: 2, #""filter": "distance", "n": 7, "loc": {"type": "Point"}, "floor": 0"#),
            ]))
        #expect(
            full.header?.names == [
                "n", "recv", "t", "lat", "lon", "hacc", "alt", "vacc", "speed", "course", "filter", "floor", "source.n",
            ])
        #expect(full.samples.map(\.fix.speed) == [Quantity(-100), .empty])
        #expect(full.samples.map(\.fix.speedAccuracy) == [.absent, .absent])
    }

    @Test(
        "takes an Android's 0 of speed, course and altitude for none, and an iPhone's for 0",
        arguments: [("android", -100, -10, true), ("ios", 0, 0, false)])
    func zeros(platform: String, speed: Int32, course: Int32, isAltitudeEmpty: Bool) throws {
        let log = try Self.imported([
            Self.fix(
                received: 1, ts: 1, platform: platform, #""altitude": 0, "sensed_speed": 0, "heading": 0"#),
            Self.fix(
                received: 2, ts: 2, platform: platform, #""altitude": 12, "sensed_speed": 1.5, "heading": 90"#),
        ])
        let fixes = Self.samples(log).samples.map(\.fix)
        #expect(fixes.map(\.speed) == [Quantity(speed), Quantity(150)])
        #expect(fixes.map(\.course) == [Quantity(course), Quantity(900)])
        #expect(fixes[0].altitude.isEmpty == isAltitudeEmpty)
        #expect(fixes[1].altitude == Quantity(1200))
    }

    @Test(
        "reads what the motion sensor felt, in all its spellings",
        arguments: [
            (#""stationary": true, "walking": false, "confidence": "high""#, "stationary", "high"),
            (
                #""automotive": true, "stationary": true, "confidence": 75, "confidence_level": "medium""#,
                "automotive", "medium"
            ),
            (#""stationary": 0, "walking": 1, "confidence": 50, "confidence_level": "low""#, "walking", "low"),
            (#""stationary": false, "unknown": true, "confidence": "low""#, "unknown", "low"),
            (#""type": 3, "confidence": 100"#, "stationary", "high"),
            (#""type": 0, "confidence": 62"#, "automotive", "medium"),
            (#""type": 2, "confidence": 41"#, "walking", "low"),
            (#""type": 5, "confidence": 100"#, "unknown", "high"),
            (#""zzbhB": 8, "zzbhC": 45"#, "running", "low"),
        ])
    func motion(data: String, kind: String, confidence: String) throws {
        let log = try Self.imported([
            Self.entry("background/motion_activity", received: 1000, "\"ts\": 990.5, \(data)")
        ])
        let events = Self.events(log)
        #expect(events.map(\.kind) == ["motion"])
        #expect(events[0].stamp == Stamp(n: 1, wallTime: WallTime(1_000_000)))
        #expect(
            events[0].fields == [
                .init("kind", .string(kind)), .init("conf", .string(confidence)), .init("at", 990_500),
            ])
    }

    @Test("reads battery, silent pushes as wakes, and keeps the transitions of the app's state machine")
    func otherKinds() throws {
        let log = try Self.imported([
            Self.entry("background/battery", received: 1, #""battery_level_pct": 50, "battery_status": 1"#),
            Self.entry(
                "background/battery", received: 2, platform: "android", #""battery_level_pct": 49, "battery_status": 5"#
            ),
            Self.entry("statemachine/transition", received: 3, #""transition": "T_RECEIVED_SILENT_PUSH", "ts": 3"#),
        ])
        let lines = Self.events(log).map { record in
            record.kind + record.fields.map { " \($0.key)=\(JSON.text($0.value))" }.joined()
        }
        #expect(
            lines == [
                "battery level=0.5 plugged=false", "battery level=0.49 plugged=true", "wake by=\"push\"",
                "statemachine/transition transition=\"T_RECEIVED_SILENT_PUSH\" ts=3",
            ])
    }

    @Test("tells the zone at the first position and where it changes", arguments: ["-0700", "-07:00"])
    func zone(offset: String) throws {
        let log = try Self.imported([
            Self.fix(received: 1, ts: 1, "\"fmt_time\": \"2019-07-28T22:28:56\(offset)\""),
            Self.fix(received: 2, ts: 2, "\"fmt_time\": \"2019-07-28T22:28:57\(offset)\""),
        ])
        #expect(
            Self.events(log).map(\.fields) == [[.init("offset", -25_200), .init("zone", "X/Y")]])
    }

    @Test("says what it left out and what it could not use") func account() throws {
        let log = try Self.imported([
            Self.fix(received: 1, ts: 1), Self.entry("background/filtered_location", received: 1, ""),
            Self.entry("stats/client_time", received: 1, ""), Self.entry("stats/client_time", received: 2, ""),
            Self.entry("background/location", received: 1, #""ts": 1"#), "{}", "7",
        ])
        #expect(log.fixes == 1)
        #expect(
            log.leftOut == ["background/filtered_location (repeats background/location)": 1, "stats/client_time": 2])
        #expect(
            log.damaged == ["background/location without its values": 1, "entry without key or time": 2])
    }

    @Test("refuses what is no list of entries", arguments: ["{}", "7", "[", ""])
    func refusal(text: String) {
        var importer = EMissionImporter()
        #expect(throws: ImportError.self) { try importer.read(ForeignFile(path: "file", bytes: Array(text.utf8))) }
    }

    @Test("never traps, wherever the file is cut or a byte is changed") func damage() {
        let text = "[\(Self.fix(received: 1, ts: 1e300, #""sensed_speed": 1e99, "n": -9e18"#))]"
        let bytes = Array(text.utf8)
        let cuts = bytes.indices.map { Array(bytes[..<$0]) }
        let changes = bytes.indices.flatMap { at in
            [UInt8(0x30), 0x39, 0x65, 0x2D, 0x22, 0x00, 0xFF].map { byte in
                var changed = bytes
                changed[at] = byte
                return changed
            }
        }
        let outcomes = (cuts + changes + [bytes]).map { bytes in
            var importer = EMissionImporter()
            do { try importer.read(ForeignFile(path: "file", bytes: bytes)) } catch { return false }
            return !importer.finished().log.files.isEmpty
        }
        #expect(outcomes.last == true)
    }
}
