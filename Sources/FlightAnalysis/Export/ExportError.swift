/// Why something cannot be exported.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A zones file that is not what it has to be.
    case zones(path: String, wanted: String, found: String)

    public var description: String {
        switch self {
        case .zones(let path, let wanted, let found): "\(path): expected \(wanted), found \(found)"
        }
    }

    /// What to do.
    public var hint: String? {
        switch self {
        case .zones: #"a zones file looks like {"zones":[{"name":"home","lat":50.0,"lon":10.0,"radius_m":200}]}"#
        }
    }
}
