import FieldModel

/// Rows of a samples file with any choice of columns, for whatever writes a log at once: an import leaves out what its
/// source does not give, and keeps what is not ours behind the known columns.
public struct SampleText: Sendable {
    /// In the order of the header.
    public let columns: [FixColumn]
    /// Names of further columns, kept as they came.
    public let extraColumns: [String]

    public init(columns: [FixColumn], extraColumns: [String] = []) {
        self.columns = columns
        self.extraColumns = extraColumns
    }

    /// Appends the header line.
    public func appendHeader(to bytes: inout [UInt8]) {
        bytes += columns.map(\.rawValue).joined(separator: ",").utf8
        for name in extraColumns {
            bytes.append(UInt8(ascii: ","))
            Self.append(quoting: name, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a row. `extra` has one text for each extra column, empty for none.
    public func append(_ sample: Sample, extra: [String] = [], to bytes: inout [UInt8]) {
        precondition(extra.count == extraColumns.count, "\(extra.count) cells for \(extraColumns.count) extra columns")
        for (index, column) in columns.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(column, of: sample, to: &bytes)
        }
        for cell in extra {
            bytes.append(UInt8(ascii: ","))
            Self.append(quoting: cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func append(_ column: FixColumn, of sample: Sample, to bytes: inout [UInt8]) {
        switch sample.cell(column) {
        case .absent, .empty: break
        case .number(let value, let decimals): DecimalNumber.append(value, decimals: decimals, to: &bytes)
        case .text(let text): Self.append(quoting: text, to: &bytes)
        }
    }

    /// A cell of text, in quotes where it has to be (RFC 4180).
    static func append(quoting text: String, to bytes: inout [UInt8]) {
        guard text.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) else {
            bytes += text.utf8
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
