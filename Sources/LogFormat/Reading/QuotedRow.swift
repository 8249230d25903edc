/// The cells of a row in which some are quoted.
enum QuotedRow {
    /// Nil where a quoted cell is not closed.
    static func cells(_ line: Span<UInt8>) -> [[UInt8]]? {
        var cells: [[UInt8]] = []
        var cell: [UInt8] = []
        var at = 0
        while true {
            if at < line.count, line[at] == 0x22 {
                at += 1
                while true {
                    guard at < line.count else { return nil }
                    if line[at] == 0x22 {
                        at += 1
                        // A doubled quote stands for itself.
                        guard at < line.count, line[at] == 0x22 else { break }
                    }
                    cell.append(line[at])
                    at += 1
                }
            }
            while at < line.count, line[at] != 0x2C {
                cell.append(line[at])
                at += 1
            }
            cells.append(cell)
            cell = []
            guard at < line.count else { return cells }
            at += 1
        }
    }
}

extension Span<UInt8> {
    func contains(_ byte: UInt8) -> Bool {
        for index in 0..<count where self[index] == byte { return true }
        return false
    }
}
