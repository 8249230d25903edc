import FieldModel
import Foundation
import LogFormat
import TestKit

@testable import FlightAnalysis

/// A walk of eleven minutes: ten asleep in the middle of it, 900 m on; then a crash, and a launch by a location.
func reportedWalk(mark: String = "left the house") -> LogText {
    var log = LogText()
    log.launch(0, #""device":"Phone 9,1","os":"26.1","app":"Wanderer","build":"117","tz":7200"#)
    log.event(0, "app", #""to":"bg""#)
    log.event(0, "motion", #""kind":"walking""#)
    log.event(0, "profile", #""accuracy":"best","filter":0,"receiver":true"#)
    log.event(0, "auth", #""location":"always","precise":true"#)
    for second in 1...30 { log.fix(Double(second), north: 1.4 * Double(second)) }
    log.fix(31, north: 43, hacc: 400, verdict: "r")
    log.event(40, "mark", #""text":\#(JSON.text(.string(mark)))"#)
    log.beat(60, cpu: 900, #""bat":0.82,"plugged":false"#)
    log.beat(660, due: 120, cpu: 901, #""bat":0.80,"plugged":false"#)
    log.event(661, "wake", #""by":"significant-change""#)
    log.beat(720, cpu: 960)
    for second in 721...740 { log.fix(Double(second), north: 900 + 1.4 * Double(second - 721)) }
    log.event(741, "auth", #""location":"whenInUse","precise":true"#)
    log.event(745, "crash", #""sig":11"#)
    log.launch(800, run: "B", #""device":"Phone 9,1","os":"26.1","app":"Wanderer","build":"117","reason":"location""#)
    log.beat(860)
    return log
}

extension LogText {
    /// Its report.
    func report(_ choice: ExportChoice = ExportChoice(name: "walk")) throws -> LogReport {
        let folder = TemporaryFolder()
        try write(to: folder)
        return try LogReport(of: LogSource.open(folder.path), choice)
    }

    /// The page, and what its scripts draw from.
    func page(_ choice: ExportChoice = ExportChoice(name: "walk"), in language: Language = .en) throws -> (
        String, Value
    ) {
        let bytes = ReportPage.document(try report(choice), input: "walk", in: language)
        let text = String(decoding: bytes, as: UTF8.self)
        let begin = text.range(of: "id=\"data\">")!.upperBound
        let end = text.range(of: "</script>", range: begin..<text.endIndex)!.lowerBound
        return (text, try JSON.parse(String(text[begin..<end])))
    }
}
