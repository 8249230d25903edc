import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze exits`: how each run ended.
enum ExitsVerb {
    static let command = Command(
        "exits", summary: "how each run ended: cause, confidence, evidence, the last records",
        details: [
            """
            The cause is what the next launch wrote down; where it wrote nothing, the same rules are applied here. \
            A kill by the system and one by the user look the same from inside.
            """,
            """
            --symbols turns the addresses of crashes into functions and lines. The folder is searched for the very \
            builds that crashed, by build id: programs, libraries, their .debug files or dSYMs, whatever they are \
            called. Another build of the same name is refused. Functions need no other program; lines are found by \
            llvm-symbolizer or addr2line, whichever PATH has.
            """,
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag(
                "symbols", value: .folder(name: "DIR"), repeatable: true,
                help: "programs and debug files that crash addresses are looked up in, by build id"),
            Flag("fail-on", value: .choice(["crash", "unclean"]), help: "end with status 4 where a run ended so"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let folders = try call.all("symbols").map { path in try SymbolFolder(path) }
        let report = try options.report(wanted: Set(RecordKind.allCases))
        var listing = ExitListing(report, window: try options.window(in: report))
        if !folders.isEmpty { listing.explain(by: Symbols(folders)) }
        try Listing(whole: listing.value, rows: "exits", text: { ExitsText(listing, options.speech).text }).print(
            as: options.format)
        var status = try ReadOptions.status(report)
        if let symbols = listing.symbols {
            try SymbolsText(symbols).complain()
            // Asked for, and not one address could be named.
            if symbols.used.isEmpty, !symbols.missing.isEmpty { status = .failed }
        }
        let found =
            switch call.text("fail-on") {
            case "crash": listing.ends.contains(where: \.crashed)
            case "unclean": listing.ends.contains { !$0.clean }
            default: false
            }
        return found ? .findings : status
    }
}
