import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze gaps`: when there was no sign of life, why, and whether it matters.
enum GapsVerb {
    static let command = Command(
        "gaps", summary: "when there was no sign of life, why, and whether it matters",
        details: [
            """
            Every record and every sample is a sign of life. Within a run, a stretch without one longer than 1.5 \
            heartbeat periods is a gap; between runs, the time from the last sign of the old run to the launch of the \
            new one. A gap matters where somebody moved in it further than the larger of 50 m and the accuracies of the \
            fixes on both sides together.
            """
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag(
                "threshold", value: .text(name: "SECONDS"),
                help: "the least silence that is a gap, instead of 1.5 periods"),
            Flag(
                "by", value: .choice(LifeGroup.Key.allCases.map(\.rawValue)),
                help: "group the gaps by what was the case"),
            Flag("fail-on", value: .choice(["any", "matters"]), help: "end with status 4 where there are such gaps"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let threshold = try call.number("threshold", atLeast: 0.001).map { Int64(min($0, 1e12) * 1000) }
        let report = try options.report(threshold: threshold)
        let listing = GapListing(
            report, window: try options.window(in: report),
            groupKey: call.text("by").flatMap(LifeGroup.Key.init(rawValue:)))
        try Listing(whole: listing.value, rows: "gaps", text: { GapsText(listing, options.speech).text }).print(
            as: options.format)
        let status = try ReadOptions.status(report, options.speech)
        let found =
            switch call.text("fail-on") {
            case "any": listing.gaps.contains { !$0.kind.isIntended }
            case "matters": listing.gaps.contains { $0.matters == true }
            default: false
            }
        return found ? .findings : status
    }
}
