import FieldModel
import SystemIO

/// A table of samples, row by row.
protocol RowExport {
    init()
    /// The columns, once there is a row; nil in a form where every row has its own.
    var table: RowColumns? { get }
    mutating func begin(to out: inout OutputBuffer)
    mutating func take(_ sample: Sample, _ annotations: Annotations, to out: inout OutputBuffer)
    mutating func end(to out: inout OutputBuffer)
}
