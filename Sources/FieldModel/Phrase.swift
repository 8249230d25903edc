/// A sentence in every language, made when it is shown. `{name}` stands for a parameter; `{count:gap|gaps}` for a number
/// with the noun that goes with it, the first for one (in French for none as well).
public struct Phrase: Hashable, Sendable {
    public var en: String
    public var fr: String
    public var zh: String

    public init(_ en: String, _ fr: String, _ zh: String) {
        self.en = en
        self.fr = fr
        self.zh = zh
    }

    /// The sentence as it stands, its parameters in braces.
    public subscript(language: Language) -> String {
        switch language {
        case .en: en
        case .fr: fr
        case .zh: zh
        }
    }

    /// The sentence with its parameters; one that is missing stands as a dash.
    public func text(_ parameters: [Record.Field] = [], in language: Language) -> String {
        var filled = ""
        var rest = self[language][...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            filled += rest[..<open]
            let slot = rest[rest.index(after: open)..<close].split(separator: ":", maxSplits: 1)
            let value = parameters.last { $0.key == slot.first ?? "" }?.value
            filled += value?.spoken ?? "–"
            if slot.count > 1 { filled += " " + Self.noun(slot[1], for: value?.integer ?? 2, in: language) }
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    private static func noun(_ forms: Substring, for count: Int64, in language: Language) -> Substring {
        let forms = forms.split(separator: "|")
        let isOne = count == 1 || count == 0 && language == .fr
        return (isOne ? forms.first : forms.last) ?? ""
    }
}

/// A phrase with its parameters: what an analysis has to say, before anybody asked in which language.
public struct Sentence: Hashable, Sendable {
    public var phrase: Phrase
    public var parameters: [Record.Field]
    /// Parameters that are sentences themselves.
    public var clauses: [Clause]

    /// A sentence that stands for a parameter of another one.
    public struct Clause: Hashable, Sendable {
        /// The parameter.
        public var name: String
        /// What stands in its place.
        public var sentence: Sentence

        /// A sentence in place of a parameter.
        public init(_ name: String, _ sentence: Sentence) {
            self.name = name
            self.sentence = sentence
        }

        /// A phrase without parameters in place of a parameter.
        public init(_ name: String, _ phrase: Phrase) { self.init(name, Sentence(phrase)) }
    }

    /// A phrase with its parameters, some of which may be sentences.
    public init(_ phrase: Phrase, _ parameters: [Record.Field] = [], clauses: [Clause] = []) {
        self.phrase = phrase
        self.parameters = parameters
        self.clauses = clauses
    }

    /// The whole sentence in a language.
    public func text(in language: Language) -> String {
        let said = clauses.map { Record.Field($0.name, .string($0.sentence.text(in: language))) }
        return phrase.text(parameters + said, in: language)
    }
}

extension Value {
    /// As it stands within a sentence.
    fileprivate var spoken: String {
        switch self {
        case .null: "–"
        case .bool(let it): "\(it)"
        case .integer(let it): it == .max || it == .min ? "–" : "\(it)"
        case .number(let it): "\(it)"
        case .string(let it): it
        case .array(let it): it.map(\.spoken).joined(separator: ", ")
        case .object: "…"
        }
    }
}
