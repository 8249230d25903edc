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
        let speech = options.speech
        try Listing(whole: report.value, rows: "wakes", text: { text(report, speech) }).print(as: options.format)
        return try ReadOptions.status(report.report, speech)
    }

    private static func text(_ report: WakeReport, _ speech: Speech) -> String {
        guard !report.wakes.isEmpty else { return speech(WakeWords.none) + "\n" }
        let causes = report.causes.map { "\($0.count) \($0.cause)" }.joined(separator: ", ")
        var text =
            Terminal.output.styled("\(speech.count(report.wakes.count, WakeWords.count)): \(causes)", .bold) + "\n"
        if let delay = report.medianDelay {
            text += speech(WakeWords.median, "delay", Wording.duration(delay)) + "\n"
        }
        if let fence = report.fence, let saved = report.saved {
            text +=
                speech(
                    WakeWords.fence,
                    [
                        .init("fence", .string(Wording.distance(fence))),
                        .init("saved", .string(Wording.distance(saved))),
                    ]) + "\n"
        }
        return text + "\n" + table(report, speech)
    }

    private static func table(_ report: WakeReport, _ speech: Speech) -> String {
        var table = speech.table([
            (WakeWords.at, .left), (WakeWords.by, .left), (WakeWords.how, .left), (WakeWords.silence, .right),
            (WakeWords.life, .right), (WakeWords.delay, .right), (WakeWords.distance, .right),
            (WakeWords.accuracy, .right),
        ])
        for wake in report.wakes {
            table.add([
                speech.time(wake.at.wallTime), wake.by, speech(wake.isLaunch ? WakeWords.launched : WakeWords.resumed),
                Wording.duration(wake.silence), Wording.duration(wake.life),
                wake.delay.map(Wording.duration) ?? "-", wake.distance.map(Wording.distance) ?? "-",
                wake.accuracy.map { "\(($0 + 50) / 100) m" } ?? "-",
            ])
        }
        return table.text()
    }
}

/// What the text of `analyze wakes` says, in every language.
enum WakeWords {
    static let none = Phrase(
        "no wake: the log has neither launches nor wake records",
        "aucun réveil : le journal n'a ni lancements ni réveils", "没有唤醒：日志中没有启动或唤醒记录")
    static let count = Phrase("{count:wake|wakes}", "{count:réveil|réveils}", "{count} 次唤醒")
    static let median = Phrase(
        "a good fix comes after {delay} (median)", "une bonne position vient après {delay} (médiane)",
        "{delay} 后获得可靠定位（中位数）")
    static let fence = Phrase(
        "a fence of {fence} would have recorded {saved} more",
        "une barrière de {fence} aurait enregistré {saved} de plus",
        "{fence} 的离开围栏本可多记录 {saved}")
    static let at = Phrase("at", "à", "时间")
    static let by = Phrase("by", "par", "原因")
    static let how = Phrase("how", "comment", "方式")
    static let silence = Phrase("silence", "silence", "此前静默")
    static let life = Phrase("life", "vie", "存活")
    static let delay = Phrase("delay", "délai", "延迟")
    static let distance = Phrase("distance", "distance", "距离")
    static let accuracy = Phrase("accuracy", "précision", "精度")
    static let launched = Phrase("launched", "lancée", "启动")
    static let resumed = Phrase("resumed", "reprise", "恢复")
}
