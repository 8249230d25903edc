import CommandKit
import DiagBundle

/// `diagpack`: the tester's side. One file a verb.
@main enum Diagpack {

    static func main() { Program.main(command) }

    static let command: Command = Command(
        "diagpack", summary: "pack a flight log into an encrypted bundle",
        verbs: [KeygenVerb.command, PackVerb.command, InspectVerb.command, Completion.verb { command }])
}

extension BundleError: HintedError {}
