import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze wakes`: what started or resumed the app, and how long it took until a good fix.
enum WakesVerb {
    static let command = Command(
        "wakes", summary: "what started or resumed the app, and how far one had gone until the first good fix",
        details: [
            """
            Delay is the time from the first movement (or from the wake, where the motion sensor saw none) to the first \
            fix of 50 m or better; distance lies between the last such fix before the wake and the first after it. \
            --fence asks what a departure fence around the last place would have recorded.
            """
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("fence", value: .text(name: "METRES"), help: "radius of a departure fence to try")
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let fence = try call.number("fence", atLeast: 0).map { Int64(min($0, 1e7) * 1000) }
        let source = try options.source()
        var progress = Progress("reading \(options.input)")
        var report = try WakeReport(of: source, fence: fence) { progress.update($0) }
        report.limit(to: try options.window(in: report.report))
        try Listing(whole: report.value, rows: "wakes", text: { text(report) }).print(as: options.format)
        return try ReadOptions.status(report.report)
    }

    private static func text(_ report: WakeReport) -> String {
        guard !report.wakes.isEmpty else { return "no wake: the log has neither launches nor wake records\n" }
        let causes = report.causes.map { "\($0.count) \($0.cause)" }.joined(separator: ", ")
        var text = Terminal.output.styled("\(Wording.count(report.wakes.count, "wake")): \(causes)", .bold) + "\n"
        if let delay = report.medianDelay { text += "a good fix comes after \(Wording.duration(delay)) (median)\n" }
        if let fence = report.fence, let saved = report.saved {
            text += "a fence of \(Wording.distance(fence)) would have recorded \(Wording.distance(saved)) more\n"
        }
        var table = TextTable([
            ("at", .left), ("by", .left), ("", .left), ("silence", .right), ("life", .right), ("delay", .right),
            ("distance", .right), ("accuracy", .right),
        ])
        for wake in report.wakes {
            table.add([
                Wording.time(wake.at.wallTime), wake.by, wake.isLaunch ? "launched" : "resumed",
                Wording.duration(wake.silence), Wording.duration(wake.life),
                wake.delay.map(Wording.duration) ?? "-", wake.distance.map(Wording.distance) ?? "-",
                wake.accuracy.map { "\(($0 + 50) / 100) m" } ?? "-",
            ])
        }
        return text + "\n" + table.text()
    }
}
