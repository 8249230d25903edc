import CommandKit
import FieldModel
import LogFormat

/// How a listing is written.
enum ListingFormat: String {
    case text, json, ndjson, csv
}

/// A listing: one object for JSON, its rows for ndjson and CSV, and a text for people.
struct Listing {
    /// The whole, with its schema.
    var whole: Value
    /// The key of the rows in it.
    var rows: String
    /// For people; made only when asked for.
    var text: () -> String

    func print(as format: ListingFormat) throws {
        try Descriptor.standardOutput.write(Array(written(as: format).utf8))
    }

    func written(as format: ListingFormat) -> String {
        switch format {
        case .text: Terminal.output.shown(text())
        case .json: JSON.indented(whole) + "\n"
        case .ndjson: elements.map { JSON.text($0) + "\n" }.joined()
        case .csv: csv
        }
    }

    private var elements: [Value] { whole[rows]?.array ?? [] }

    /// Columns are the keys in the order in which rows first have them; lists and objects stand as JSON.
    private var csv: String {
        var columns: [String] = []
        for field in elements.flatMap({ $0.fields ?? [] }) where !columns.contains(field.key) {
            columns.append(field.key)
        }
        let lines = [columns.map(Self.quoted)] + elements.map { row in columns.map { Self.cell(row[$0]) } }
        return lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }

    private static func cell(_ value: Value?) -> String {
        switch value {
        case nil, .null: ""
        case .string(let text): quoted(text)
        case .some(let other): quoted(JSON.text(other))
        }
    }

    /// RFC 4180.
    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return text }
        var quoted = "\""
        for character in text.unicodeScalars { quoted += character == "\"" ? "\"\"" : String(character) }
        return quoted + "\""
    }
}
