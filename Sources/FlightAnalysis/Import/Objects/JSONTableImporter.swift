import FieldModel
import LogFormat

/// Any JSON list of flat objects, or one object a line: a table whose columns are the keys, with `--map` as for CSV.
public struct JSONTableImporter: Importer {
    private var log = ImportedLog()
    private var map = ColumnMap()

    public init() {}

    public mutating func use(_ map: ColumnMap) { self.map = map }
    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        let values = try ForeignJSON.values(of: file)
        let objects = values.count == 1 ? values[0].array ?? values : values
        guard !objects.isEmpty, objects.allSatisfy({ $0.fields != nil }) else {
            throw .shape(path: file.path, wanted: "a list of objects")
        }
        var names: [String] = []
        var known: Set<String> = []
        for object in objects {
            for field in object.fields ?? [] where known.insert(field.key).inserted { names.append(field.key) }
        }
        let rows = try TableRows(names, map: map, path: file.path)
        for (index, object) in objects.enumerated() {
            try rows.append(names.map { object[$0]?.cell ?? "" }, line: index + 1, to: &log)
        }
    }
}
