import CommandKit

/// `fieldtest`: a small program that records as an app would. One file a verb.
@main enum FieldTest {
    static func main() { Program.main(command) }

    static let command = Command(
        "fieldtest", summary: "record as an app would, and fail on request", verbs: [PlayVerb.command, Stress.command])
}
