import CommandKit
import DiagBundle
import FlightAnalysis

/// `analyze`: the developer's side. A verb is one file, and one entry in this list.
@main enum Analyze {
    static func main() { Program.main(command) }

    static let command: Command = Command(
        "analyze", summary: "explain what a flight log says",
        details: [
            """
            INPUT is a log folder, a bundle, a single file, or - for standard input. Results go to standard output, \
            everything else to standard error.
            """,
            """
            Exit status: 0 done; 1 failed; 2 wrong usage; 3 done, but the input was damaged and something was lost; \
            4 done, and findings reached the level of --fail-on.
            """,
        ],
        verbs: [
            UnpackVerb.command, DecryptVerb.command, InfoVerb.command, GapsVerb.command, ExitsVerb.command,
            TimelineVerb.command, WakesVerb.command, PowerVerb.command, CheckVerb.command,
            ReplayVerb.command, SliceVerb.command, TruthVerb.command, CorpusVerb.command, ScrubVerb.command,
            ReduceVerb.command, ReportVerb.command, ExportVerb.command, ImportVerb.command, FleetVerb.command,
            Completion.verb { command },
        ])
}

extension AnalysisError: HintedError {}
extension BundleError: HintedError {}
