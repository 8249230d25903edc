import DecisionCore
import FieldModel
import Foundation
import LogFormat
import SQLiteIO
import SimulatedDay
import SystemIO
import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct LogScrubTests {
    /// 2 seeds; 200 where the long versions are asked for.
    static let seeds = 1...(Long.isOn ? 200 : 2) as ClosedRange<UInt64>

    /// Two hours of a day with a live core, and what a person leaves in a log.
    private static func log(seed: UInt64) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var options = SimulatedDay.Options(seed: seed)
        options.seconds = 7200
        try LiveLog(SimulatedDay(options), kills: [900]).write(to: folder)
        let events = String(decoding: try folder.read("events/2026-05-04.jsonl"), as: UTF8.self)
        // Behind everything, samples among it: a record in between would be an input that the phone did not have.
        var last: Stamp?
        try LogSource.open(folder.path).parts[0].read { last = $0.stamp ?? last }
        let end = try #require(last)
        let (n, t, m) = (end.n, end.wallTime.rawValue, end.coreClock)
        try folder.write(
            events + """
                {"n":\(n + 1),"t":\(t + 1000),"m":\(m + 1000),"k":"mark","text":"Aunt Berta's garden"}
                {"n":\(n + 2),"t":\(t + 2000),"m":\(m + 2000),"k":"region","id":"berta-home","edge":"enter"}
                {"n":\(n + 3),"t":\(t + 3000),"m":\(m + 3000),"k":"visit","arrival":\(t),"departure":null,"lat":50.1234567,"lon":10.7654321,"hacc":20}
                {"n":\(n + 4),"t":\(t + 4000),"m":\(m + 4000),"k":"weather","place":"Bertastrasse 4","at":[50.2345678,10.1]}
                {"n":\(n + 5),"t":\(t + 5000),"m":\(m + 5000),"k":"app","to":"bg","user":"berta.m"}

                """, to: "events/2026-05-04.jsonl")
        return folder
    }

    private static func scrub(
        _ log: TemporaryFolder, _ options: LogScrub.Options
    ) throws -> (TemporaryFolder, LogScrub.Summary) {
        let folder = TemporaryFolder()
        let output = try OutputFolder.create(folder.appending("out"))
        let summary = try LogScrub(LogSource.open(log.path), options).write(to: output)
        try output.commit()
        return (folder, summary)
    }

    @Test("nothing of the original survives, and the trail decides the same", arguments: seeds)
    func scrubbed(seed: UInt64) throws {
        let log = try Self.log(seed: seed)
        var options = LogScrub.Options()
        options.seed = seed
        let (folder, summary) = try Self.scrub(log, options)
        #expect(summary.differences == [])
        #expect(summary.samples > 1000)
        let found = try LogScrub.survivors(of: LogSource.open(log.path), in: folder.appending("out"))
        #expect(found.map(\.text) == [])
        // Looked for by other means than the tool's own.
        let text = try FileManager.default.subpathsOfDirectory(atPath: folder.appending("out"))
            .filter { $0.hasSuffix("l") || $0.hasSuffix("v") }
            .map { String(decoding: try folder.read("out/\($0)"), as: UTF8.self) }.joined()
        // Six places: four of a latitude come up by chance in one log of a few hundred.
        let places = ["50.123456", "10.765432", "50.234567"]
        for word in ["Berta", "berta", "garden", "2026-05", "Bertastrasse", "weather"] + places {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.range(of: #",(50|10)\.0\d{6},"#, options: .regularExpression) == nil)
        let report = try Replay<TrailCore>().run(over: LogSource.open(folder.appending("out")))
        // What was planted is an input too, and no phone decided it.
        let original = try Replay<TrailCore>().run(over: LogSource.open(log.path))
        #expect(report.changes.map { "\($0.n) \($0.thenText)" } == original.changes.map { "\($0.n) \($0.thenText)" })
        #expect(report.compared == summary.samples)
    }

    /// What a leak may look like, in every kind of file that lies in a log. The place is one of the log's own.
    enum Canary: String, CaseIterable {
        case degrees, fourPlaces, e7, e6, radians, minutes, symbols, date, epoch, seconds, id, text

        func text(_ fix: Fix) -> String {
            let (latitude, longitude) = (Double(fix.latitude) / 1e7, Double(fix.longitude) / 1e7)
            func decimal(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
            func nmea(_ value: Double) -> String {
                String(format: "%d%07.4f", Int(value), (value - Double(Int(value))) * 60)
            }
            return switch self {
            case .degrees: decimal(latitude, 7)
            case .fourPlaces: decimal(longitude, 4)
            case .e7: "\(fix.latitude) \(fix.longitude)"
            case .e6: "\(Int((latitude * 1e6).rounded())) \(Int((longitude * 1e6).rounded()))"
            case .radians: decimal(latitude * .pi / 180, 8)
            case .minutes: nmea(latitude)
            case .symbols: "50°\(decimal((latitude - 50) * 60, 4))'"
            case .date: "seen on 2026-05-04"
            case .epoch: "\(fix.sampleTime.rawValue)"
            case .seconds: "\(fix.sampleTime.rawValue / 1000)"
            case .id: "berta-home"
            case .text: "Aunt Berta's garden"
            }
        }
    }

    enum Place: String, CaseIterable { case jsonl, csv, gzip, database, name }

    @Test(
        "a canary is found in every form and every kind of file", arguments: Canary.allCases, Place.allCases)
    func canary(canary: Canary, place: Place) throws {
        let log = try Self.canaryLog.get()
        var fix: Fix?
        try LogSource.open(log.path).parts[0].read { entry in
            if case .sample(let sample) = entry, sample.fix.latitude > 500_010_000 { fix = sample.fix }
        }
        let text = canary.text(try #require(fix))
        let folder = TemporaryFolder()
        switch place {
        case .jsonl: try folder.write(#"{"n":1,"t":1,"k":"mark","text":"\#(text)"}"# + "\n", to: "out/a.jsonl")
        case .csv: try folder.write("t,note\n1,\"\(text)\"\n", to: "out/a.csv")
        case .gzip:
            try folder.write("x\n\(text)\n", to: "out/a.txt")
            #expect(try Tool.run("/bin/gzip", [folder.appending("out/a.txt")]).status == 0)
        case .database:
            try folder.write("", to: "out/empty")
            let connection = try Connection(folder.appending("out/a.sqlite"))
            try connection.execute("CREATE TABLE t (a, b)")
            let quoted = text.replacingOccurrences(of: "'", with: "''")
            try connection.execute("INSERT INTO t VALUES (1, '\(quoted)')")
        case .name: try folder.write("", to: "out/\(text)")
        }
        let found = try LogScrub.survivors(of: LogSource.open(log.path), in: folder.appending("out"))
        #expect(found.count >= 1)
    }

    private static let canaryLog = Result { try log(seed: 9) }

    @Test("what lies in a zone is cut out, in samples, visits and the state of the core")
    func zones() throws {
        let log = try Self.log(seed: 4)
        var options = LogScrub.Options()
        options.seed = 4
        options.zones = try PrivacyZones(["zones": [["name": "home", "lat": 50.0, "lon": 10.0, "radius_m": 200]]])
        let (_, summary) = try Self.scrub(log, options)
        #expect(summary.hidden > 50)
        #expect(summary.differences == [])
    }

    @Test("dates stay where they may")
    func dates() throws {
        let log = try Self.log(seed: 6)
        var options = LogScrub.Options()
        (options.seed, options.keepsDates) = (6, true)
        let (folder, _) = try Self.scrub(log, options)
        #expect(FileManager.default.fileExists(atPath: folder.appending("out/events/2026-05-04.jsonl")))
    }
}

@Suite struct RigidMoveTests {
    @Test("a move brings the first place where it is told, and keeps distances to a few millimetres")
    func distances() {
        let move = RigidMove(from: (50, 10), to: (-33.5, 151.25), turn: 123)
        let start = move.moved(latitude: 500_000_000, longitude: 100_000_000)
        #expect(start.latitude == -335_000_000)
        #expect(start.longitude == 1_512_500_000)
        let end = move.moved(latitude: 500_900_000, longitude: 101_400_000)
        let before = Distance.between(
            latitude: 500_000_000, longitude: 100_000_000, and: 500_900_000, 101_400_000)
        let after = Distance.between(
            latitude: start.latitude, longitude: start.longitude, and: end.latitude, end.longitude)
        #expect(abs(before - after) <= 20)
    }

    @Test(
        "a course turns clockwise with the place: by the turn at the first one", arguments: [0, 900, 3599] as [Int32])
    func course(course: Int32) {
        let move = RigidMove(from: (50, 10), to: (-20, 30), turn: 90)
        #expect(move.turned(course: course, latitude: 500_000_000, longitude: 100_000_000) == (course + 900) % 3600)
    }
}
