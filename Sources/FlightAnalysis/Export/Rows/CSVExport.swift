import FieldModel
import LogFormat
import SystemIO

/// Samples as one CSV table: the columns of a samples file, and behind them what was the case then.
struct CSVExport: RowExport {
    private(set) var table: RowColumns?
    private var rows: SampleText?

    mutating func begin(to out: inout OutputBuffer) {}

    mutating func take(_ sample: Sample, _ annotations: Annotations, to out: inout OutputBuffer) {
        if rows == nil { head(RowColumns(first: sample), &out) }
        table?.note(sample)
        rows?.append(sample, extra: annotations.cells, to: &out.bytes)
    }

    /// Of a log without a sample there is the header alone.
    mutating func end(to out: inout OutputBuffer) {
        if rows == nil {
            SampleText(columns: FixColumn.allCases, extraColumns: Annotations.names).appendHeader(to: &out.bytes)
        }
    }

    private mutating func head(_ columns: RowColumns, _ out: inout OutputBuffer) {
        let text = SampleText(columns: columns.columns, extraColumns: Annotations.names)
        text.appendHeader(to: &out.bytes)
        (table, rows) = (columns, text)
    }
}
