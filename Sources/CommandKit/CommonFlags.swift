/// Options that many verbs share, written once.
extension Flag {
    /// How a listing is written.
    public static let format = Flag(
        "format", value: .choice(["text", "json", "ndjson", "csv"]), help: "how to write the listing (text unless said)"
    )
    /// The language of sentences; codes, keys and numbers never change.
    public static let language = Flag(
        "lang", value: .choice(["en", "fr", "zh"]), help: "the language of sentences (en unless said)")
    /// Existing files are never overwritten without it.
    public static let force = Flag("force", help: "replace an existing output")

    /// `-o, --output`.
    public static func output(_ help: String) -> Flag {
        Flag("output", short: "o", value: .file(name: "PATH"), help: help)
    }
}
