import LogFormat

/// Why a foreign file is not imported at all. Entries that cannot be used are counted instead.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON(path: String, JSONError)
    /// It is JSON, but not of the shape of the format.
    case shape(path: String, wanted: String)
    /// All was read, and nothing in it is of the format.
    case nothing(paths: [String], format: String)

    public var description: String {
        switch self {
        case .notJSON(let path, let error): "\(path) is no JSON: \(error)"
        case .shape(let path, let wanted): "\(path): expected \(wanted)"
        case .nothing(let paths, let format):
            "nothing in \(paths.joined(separator: ", ")) is what \(format) writes"
        }
    }

    /// What to do.
    public var hint: String? {
        switch self {
        case .notJSON: "give the file as it was exported, unpacked"
        case .shape, .nothing: "is --from the right format for it? analyze import --help lists them"
        }
    }
}
