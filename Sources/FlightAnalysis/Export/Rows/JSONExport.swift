import FieldModel
import LogFormat
import SystemIO

/// Samples as one JSON list, an object a row and a row a line. An absent column is no key, an invalid value is null.
struct JSONExport: RowExport {
    private var isFirst = true

    var table: RowColumns? { nil }

    mutating func begin(to out: inout OutputBuffer) { out.write("[") }

    mutating func take(_ sample: Sample, _ annotations: Annotations, to out: inout OutputBuffer) {
        out.write(isFirst ? "\n{" : ",\n{")
        isFirst = false
        for column in FixColumn.allCases {
            let cell = sample.cell(column)
            if cell == .absent { continue }
            key(column.rawValue, isFirst: column == .n, &out)
            switch cell {
            case .absent, .empty: out.write("null")
            case .number(let value, let decimals): out.write(value, decimals: decimals)
            case .text(let text): JSON.append(text, to: &out.bytes)
            }
        }
        for (name, value) in zip(Annotations.names, annotations.values) where value != .null {
            key(name, isFirst: false, &out)
            JSON.append(value, to: &out.bytes)
        }
        out.write("}")
    }

    mutating func end(to out: inout OutputBuffer) { out.write("\n]\n") }

    private func key(_ name: String, isFirst: Bool, _ out: inout OutputBuffer) {
        out.write(isFirst ? "\"" : ",\"")
        out.bytes += name.utf8
        out.write("\":")
    }
}
