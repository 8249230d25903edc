import FieldModel

/// One line of what a check rests on: when, and what.
public struct Evidence: Hashable, Sendable {
    /// Nil for what has no time of its own.
    public var at: WallTime?
    public var sentence: Sentence

    init(
        _ at: WallTime?, _ phrase: Phrase, _ parameters: [Record.Field] = [], clauses: [Sentence.Clause] = []
    ) {
        self.at = at
        sentence = Sentence(phrase, parameters, clauses: clauses)
    }

    /// With its time as RFC 3339.
    public func text(in language: Language) -> String {
        let said = sentence.text(in: language)
        return at.map { "\($0): \(said)" } ?? said
    }
}
