import FieldModel
import LogFormat
import SystemIO

/// Samples as one CSV table: the columns of a samples file, and behind them what was the case then.
struct CSVExport: RowExport {
    private(set) var table: RowColumns?
    private var rows: SampleText?

    mutating func begin(to out: inout OutputBuffer) {}

    mutating func take(_ sample: Sample, _ context: RowContext, to out: inout OutputBuffer) {
        if rows == nil { head(RowColumns(first: sample), &out) }
        table?.note(sample)
        rows?.append(sample, extra: context.cells, to: &out.bytes)
    }

    /// Of a log without a sample there is the header alone.
    mutating func end(to out: inout OutputBuffer) {
        if rows == nil {
            SampleText(columns: FixColumn.allCases, extraColumns: RowContext.columns).appendHeader(to: &out.bytes)
        }
    }

    private mutating func head(_ columns: RowColumns, _ out: inout OutputBuffer) {
        let text = SampleText(columns: columns.columns, extraColumns: RowContext.columns)
        text.appendHeader(to: &out.bytes)
        (table, rows) = (columns, text)
    }
}
