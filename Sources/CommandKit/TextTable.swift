/// Rows in aligned columns for people. Numbers stand to the right, words to the left; the last column is not padded.
public struct TextTable: Sendable {
    public enum Alignment: Sendable { case left, right }

    private let alignments: [Alignment]
    private var rows: [[String]]

    /// - Parameter columns: header (may be empty) and alignment of each column.
    public init(_ columns: [(header: String, alignment: Alignment)]) {
        alignments = columns.map(\.alignment)
        rows = columns.allSatisfy { $0.header.isEmpty } ? [] : [columns.map(\.header)]
    }

    /// Adds a row with one cell a column. Control characters in it are made visible: a cell stays in its row.
    public mutating func add(_ cells: [String]) {
        precondition(cells.count == alignments.count, "a row of \(cells.count) cells in a table of \(alignments.count)")
        rows.append(cells.map { Terminal.visible($0) })
    }

    /// Lines, each ended by a newline, with `indent` blanks before it.
    public func text(indent: Int = 0) -> String {
        let widths = alignments.indices.map { column in rows.map { Terminal.columns(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column -> String in
                let padding = String(repeating: " ", count: widths[column] - Terminal.columns(of: row[column]))
                return alignments[column] == .right ? padding + row[column] : row[column] + padding
            }
            let line = cells.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
            return String(repeating: " ", count: indent) + line[..<end] + "\n"
        }.joined()
    }
}
