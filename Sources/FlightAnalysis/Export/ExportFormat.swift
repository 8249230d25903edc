/// What a log can be exported to.
public enum ExportFormat: String, CaseIterable, Sendable {
    case gpx, geojson, kml, perfetto, mcap, csv, json, sqlite

    /// Whether a terminal would choke on it.
    public var isBinary: Bool { self == .mcap || self == .sqlite }
    /// Whether it draws the track, and nothing else.
    var isDrawing: Bool { self == .gpx || self == .geojson || self == .kml }
    /// Whether the gaps in the life of the log are told.
    var tellsGaps: Bool { self != .csv && self != .json }
}
