import FieldModel

/// Reads the rows of a samples file under one header. Numbers go from decimal text to integers exactly. What is not
/// finite or does not fit makes the reading invalid, as it does on entry; what is no number at all makes the row one
/// that cannot be read.
struct SampleRow: Sendable {
    let header: SampleHeader
    private let blank: Sample
    private let hasTime: Bool
    private let hasReceiveTime: Bool
    private let hasLatitude: Bool
    private let hasLongitude: Bool
    private var sources = CodeMemory<FixSource>()
    private var motions = CodeMemory<MotionKind>()
    private var states = CodeMemory<AppState>()
    private var verdicts = CodeMemory<Verdict>()
    private var reasons = CodeMemory<(text: String, defect: FixColumn?)>()

    init(_ header: SampleHeader) {
        self.header = header
        blank = header.blank
        hasTime = header.has(.t)
        hasReceiveTime = header.has(.recv)
        hasLatitude = header.has(.lat)
        hasLongitude = header.has(.lon)
    }

    enum Outcome: Sendable {
        case sample(Sample)
        /// More or fewer cells than the header has names.
        case wrongCount(Int)
        /// A cell that its column cannot hold; counted from 0.
        case wrongCell(Int)
        /// A quoted cell that is not closed: the row goes on in the next line.
        case openQuote
    }

    /// What is gathered while the cells go by.
    private struct Gathered {
        var sample: Sample
        var sampleTime: Int64?
        var receiveTime: Int64?
        var latitude: Int32?
        var longitude: Int32?
        var defect: FixColumn?
        var restored: FixColumn?

        /// The first defect in the order in which a reading is rounded on entry.
        mutating func note(_ column: FixColumn) {
            if defect.map({ Self.rank(column) < Self.rank($0) }) ?? true { defect = column }
        }

        private static func rank(_ column: FixColumn) -> Int {
            switch column {
            case .t: 0
            case .lat: 1
            case .lon: 2
            case .hacc: 3
            case .alt: 4
            case .vacc: 5
            case .speed: 6
            case .sacc: 7
            case .course: 8
            case .cacc: 9
            default: 10
            }
        }
    }

    /// Reads one row.
    mutating func read(_ line: Span<UInt8>) -> Outcome {
        var row = Gathered(sample: blank)
        var at = 0
        let count = header.columns.count
        for index in 0..<count {
            if at < line.count, line[at] == 0x22 { return readQuoted(line) }
            guard cell(header.columns[index], line, &at, &row) else {
                // Text behind a quote that opens later in the row may hold commas: look at the row as a whole.
                return line.contains(0x22) ? readQuoted(line) : mismatch(line) ?? .wrongCell(index)
            }
            if at == line.count {
                guard index == count - 1 else { return .wrongCount(index + 1) }
            } else {
                at += 1
                if index == count - 1 { return line.contains(0x22) ? readQuoted(line) : .wrongCount(cells(line)) }
            }
        }
        return .sample(finish(&row))
    }

    private func cells(_ line: Span<UInt8>) -> Int {
        var commas = 0
        for index in 0..<line.count where line[index] == 0x2C { commas += 1 }
        return commas + 1
    }

    /// A row with the wrong number of cells is reported as that, not by the first cell that it shifts.
    private func mismatch(_ line: Span<UInt8>) -> Outcome? {
        let cells = cells(line)
        return cells == header.columns.count ? nil : .wrongCount(cells)
    }

    /// A row with quoted cells (RFC 4180): each is taken out of its quotes before it is read.
    private mutating func readQuoted(_ line: Span<UInt8>) -> Outcome {
        guard let cells = QuotedRow.cells(line) else { return .openQuote }
        guard cells.count == header.columns.count else { return .wrongCount(cells.count) }
        var row = Gathered(sample: blank)
        for (index, text) in cells.enumerated() {
            var at = 0
            let column = header.columns[index]
            if column == .reason {
                reason(String(decoding: text, as: UTF8.self), &row)
            } else if column != nil {
                guard cell(column, text.span, &at, &row), at == text.count else { return .wrongCell(index) }
            }
        }
        return .sample(finish(&row))
    }

    private func finish(_ row: inout Gathered) -> Sample {
        let receive = row.receiveTime
        if row.sampleTime == nil, hasTime { row.note(.t) }
        if receive == nil, hasReceiveTime { row.note(.recv) }
        if row.latitude == nil { row.note(.lat) }
        if row.longitude == nil { row.note(.lon) }
        let time = row.sampleTime ?? (hasTime ? 0 : receive ?? 0)
        row.sample.fix.sampleTime = WallTime(time)
        row.sample.fix.receiveTime = WallTime(receive ?? time)
        row.sample.fix.latitude = row.latitude ?? 0
        row.sample.fix.longitude = row.longitude ?? 0
        row.sample.fix.defect = row.restored ?? row.defect
        return row.sample
    }

