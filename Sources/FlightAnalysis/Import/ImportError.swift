import LogFormat

/// Why a foreign file is not imported at all. Entries that cannot be used are counted instead.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON(path: String, JSONError)
    case notXML(path: String, wanted: String, offset: Int)
    /// A number with a decimal comma, as spreadsheets of many countries write it: it might mean two cells.
    case decimalComma(path: String, line: Int, cell: String)
    /// A table whose header does not tell where and when.
    case columns(path: String, wanted: String, found: [String])
    /// `--map` that cannot be used.
    case map(pair: String, reason: String)
    /// It is JSON, but not of the shape of the format.
    case shape(path: String, wanted: String)
    /// All was read, and nothing in it is of the format.
    case nothing(paths: [String], format: String)

    public var description: String {
        switch self {
        case .notJSON(let path, let error): "\(path) is no JSON: \(error)"
        case .notXML(let path, let wanted, let offset):
            "\(path) is no XML: expected \(wanted) at byte \(offset)"
        case .decimalComma(let path, let line, let cell):
            "\(path), line \(line): '\(cell)' has a decimal comma; expected a decimal point"
        case .columns(let path, let wanted, let found):
            "\(path): expected a column for \(wanted), found \(found.joined(separator: ", "))"
        case .map(let pair, let reason): "--map \(pair): \(reason)"
        case .shape(let path, let wanted): "\(path): expected \(wanted)"
        case .nothing(let paths, let format):
            "nothing in \(paths.joined(separator: ", ")) is what \(format) writes"
        }
    }

    /// What to do.
    public var hint: String? {
        switch self {
        case .notJSON: "give the file as it was exported, unpacked"
        case .notXML: "give the file as it was exported, unpacked (a .kmz is a ZIP archive with a .kml in it)"
        case .decimalComma: "export it again with decimal points and commas between the columns"
        case .columns: "name the columns with --map, as in --map Breite=lat,Länge=lon,Zeit=t"
        case .map: "a pair is a column of the file, '=', and one of t recv lat lon hacc alt vacc speed sacc course cacc"
        case .shape, .nothing: "is --from the right format for it? analyze import --help lists them"
        }
    }
}
