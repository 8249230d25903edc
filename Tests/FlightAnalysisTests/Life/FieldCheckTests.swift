import FieldModel
import FlightAnalysis
import LogFormat
import TestKit
import Testing

/// `analyze check`: each check on a log that sets it off, and on one that does not.
@Suite struct FieldCheckTests {
    private func checks(_ log: LogText, gates: [Gate] = []) throws -> CheckReport {
        let folder = TemporaryFolder()
        try log.write(to: folder)
        return try CheckReport(of: LogSource.open(folder.path), gates: gates)
    }

    private func verdict(_ code: String, _ log: LogText) throws -> String? {
        try checks(log).results.first { $0.check == code }?.verdict.rawValue
    }

    /// What sets a check off, and the verdict then.
    struct Case: Sendable, CustomTestStringConvertible {
        var code: String
        var verdict: String
        var make: @Sendable (inout LogText) -> Void
        var testDescription: String { "\(code) \(verdict)" }
    }

    static let cases: [Case] = [
        Case(code: "pulse", verdict: "FAIL") { log in
            for second in stride(from: 0.0, through: 900, by: 300) {
                log.event(second, "wake", #""by":"significant-change""#)
                log.beat(second + 5, due: second)
            }
        },
        Case(code: "pulse", verdict: "GOOD") { log in log.beats(stride(from: 0, through: 900, by: 60)) },
        Case(code: "gaps", verdict: "FAIL") { log in
            log.fix(0, north: 0)
            log.beat(0)
            log.fix(600, north: 1000)
        },
        Case(code: "ends", verdict: "FAIL") { log in
            log.event(10, "crash", #""sig":11"#)
            log.launch(20, run: "B")
        },
        Case(code: "heartbeats", verdict: "WARN") { log in
            log.beat(0)
            for second in stride(from: 20.0, through: 400, by: 20) { log.event(second, "mark", #""text":"x""#) }
        },
        Case(code: "clock", verdict: "WARN") { log in
            log.beat(0)
            log.clockError = 100
            log.beat(60)
        },
        Case(code: "filter-with-significant-changes", verdict: "WARN") { log in
            log.event(1, "settings", #""slc":true"#)
            log.event(2, "profile", #""accuracy":"best","filter":10,"receiver":true"#)
        },
        Case(code: "filter-with-significant-changes", verdict: "GOOD") { log in
            log.event(1, "settings", #""slc":true"#)
            log.event(2, "profile", #""accuracy":"best","filter":0,"receiver":true"#)
        },
        Case(code: "filter-with-significant-changes", verdict: "UNKNOWN") { log in log.beat(1) },
        Case(code: "coarse-with-significant-changes", verdict: "WARN") { log in
            log.event(1, "settings", #""slc":true"#)
            log.event(2, "profile", #""accuracy":"kilometer","filter":0,"receiver":true"#)
        },
        Case(code: "capability-paths", verdict: "NA") { log in log.event(1, "auth", #""motion":"denied""#) },
        Case(code: "capability-paths", verdict: "GOOD") { log in
            log.event(1, "auth", #""motion":"authorized","location":"always""#)
            log.event(2, "capability", #""name":"motion","path":"managed-stream""#)
        },
        Case(code: "capability-paths", verdict: "WARN") { log in
            log.event(1, "auth", #""motion":"notDetermined""#)
            log.event(2, "capability", #""name":"motion","path":"classic-stream""#)
        },
        Case(code: "capability-paths", verdict: "WARN") { log in
            log.event(2, "capability", #""name":"notifications","path":"open-the-app""#)
        },
        Case(code: "capability-paths", verdict: "FAIL") { log in
            log.event(1, "auth", #""motion":"denied""#)
            log.event(2, "capability", #""name":"motion","path":"managed-stream""#)
        },
        Case(code: "unfed-stillness", verdict: "WARN") { log in
            log.event(1, "timer", #""id":"stillness","due":1000,"fired":1000"#)
            log.event(1, "state", #""code":"phase","from":"moving","to":"probing","cause":"stillness""#)
        },
        Case(code: "unfed-stillness", verdict: "GOOD") { log in
            log.event(1, "timer", #""id":"stillness","due":1000,"fired":1000"#)
            log.event(1, "state", #""code":"phase","from":"moving","to":"settling","cause":"stillness""#)
        },
        Case(code: "automatic-pausing", verdict: "WARN") { log in log.event(1, "settings", #""pauses":true"#) },
        Case(code: "started-in-background", verdict: "WARN") { log in
            log.event(1, "profile", #""receiver":false"#)
            log.event(2, "app", #""to":"bg""#)
            log.event(40, "profile", #""receiver":true"#)
        },
        Case(code: "started-in-background", verdict: "GOOD") { log in
            log.event(1, "profile", #""receiver":false"#)
            log.event(2, "app", #""to":"bg""#)
            log.event(30, "wake", #""by":"region""#)
            log.event(40, "profile", #""receiver":true"#)
        },
        Case(code: "session-in-background", verdict: "WARN") { log in
            log.event(1, "app", #""to":"bg""#)
            log.event(2, "settings", #""session":true"#)
        },
        Case(code: "indicator", verdict: "WARN") { log in
            log.event(1, "auth", #""location":"whenInUse""#)
            log.event(2, "settings", #""indicator":false"#)
        },
        Case(code: "motion-access", verdict: "WARN") { log in log.event(1, "auth", #""motion":"denied""#) },
        Case(code: "motion-access", verdict: "GOOD") { log in log.event(1, "auth", #""motion":"authorized""#) },
        Case(code: "late-fixes", verdict: "WARN") { log in log.fix(5, north: 0, age: 31) },
        Case(code: "late-fixes", verdict: "GOOD") { log in log.fix(5, north: 0, age: 30) },
        Case(code: "first-fix", verdict: "FAIL") { log in log.fix(5, north: 0, age: 1000) },
        Case(code: "repeated-fixes", verdict: "WARN") { log in
            log.fix(5, north: 0)
            log.fix(6, north: 0)
        },
        Case(code: "end-uncertain", verdict: "WARN") { log in
            log.fix(5, north: 0)
            log.fix(287, north: 1200, hacc: 165, verdict: "r")
        },
        Case(code: "old-fix", verdict: "WARN") { log in log.beat(5, #""age":1801"#) },
        Case(code: "old-fix", verdict: "GOOD") { log in log.beat(5, #""age":1800"#) },
        // Beijing, and the same place in the grid of Chinese maps, 555 m off.
        Case(code: "chinese-grid", verdict: "FAIL") { log in
            log.fix(5, latitude: 39.911954, longitude: 116.377817)
            log.event(6, "mark", #""text":"on the map","lat":39.9133455,"lon":116.3840472"#)
        },
        Case(code: "chinese-grid", verdict: "FAIL") { log in
            log.fix(5, latitude: 39.911954, longitude: 116.377817)
            log.fix(6, latitude: 39.9133455, longitude: 116.3840472)
        },
        Case(code: "chinese-grid", verdict: "GOOD") { log in
            log.fix(5, latitude: 39.911954, longitude: 116.377817)
            log.event(6, "visit", #""arrival":null,"departure":null,"lat":39.912,"lon":116.378,"hacc":30"#)
        },
        Case(code: "chinese-grid", verdict: "NA") { log in
            log.fix(5, north: 0)
            log.event(6, "mark", #""text":"on the map","lat":50.0014,"lon":10.0062"#)
        },
        Case(code: "late-timers", verdict: "WARN") { log in
            log.event(2000, "timer", #""id":"stillness","due":1776000,"fired":3000000"#)
        },
        Case(code: "flapping-motion", verdict: "WARN") { log in
            for index in 0..<6 {
                log.event(Double(index), "motion", #""kind":"\#(index % 2 == 0 ? "walking" : "stationary")""#)
            }
        },
        Case(code: "visit-in-motion", verdict: "WARN") { log in
            log.event(1, "motion", #""kind":"automotive""#)
            log.event(2, "visit", #""arrival":null,"departure":null,"lat":50,"lon":10,"hacc":30"#)
        },
        Case(code: "losses", verdict: "FAIL") { log in
            log.event(1, "lost", #""records":2,"bytes":100,"from":1000000,"to":1001000,"why":"disk full""#)
        },
        Case(code: "wake-in-track", verdict: "NA") { log in log.beat(1) },
    ]

    @Test(arguments: cases)
    func `a check says what it found`(given: Case) throws {
        var log = LogText()
        log.launch(0)
        given.make(&log)
        #expect(try verdict(given.code, log) == given.verdict)
    }

    @Test func `B068 a week number that began anew is named with both dates`() throws {
        let rows = (0..<30).map {
            "\(origin + Int64($0) * 1000 - 619_315_200_000),\(origin + Int64($0) * 1000),50,10,8\n"
        }
        let folder = TemporaryFolder()
        let path = try folder.write("t,recv,lat,lon,hacc\n" + rows.joined(), to: "samples.csv")
        let result = try #require(
            try CheckReport(of: LogSource.open(path)).results.first { $0.check == "week-rollover" })
        #expect(result.verdict == .fail)
        #expect(result.value == 30)
        #expect(
            result.evidence.first?.text(in: .en).contains("receiver clock 619315200 s = 7168 days = 1024 weeks behind")
                == true)
        #expect(result.evidence.first?.text(in: .en).contains("2006-09-18T08:00:00.000Z") == true)
        #expect(result.evidence.first?.text(in: .en).contains("2026-05-04T08:00:00.000Z") == true)
        #expect(result.advice.en.contains("whole file once"))
    }

    @Test func `B039 an end without a good fix after it is uncertain`() throws {
        var log = LogText()
        log.launch(0)
        log.fix(0, north: 0)
        log.fix(10, north: 14)
        for second in [292.0, 293, 294] { log.fix(second, north: -1213, hacc: 165, verdict: "r") }
        let result = try #require(try checks(log).results.first { $0.check == "end-uncertain" })
        #expect(result.value == 1)
        #expect(result.evidence.first?.text(in: .en).contains("next 282 s without a good fix") == true)
    }

    static let gates: [(String, String)] = [
        (#"{"of":"gaps.count","max":0}"#, "FAIL"), (#"{"of":"gaps.count","max":1}"#, "GOOD"),
        (#"{"of":"alive","min":0.99}"#, "FAIL"), (#"{"of":"alive","min":0.1}"#, "GOOD"),
        (#"{"of":"moved_recorded","min":0.5}"#, "UNKNOWN"), (#"{"check":"clock","fail":"warn"}"#, "FAIL"),
        (#"{"check":"clock"}"#, "GOOD"),
    ]

    @Test(arguments: gates)
    func `a gate holds or fails`(gate: String, verdict: String) throws {
        var log = LogText()
        log.launch(0)
        log.beat(60)
        log.clockError = 100
        log.beat(660, due: 120)
        log.beat(720)
        let read = try Gate.read(Array(#"{"gates":[\#(gate)]}"#.utf8), path: "gates.json")
        #expect(try checks(log, gates: read).gates.map(\.verdict.rawValue) == [verdict])
    }

    @Test(arguments: [
        "{", "[]", #"{"gates":[{"of":"nothing","max":0}]}"#, #"{"gates":[{"of":"alive"}]}"#,
        #"{"gates":[{"check":"nothing"}]}"#, #"{"gates":[{"of":"alive","min":0,"colour":1}]}"#,
        #"{"gates":[{"check":"pulse","fail":"never"}]}"#, #"{"gates":[{}]}"#,
    ])
    func `a mistake in the gates is an error`(text: String) {
        #expect(throws: AnalysisError.self) { try Gate.read(Array(text.utf8), path: "gates.json") }
    }
}
