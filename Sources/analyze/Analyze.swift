import CommandKit

/// `analyze`: the developer's side. One file a verb.
@main enum Analyze {
    static func main() { Program.main(command, version: "1") }

    static let command = Command(
        "analyze", summary: "explain what a flight log says", verbs: [ImportVerb.command])
}
