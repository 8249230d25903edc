import DecisionCore
import FieldModel
import LogFormat
import SQLiteIO
import SystemIO
import TestKit
import Testing

@testable import FlightAnalysis

/// A log through the whole export: B004 with two runs, a mark, a second process beside it.
@Suite("Export of a log")
struct LogExportTests {
    private let folder = TemporaryFolder()

    private func log() throws -> LogSource {
        try folder.write(
            """
            {"n":1,"t":1777881600000,"m":5000,"u":5000,"k":"launch","run":"a","boot":"b","period":60000}
            {"n":4,"t":1777881611000,"m":16000,"u":16000,"k":"mark","text":"said \\"stop\\", then\\nleft"}
            {"n":5,"t":1777882805000,"m":1210000,"u":1210000,"k":"launch","run":"c","boot":"b","period":60000}

            """, to: "log/events/2026-05-04.jsonl")
        try folder.write(
            """
            n,m,recv,t,lat,lon,hacc,speed,sacc,course,cacc,src
            2,5500,1777881600500,1777881600500,50.0000000,10.0000000,8.00,1.40,0.30,0.0,5.0,gps
            3,15500,1777881610500,1777881610500,50.0001260,10.0000000,8.00,1.40,0.30,0.0,5.0,gps
            6,1215500,1777882810500,1777882810500,50.0271060,10.0000000,8.00,1.40,0.30,0.0,5.0,gps
            7,1225500,1777882820500,1777882820500,50.0272310,10.0000000,8.00,1.40,0.30,0.0,5.0,gps

            """, to: "log/samples/2026-05-04.csv")
        try folder.write(
            """
            {"n":1,"t":1777881605000,"m":10000,"u":10000,"k":"launch","run":"p","boot":"b","period":60000}

            """, to: "log/p-77-b/events/2026-05-04.jsonl")
        return try LogSource.open(folder.appending("log"))
    }

    private func export(_ format: ExportFormat, _ choice: ExportChoice = ExportChoice(name: "B004")) throws -> (
        text: String, summary: ExportSummary
    ) {
        var bytes: [UInt8] = []
        let summary = try LogExport.write(try log(), as: format, choice) { (raw) throws(IOError) in bytes += raw }
        return (String(decoding: bytes, as: UTF8.self), summary)
    }

    @Test("B004: two lines with a connector that has the cause of the gap, and the end of the run as a mark")
    func drawing() throws {
        let (text, summary) = try export(.geojson)
        let features = try #require(try JSON.parse(text)["features"]?.array)
        #expect(
            features.map { $0["properties"]?["kind"]?.string } == ["segment", "segment", "gap", "mark", "mark"])
        #expect(features[2]["properties"]?["cause"] == "killed")
        #expect(features[3]["properties"]?["text"] == "said \"stop\", then\nleft")
        #expect(features[4]["properties"]?["mark"] == "exit")
        #expect([summary.lines, summary.points, summary.gaps] == [2, 4, 1])
        #expect(!summary.isLossy)
        #expect(try export(.gpx).text.matches(of: /<trkseg>/).count == 2)
        #expect(try export(.kml).text.matches(of: /<gx:Track>/).count == 2)
    }

    @Test("Lanes: a process for the log and one for the second process, the gap between the runs as a slice")
    func lanes() throws {
        let events = try #require(try JSON.parse(try export(.perfetto).text)["traceEvents"]?.array)
        #expect(
            events.filter { $0["name"] == "process_name" }.map { $0["args"]?["name"]?.string } == [
                "B004", "B004 p-77-b",
            ])
        let gap = try #require(events.first { $0["ph"] == "X" && $0["tid"] == 20 })
        #expect(gap["name"] == "killed")
        #expect(gap["ts"] == 1_777_881_611_000_000)
        #expect(gap["dur"] == 1_194_000_000)
    }

    @Test("Rows in a window keep what was the case before it")
    func window() throws {
        let choice = ExportChoice(window: TimeWindow(since: WallTime(1_777_882_815_000)), name: "")
        let (text, summary) = try export(.csv, choice)
        #expect(
            text == """
                n,m,recv,t,lat,lon,hacc,speed,sacc,course,cacc,src,motion,app,run,session,profile,battery,state,phase,cause,\
                segment,dwell
                7,1225500,1777882820500,1777882820500,50.0272310,10.0000000,8.00,1.40,0.30,0.0,5.0,gps,,,c,,,,,,,,0

                """)
        #expect(summary.samples == 1)
        #expect(try export(.gpx, choice).text.matches(of: /<trkpt\s/).count == 1)
    }

    @Test("Nothing that lies in a zone is told in any form", arguments: ExportFormat.allCases)
    func zones(format: ExportFormat) throws {
        let far = PrivacyZones([.init(name: "", latitude: 500_272_000, longitude: 100_000_000, radius: 200_000)])
        let path = folder.appending("zoned.sqlite")
        let choice = ExportChoice(zones: far, name: "x")
        let bytes =
            format == .sqlite
            ? try { () -> [UInt8] in
                _ = try DatabaseExport.write(try log(), choice, to: path, replacing: true)
                let database = try Connection(path, .readOnly)
                return Array(try database.texts("SELECT lat_deg FROM samples_si").joined(separator: " ").utf8)
            }() : Array(try export(format, choice).text.utf8)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("50.027"))
        #expect(text.contains("50.000") || format == .perfetto)
    }

    @Test("A database appears whole, is never replaced unasked, and a failure leaves nothing")
    func database() throws {
        let path = folder.appending("out.sqlite")
        let summary = try DatabaseExport.write(try log(), ExportChoice(name: ""), to: path, replacing: false)
        #expect([summary.samples, summary.events, summary.gaps] == [4, 4, 1])
        let database = try Connection(path, .readOnly)
        #expect(try database.texts("SELECT part || '/' || k FROM events ORDER BY rowid").last == "p-77-b/launch")
        #expect(throws: IOError.self) {
            try DatabaseExport.write(try log(), ExportChoice(name: ""), to: path, replacing: false)
        }
        #expect(throws: (any Error).self) {
            try DatabaseExport.write(
                try log(), ExportChoice(name: ""), to: folder.appending("none/out.sqlite"), replacing: false)
        }
        #expect(try FileSystem.names(in: folder.path) == ["log", "out.sqlite"])
    }

    @Test("A sink that fails stops the export with its reason")
    func failing() throws {
        let source = try log()
        let error = #expect(throws: AnalysisError.self) {
            try LogExport.write(source, as: .json, ExportChoice(name: "")) { (_) throws(IOError) in
                throw IOError("write", "x", code: ENOSPC)
            }
        }
        #expect(error?.description.hasPrefix("cannot write x:") == true)
    }

    @Test("Damage of the input is accounted for in the output")
    func damage() throws {
        try folder.write("{\"k\":\"hb\",\"t\":1}\nno line\n", to: "bad/events/2026-05-04.jsonl")
        let source = try LogSource.open(folder.appending("bad"))
        let summary = try LogExport.write(source, as: .json, ExportChoice(name: "")) { (_) throws(IOError) in }
        #expect(summary.isLossy)
        #expect(summary.damage.map(\.damage.linesSkipped) == [1])
    }
}
