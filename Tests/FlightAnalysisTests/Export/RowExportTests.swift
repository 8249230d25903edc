import FieldModel
import LogFormat
import SQLiteIO
import TestKit
import Testing

@testable import FlightAnalysis

@Suite("Rows: CSV, JSON, SQLite")
struct RowExportTests {
    private static func sample(_ n: SequenceNumber, reason: String = "") -> Sample {
        Sample(
            n: n,
            fix: Fix(
                sampleTime: WallTime(1_777_881_600_250), receiveTime: WallTime(1_777_881_600_300),
                bootTime: BootTime(5),
                latitude: 500_000_001, longitude: -100_000_000, horizontalAccuracy: Quantity(800),
                speed: Quantity(-100),
                course: .empty, motion: .walking, appState: .background), verdict: .rejected, reason: reason)
    }

    private static let before: [Record] = [
        ("launch", ["run": "r1"]), ("track", ["on": true]), ("track", ["on": true]),
        ("profile", ["label": "best", "receiver": true]), ("battery", ["level": 0.5]),
        ("state", ["code": "motion", "to": "walking"]), ("state", ["code": "phase", "to": "moving", "cause": "fix"]),
        ("state", ["code": "segment", "to": "4"]),
        ("dwell", ["code": "began", "cause": "sensor"]),
    ].map { kind, fields in
        Record(stamp: Stamp(n: 1, wallTime: WallTime(0)), kind: kind, fields: (fields as Value).fields ?? [])
    }

    private static var context: Annotations {
        var context = Annotations()
        for record in before { context.take(record) }
        return context
    }

    @Test("What was the case is joined from the last event of each kind")
    func context() {
        var context = Self.context
        #expect(context.cells == ["r1", "1", "best", "0.5", "walking", "moving", "fix", "4", "1"])
        context.take(Record(stamp: Stamp(wallTime: WallTime(0)), kind: "track", fields: [.init("on", false)]))
        context.take(Record(stamp: Stamp(wallTime: WallTime(0)), kind: "profile", fields: [.init("receiver", false)]))
        context.take(Record(stamp: Stamp(wallTime: WallTime(0)), kind: "dwell", fields: [.init("code", "ended")]))
        #expect(context.cells == ["r1", "", "off", "0.5", "walking", "moving", "fix", "4", "0"])
    }

    @Test("B082: CSV has the columns that the source has, text quoted, one row a sample")
    func csv() {
        var cut: Int?
        let text = collectedText { out in
            var table = CSVExport()
            table.begin(to: &out)
            table.take(Self.sample(7, reason: "said \"stop\", then\nleft, ok"), Self.context, to: &out)
            var later = Self.sample(8)
            later.fix.altitude = Quantity(1)
            table.take(later, Annotations(), to: &out)
            table.end(to: &out)
            cut = table.table?.rowsCut
        }
        #expect(
            text == """
                n,m,recv,t,lat,lon,hacc,speed,course,src,motion,app,verdict,reason,run,session,profile,battery,state,\
                phase,cause,segment,dwell
                7,5,1777881600300,1777881600250,50.0000001,-10.0000000,8.00,-1.00,,gps,walking,bg,r,\
                "said ""stop"", then
                left, ok",r1,1,best,0.5,walking,moving,fix,4,1
                8,5,1777881600300,1777881600250,50.0000001,-10.0000000,8.00,-1.00,,gps,walking,bg,r,,,,,,,,,,0

                """)
        #expect(cut == 1)
    }

    @Test("JSON has an object a row: absent columns are no keys, empty cells are null")
    func json() throws {
        let text = collectedText { out in
            var table = JSONExport()
            table.begin(to: &out)
            table.take(Self.sample(7, reason: "a\u{0}\"b"), Self.context, to: &out)
            table.end(to: &out)
        }
        #expect(
            try JSON.parse(text) == [
                [
                    "n": 7, "m": 5, "recv": 1_777_881_600_300, "t": 1_777_881_600_250, "lat": 50.0000001, "lon": -10.0,
                    "hacc": 8.0, "speed": -1.0, "course": nil, "src": "gps", "motion": "walking", "app": "bg",
                    "verdict": "r", "reason": "a\u{0}\"b", "run": "r1", "session": 1, "profile": "best", "battery": 0.5,
                    "state": "walking", "phase": "moving", "cause": "fix", "segment": 4, "dwell": 1,
                ]
            ])
    }

    @Test("A log without samples is an empty list, and a header")
    func empty() throws {
        #expect(
            collectedText { out in
                var table = JSONExport()
                table.begin(to: &out)
                table.end(to: &out)
            } == "[\n]\n")
        #expect(
            collectedText { out in
                var table = CSVExport()
                table.begin(to: &out)
                table.end(to: &out)
            }.hasPrefix("n,m,recv,t,lat,lon,hacc,alt,"))
    }

    @Test("SQLite holds integers as in the log, and a view in degrees, metres and seconds")
    func sqlite() throws {
        let folder = TemporaryFolder()
        let path = folder.appending("x.sqlite")
        var export = try SQLiteExport(path: path)
        try export.take(Self.sample(7, reason: "x"), Self.context, part: "")
        for record in Self.before { try export.take(record, part: "p-1") }
        try export.take(
            GapSpan(n: 9, from: WallTime(1000), to: WallTime(5000), duration: 4000, kind: "killed"), part: "")
        try export.finish()
        _ = consume export

        let database = try Connection(path, .readOnly)
        #expect(try database.integrityFindings().isEmpty)
        #expect(try database.integer("SELECT lat FROM samples WHERE n = 7") == 500_000_001)
        #expect(try database.integer("SELECT count(*) FROM samples WHERE course IS NULL AND alt IS NULL") == 1)
        #expect(
            try database.texts("SELECT time || ' ' || lat_deg || ' ' || hacc_m || ' ' || battery FROM samples_si")
                == ["2026-05-04T08:00:00.250Z 50.0000001 8.0 0.5"])
        #expect(try database.integer("SELECT count(*) FROM events") == 9)
        #expect(try database.texts("SELECT fields FROM events WHERE k = 'battery'") == [#"{"level":0.5}"#])
        #expect(try database.texts("SELECT kind FROM gaps") == ["killed"])
    }
}
