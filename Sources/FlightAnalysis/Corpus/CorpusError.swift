/// What is wrong with a corpus.
public enum CorpusError: Error, Sendable, CustomStringConvertible {
    /// No log in it.
    case empty(path: String)
    /// No core has this name.
    case core(String)
    /// Its configuration cannot be used.
    case configuration(path: String, reason: String)
    /// A name that no log of the corpus has.
    case noSuchLog(String)
    /// A baseline that is no baseline.
    case baseline(path: String, reason: String)

    public var description: String {
        switch self {
        case .empty(let path): "\(path) is no corpus: expected log folders, bundles, .jsonl or .csv files in it"
        case .core(let name): "there is no core '\(name)'"
        case .configuration(let path, let reason): "\(path): \(reason)"
        case .noSuchLog(let name): "the corpus has no log '\(name)'"
        case .baseline(let path, let reason): "\(path): \(reason)"
        }
    }

    public var hint: String? {
        switch self {
        case .empty: "a corpus is a folder of logs: DIR/monday/events/…, DIR/tunnel.csv"
        case .core: "the cores are trail, phases, run, visits, walk"
        case .configuration: #"a corpus.json is {"cores":["trail","walk"],"pack":"town.json"}"#
        case .noSuchLog: "analyze corpus run without names runs all"
        case .baseline: "analyze corpus accept writes it anew"
        }
    }
}
