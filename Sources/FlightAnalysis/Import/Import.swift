import SystemIO

/// Reads foreign logs from files.
public enum Import {
    /// Files beyond this are no phone's export; they are held in memory as a whole.
    public static let sizeLimit = 1 << 30

    /// Reads all of `paths` as one log.
    public static func log(from paths: [String], as format: ImportFormat, map: ColumnMap = ColumnMap()) throws
        -> ImportedLog
    {
        var importer = format.importer.init()
        importer.use(map)
        for path in paths {
            let bytes = try FileSystem.contents(of: path, limit: sizeLimit)
            try importer.read(ForeignFile(path: path, bytes: bytes))
        }
        let log = importer.finished()
        guard log.fixes > 0 || log.events > 0 else {
            throw ImportError.nothing(paths: paths, format: format.name)
        }
        return log
    }
}
