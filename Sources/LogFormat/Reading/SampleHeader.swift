import FieldModel

/// The header line of a samples file: which columns there are, and in which order.
public struct SampleHeader: Hashable, Sendable {
    /// What each cell holds; nil for a column that is not known.
    public let columns: [FixColumn?]
    /// All names as they stand.
    public let names: [String]
    /// Names that stand twice; the first one counts.
    public let repeated: [String]

    /// Why a line cannot be the header of a samples file.
    public enum Refusal: String, Error, Sendable {
        case semicolons = """
            the columns are separated by semicolons (a spreadsheet's export with a decimal comma); expected commas \
            between columns and a point in numbers
            """
        case tabs = "the columns are separated by tabs; expected commas"
        case noKnownColumn = "no column name is known; expected a header line with names such as t,lat,lon,hacc"
        case noTime = "there is no column t or recv, so no row has a time"

        var phrase: Phrase {
            switch self {
            case .semicolons:
                Phrase(
                    rawValue,
                    "les colonnes sont séparées par des points-virgules (export de tableur à virgule décimale) ; attendu "
                        + "des virgules entre les colonnes et un point dans les nombres",
                    "列以分号分隔（带小数逗号的电子表格导出）；应以逗号分隔列，数字用小数点")
            case .tabs:
                Phrase(
                    rawValue, "les colonnes sont séparées par des tabulations ; attendu des virgules", "列以制表符分隔，应为逗号")
            case .noKnownColumn:
                Phrase(
                    rawValue, "aucun nom de colonne connu ; attendu un en-tête avec des noms comme t,lat,lon,hacc",
                    "没有已知的列名；应有如 t,lat,lon,hacc 的表头")
            case .noTime:
                Phrase(
                    rawValue, "pas de colonne t ni recv : aucune ligne n'a d'heure", "没有 t 或 recv 列，因此没有时间")
            }
        }
    }

    /// Reads a header line.
    public init(_ line: String) throws(Refusal) {
        let names = line.split(separator: ",", omittingEmptySubsequences: false).map {
            var name = $0.drop { $0 == " " || $0 == "\"" }
            while name.last == " " || name.last == "\"" { name.removeLast() }
            return String(name)
        }
        var seen: Set<String> = []
        var repeated: [String] = []
        let columns = names.map { name -> FixColumn? in
            guard seen.insert(name).inserted else {
                repeated.append(name)
                return nil
            }
            return FixColumn(rawValue: name)
        }
        guard columns.contains(where: { $0 != nil }) else {
            throw line.contains(";") ? .semicolons : line.contains("\t") ? .tabs : .noKnownColumn
        }
        // `t;lat` beside a comma is no column of ours, so a header of semicolons with a comma in it ends here too.
        guard columns.contains(.t) || columns.contains(.recv) else {
            throw line.contains(";") ? .semicolons : .noTime
        }
        self.names = names
        self.columns = columns
        self.repeated = repeated
    }

    /// Whether the file has the column.
    public func has(_ column: FixColumn) -> Bool { columns.contains(column) }

    /// Whether the toolkit's own recorder wrote the file: it ends every row with a line end.
    var isOwn: Bool { has(.n) && has(.verdict) }

    /// A row of which nothing is known yet: what the header lacks is absent, what it has is empty.
    var blank: Sample {
        func quantity(_ column: FixColumn) -> Quantity { has(column) ? .empty : .absent }
        return Sample(
            n: 0,
            fix: Fix(
                sampleTime: WallTime(0), receiveTime: WallTime(0), latitude: 0, longitude: 0,
                horizontalAccuracy: quantity(.hacc), altitude: quantity(.alt), verticalAccuracy: quantity(.vacc),
                speed: quantity(.speed), speedAccuracy: quantity(.sacc), course: quantity(.course),
                courseAccuracy: quantity(.cacc)))
    }
}
