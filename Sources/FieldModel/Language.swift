/// The languages that sentences are made in, at the moment they are shown. Codes, keys and numbers never change.
public enum Language: String, CaseIterable, Sendable {
    case en, fr, zh
}
