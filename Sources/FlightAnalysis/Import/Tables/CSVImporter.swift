import FieldModel

/// Any table with a header line: columns by `--map`, else by well-known names; what is not ours stays as further columns.
/// Times with a zone, or counts since 1970 in seconds, ms, µs or ns. Decimal commas are refused by name.
public struct CSVImporter: Importer {
    private var log = ImportedLog()
    private var map = ColumnMap()

    public init() {}

    public mutating func use(_ map: ColumnMap) { self.map = map }
    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        var table = DelimitedText(file.bytes)
        guard var names = table.next() else { throw .shape(path: file.path, wanted: "a header line") }
        // Some programs mark the header as a remark.
        if names[0].hasPrefix("#") { names[0] = String(names[0].dropFirst()).trimmed }
        for index in names.indices where names[index].isEmpty { names[index] = "column \(index + 1)" }
        let rows = try TableRows(names, map: map, path: file.path)
        while let cells = table.next() { try rows.append(cells, line: table.line, to: &log) }
        if table.unclosed > 0 { log.damaged["quote that is never closed", default: 0] += 1 }
    }
}
