import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze corpus`: many logs through the cores, against what was accepted before.
enum CorpusVerb {
    static let command = Command(
        "corpus", summary: "many logs through the cores, against what was accepted before",
        details: [
            """
            DIR holds logs, and in baselines/ what each core makes of each, as text that a version control compares. run \
            says which changed, with the lines that did and the rule that makes the difference; accept writes the \
            baselines anew. Logs run under this version's rules, whatever they were recorded under; --set and --rules \
            ask what others would change.
            """,
            """
            DIR/corpus.json names the cores and, for core walk, the streets: {"cores":["trail","walk"],"pack":"town.json"}.
            """,
        ],
        arguments: [
            Argument("ACTION", choices: ["run", "accept"], help: "run, or accept what comes out"),
            Argument("DIR", help: "the corpus"), Argument("LOG", .any, help: "only these logs"),
        ],
        flags: [
            Flag("logs", value: .folder(name: "DIR"), repeatable: true, help: "further logs, from another folder"),
            Flag(
                "core", value: .choice(ReplayedCore.allCases.map(\.rawValue)), repeatable: true,
                help: "only this core; what corpus.json says, unless said"),
            Flag("set", value: .text(name: "RULE=VALUE"), repeatable: true, help: "another value of a rule"),
            Flag("rules", value: .file(name: "FILE"), help: "rules as JSON: {\"core\":…,\"rules\":{…}}"),
            Flag("jobs", value: .text(name: "N"), help: "logs at a time (as many as there are cores, unless said)"),
            Flag("junit", value: .file(name: "FILE"), help: "write the results as JUnit's XML as well"),
            Flag("markdown", value: .file(name: "FILE"), help: "write the results as Markdown as well"),
            Flag("fail-on", value: .choice(["changed", "error"]), help: "end with status 4 where this is so"),
            .format,
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let folder = try CorpusFolder(call.arguments[1], more: call.all("logs"), cores: call.all("core"))
        let corpus = try Corpus(folder, names: Array(call.arguments.dropFirst(2)), set: rules(call))
        let jobs = try call.integer("jobs", in: 1...256) ?? WorkerThread.availableCores
        let isAccepting = call.arguments[0] == "accept"
        if isAccepting, call.isOn("set") || call.isOn("rules") {
            throw Complaint.usage("accept takes this version's rules only", hint: "baselines under others would lie")
        }
        let report = try isAccepting ? corpus.accept(jobs: jobs) : corpus.run(jobs: jobs)
        try write(report.junit, to: call.text("junit"))
        try write(report.markdown, to: call.text("markdown"))
        let format = ListingFormat(rawValue: call.text("format") ?? "text")!
        try Listing(whole: report.value, rows: "results", text: { text(report, isAccepting) }).print(as: format)
        if isAccepting { return report.count(.error) > 0 ? .failed : .done }
        switch call.text("fail-on") {
        case "changed" where report.count(.changed) + report.count(.error) > 0: return .findings
        case "error" where report.count(.error) > 0: return .findings
        default: return report.count(.error) > 0 ? .failed : .done
        }
    }

    private static func rules(_ call: Invocation) throws -> [RuleOverride] {
        var rules: [RuleOverride] = []
        if let path = call.text("rules") {
            rules += try RuleOverride.read(FileSystem.contents(of: path), path: path, core: nil)
        }
        for text in call.all("set") {
            guard let parts = RuleOverride.parts(text), parts.time == nil else {
                throw Complaint.usage("--set takes RULE=VALUE, not '\(text)'", hint: "docs/rules.md has the names")
            }
            rules.append(RuleOverride(parts.name, parts.value))
        }
        return rules
    }

    /// Reports of an earlier run are there to be replaced.
    private static func write(_ text: String, to path: String?) throws {
        guard let path else { return }
        if path == "-" { return try Descriptor.standardOutput.write(text) }
        let file = try OutputFile.create(path, replacing: true)
        try file.descriptor.write(text)
        try file.commit()
    }

    private static func text(_ report: CorpusReport, _ isAccepting: Bool) -> String {
        var text = ""
        for result in report.results where result.outcome != .passed {
            let title = [result.log, result.core].filter { !$0.isEmpty }.joined(separator: " ")
            text += Terminal.output.styled("\(title): \(result.outcome.rawValue)", .bold) + "\n"
            if !result.headline.isEmpty { text += "  \(result.headline)\n" }
            guard !isAccepting else { continue }
            for line in result.difference.prefix(CorpusResult.shownLines) { text += "  \(line)\n" }
            let more = result.difference.count - CorpusResult.shownLines
            if more > 0 { text += "  and \(more) more lines; --format json lists them\n" }
        }
        let summary =
            isAccepting
            ? "\(report.count(.changed)) accepted, \(report.count(.passed)) as before, \(report.count(.error)) errors"
            : report.summary
        return text + summary + "\n"
    }
}

extension CorpusError: HintedError {}