    /// Reads one cell up to the comma behind it; false where it is not what the column holds.
    @inline(__always)
    private mutating func cell(
        _ column: FixColumn?, _ line: Span<UInt8>, _ at: inout Int, _ row: inout Gathered
    ) -> Bool {
        switch column {
        case .n, .m, .recv, .t: return time(column, line, &at, &row)
        case .lat:
            guard let it = quantity(line, &at, 7, .lat, &row) else { return false }
            row.latitude = it.number
        case .lon:
            guard let it = quantity(line, &at, 7, .lon, &row) else { return false }
            row.longitude = it.number
        case .hacc:
            guard let it = quantity(line, &at, 2, .hacc, &row) else { return false }
            row.sample.fix.horizontalAccuracy = it
        case .alt:
            guard let it = quantity(line, &at, 2, .alt, &row) else { return false }
            row.sample.fix.altitude = it
        case .vacc:
            guard let it = quantity(line, &at, 2, .vacc, &row) else { return false }
            row.sample.fix.verticalAccuracy = it
        case .speed:
            guard let it = quantity(line, &at, 2, .speed, &row) else { return false }
            row.sample.fix.speed = it
        case .sacc:
            guard let it = quantity(line, &at, 2, .sacc, &row) else { return false }
            row.sample.fix.speedAccuracy = it
        case .course:
            guard let it = quantity(line, &at, 1, .course, &row) else { return false }
            row.sample.fix.course = it
        case .cacc:
            guard let it = quantity(line, &at, 1, .cacc, &row) else { return false }
            row.sample.fix.courseAccuracy = it
        case .src, .motion, .app, .verdict, .reason, nil: return code(column, line, &at, &row)
        }
        return true
    }

    /// A measurement in units of 10^-decimals; nil where the cell is no number.
    @inline(__always)
    private func quantity(
        _ line: Span<UInt8>, _ at: inout Int, _ decimals: Int, _ column: FixColumn, _ row: inout Gathered
    ) -> Quantity? {
        let result = DecimalText.read(line, &at, decimals: decimals)
        switch result.state {
        case .number:
            if let exact = Int32(exactly: result.value), Quantity(exact).isNumber { return Quantity(exact) }
            row.note(column)
            return .empty
        case .empty: return .empty
        case .notFinite, .tooLarge:
            row.note(column)
            return .empty
        case .malformed: return nil
        }
    }

    private mutating func time(
        _ column: FixColumn?, _ line: Span<UInt8>, _ at: inout Int, _ row: inout Gathered
    ) -> Bool {
        let result = DecimalText.read(line, &at, decimals: 0)
        switch (result.state, column) {
        case (.malformed, _): return false
        case (.empty, _): return true
        case (.number, .n):
            guard result.value >= 0 else { return false }
            row.sample.n = SequenceNumber(result.value)
        case (.number, .m): row.sample.fix.bootTime = BootTime(result.value)
        case (.number, .recv) where Self.isTime(result.value): row.receiveTime = result.value
        case (.number, .t) where Self.isTime(result.value): row.sampleTime = result.value
        case (_, .n): return false
        case (_, .m): row.note(.m)
        case (_, .recv): row.note(.recv)
        default: row.note(.t)
        }
        return true
    }

    /// The times that a reading can have on entry: beyond 2^53 ms no clock shows one.
    private static func isTime(_ millis: Int64) -> Bool { millis.magnitude < 9_007_199_254_740_992 }

    /// A cell of text, up to the comma.
    private mutating func code(
        _ column: FixColumn?, _ line: Span<UInt8>, _ at: inout Int, _ row: inout Gathered
    ) -> Bool {
        let start = at
        while at < line.count, unsafe line[unchecked: at] != 0x2C { at &+= 1 }
        guard at > start, let column else { return true }
        switch column {
        case .src:
            guard let source = sources.meaning(line, start..<at, FixSource.init(rawValue:)) else { return false }
            row.sample.fix.source = source
        case .motion:
            guard let motion = motions.meaning(line, start..<at, MotionKind.init(shortWord:)) else { return false }
            row.sample.fix.motion = motion
        case .app:
            guard let state = states.meaning(line, start..<at, AppState.init(rawValue:)) else { return false }
            row.sample.fix.appState = state
        case .verdict:
            guard let verdict = verdicts.meaning(line, start..<at, Verdict.init(rawValue:)) else { return false }
            row.sample.verdict = verdict
        default:
            guard let known = reasons.meaning(line, start..<at, { ($0, Self.defect($0)) }) else { return false }
            row.sample.reason = known.text
            row.restored = known.defect
        }
        return true
    }

    private func reason(_ text: String, _ row: inout Gathered) {
        row.sample.reason = text
        row.restored = Self.defect(text)
    }

    private static func defect(_ reason: String) -> FixColumn? { Reason(rawValue: reason)?.invalidColumn }
}

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
