import DiagBundle
import LogFormat
import SystemIO

/// Why an analysis could not be made: what was looked for, where, and what was found instead.
public enum AnalysisError: Error, Sendable, CustomStringConvertible {
    case system(IOError)
    /// Nothing stands at the path.
    case notFound(path: String)
    /// A folder without a single events or samples file.
    case noLog(path: String)
    /// A file that is neither events nor samples.
    case notALog(path: String, found: String)
    /// A samples file whose header cannot be used.
    case refused(path: String, reason: String)
    /// A log, or a run in it, whose format came after this version.
    case newerFormat(part: String, found: Int64)
    /// A bundle that could not be opened.
    case bundle(BundleError)
    /// A file given to an option, and what is wrong in it.
    case options(path: String, reason: String)

    public var description: String {
        switch self {
        case .system(let error): error.description
        case .notFound(let path): "there is nothing at \(path)"
        case .noLog(let path): "\(path) holds no log: expected events/*.jsonl or samples/*.csv in it"
        case .notALog(let path, let found):
            "\(path) is no log: expected JSON lines, samples or a bundle, found \(found)"
        case .refused(let path, let reason): "\(path) cannot be read: \(reason)"
        case .newerFormat(let part, let found):
            "\(part.isEmpty ? "the log" : part) has runs of format \(found); this version reads up to \(LogVersion.current)"
        case .bundle(let error): error.description
        case .options(let path, let reason): "\(path): \(reason)"
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .system, .options: nil
        case .notFound: "check the path; a log is a folder, a bundle, a single file, or - for standard input"
        case .noLog: "name the log folder itself, the one that events and samples lie in"
        case .notALog: "foreign formats come in through analyze import"
        case .newerFormat: "use the version that wrote it, or a later one"
        case .refused: "export it again with commas and decimal points, or use analyze import with --map"
        case .bundle(let error): error.hint
        }
    }
}
