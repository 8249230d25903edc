import FieldModel

/// Reads the cells of a samples file that hold codes, each column with the codes it has met.
struct SampleCodes: Sendable {
    private var sources = CodeMemory<FixSource>()
    private var motions = CodeMemory<MotionKind>()
    private var states = CodeMemory<AppState>()
    private var verdicts = CodeMemory<Verdict>()
    private var reasons = CodeMemory<(text: String, defect: FixColumn?)>()

    /// Reads one cell up to the comma behind it; false where it is no code of its column. A reason that names a column
    /// gives that back.
    mutating func read(
        _ column: FixColumn?, _ line: Span<UInt8>, _ at: inout Int, _ end: Int, into sample: inout Sample,
        _ restored: inout FixColumn?
    ) -> Bool {
        guard at < end, line[at] != 0x2C else { return true }
        // A cell in quotes may hold commas: the row is looked at as a whole.
        guard line[at] != 0x22 else { return false }
        let start = at
        let code = PackedText(cellOf: line, &at, end: end)
        // Zeros at its end are no part of a packed text.
        guard line[at &- 1] != 0 else { return false }
        guard let column else { return true }
        let range = start..<at
        switch column {
        case .src:
            guard let source = sources.meaning(code, line, range, FixSource.init(rawValue:)) else { return false }
            sample.fix.source = source
        case .motion:
            guard let motion = motions.meaning(code, line, range, MotionKind.init(shortWord:)) else { return false }
            sample.fix.motion = motion
        case .app:
            guard let state = states.meaning(code, line, range, AppState.init(rawValue:)) else { return false }
            sample.fix.appState = state
        case .verdict:
            guard let verdict = verdicts.meaning(code, line, range, Verdict.init(rawValue:)) else { return false }
            sample.verdict = verdict
        default:
            guard let known = reasons.meaning(code, line, range, { ($0, Self.defect($0)) }) else { return false }
            sample.reason = known.text
            restored = known.defect
        }
        return true
    }

    /// The column that a reason names as invalid on entry.
    static func defect(_ reason: String) -> FixColumn? { Reason(rawValue: reason)?.invalidColumn }
}
