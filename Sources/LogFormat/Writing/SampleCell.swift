import FieldModel

/// What one column of a sample holds, for every form that rows are written in.
public enum SampleCell: Hashable, Sendable {
    /// The source never carries the column.
    case absent
    /// The column is there and says nothing.
    case empty
    /// A number in units of 10^-decimals: lat 500000000 with 7 decimals is 50 degrees.
    case number(Int64, decimals: Int)
    case text(String)

    fileprivate init(_ quantity: Quantity, decimals: Int) {
        self = quantity.isAbsent ? .absent : quantity.number.map { .number(Int64($0), decimals: decimals) } ?? .empty
    }

    fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .empty }
}

extension Sample {
    /// The cell of a column. The column that made a reading invalid holds nothing that could be written.
    public func cell(_ column: FixColumn) -> SampleCell {
        if fix.defect == column { return .empty }
        return switch column {
        case .n: .number(Int64(clamping: n), decimals: 0)
        case .m: fix.bootTime.map { .number($0.rawValue, decimals: 0) } ?? .absent
        case .recv: .number(fix.receiveTime.rawValue, decimals: 0)
        case .t: .number(fix.sampleTime.rawValue, decimals: 0)
        case .lat: .number(Int64(fix.latitude), decimals: 7)
        case .lon: .number(Int64(fix.longitude), decimals: 7)
        case .hacc: SampleCell(fix.horizontalAccuracy, decimals: 2)
        case .alt: SampleCell(fix.altitude, decimals: 2)
        case .vacc: SampleCell(fix.verticalAccuracy, decimals: 2)
        case .speed: SampleCell(fix.speed, decimals: 2)
        case .sacc: SampleCell(fix.speedAccuracy, decimals: 2)
        case .course: SampleCell(fix.course, decimals: 1)
        case .cacc: SampleCell(fix.courseAccuracy, decimals: 1)
        case .src: .text(fix.source.rawValue)
        case .motion: SampleCell(fix.motion?.rawValue)
        case .app: SampleCell(fix.appState?.rawValue)
        case .verdict: verdict.map { .text($0.rawValue) } ?? .absent
        case .reason: verdict == nil && reason.isEmpty ? .absent : .text(reason)
        }
    }
}
