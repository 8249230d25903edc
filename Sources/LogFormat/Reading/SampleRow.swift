import FieldModel

/// Reads the rows of a samples file under one header. Numbers go from decimal text to integers exactly. What is not
/// finite or does not fit makes the reading invalid, as it does on entry; what is no number at all makes the row one
/// that cannot be read.
struct SampleRow: Sendable {
    let header: SampleHeader
    /// A row of which nothing is known yet.
    let blank: Sample
    private let hasTime: Bool
    private let hasReceiveTime: Bool
    /// Whether the last column is the reason, and all before it are codes and numbers, which no line end can be part of.
    let endsWithReason: Bool
    /// Bytes before the last column of a plain row, at most.
    private static let plainLimit = 512
    private var codes = SampleCodes()

    init(_ header: SampleHeader) {
        self.header = header
        blank = header.blank
        hasTime = header.has(.t)
        hasReceiveTime = header.has(.recv)
        endsWithReason =
            header.columns.last == .reason && header.columns.dropLast().allSatisfy { $0 != nil && $0 != .reason }
    }

    enum Outcome: Sendable {
        case read
        /// More or fewer cells than the header has names.
        case wrongCount(Int)
        /// A cell that its column cannot hold; counted from 0.
        case wrongCell(Int)
        /// A quoted cell that is not closed: the row goes on in the next line.
        case openQuote
    }

    /// What is gathered while the cells go by.
    private struct Gathered {
        var sampleTime: Int64?
        var receiveTime: Int64?
        var latitude = Quantity.empty
        var longitude = Quantity.empty
        var defect: FixColumn?
        var restored: FixColumn?

        mutating func note(_ column: FixColumn) { SampleRow.note(column, &defect) }

        /// Completes the sample by what has to be there, and what depends on several cells.
        mutating func finish(_ sample: inout Sample, hasTime: Bool, hasReceiveTime: Bool) {
            if sampleTime == nil, hasTime { note(.t) }
            if receiveTime == nil, hasReceiveTime { note(.recv) }
            if !latitude.isNumber { note(.lat) }
            if !longitude.isNumber { note(.lon) }
            let time = sampleTime ?? (hasTime ? 0 : receiveTime ?? 0)
            sample.fix.sampleTime = WallTime(time)
            sample.fix.receiveTime = WallTime(receiveTime ?? time)
            sample.fix.latitude = latitude.number ?? 0
            sample.fix.longitude = longitude.number ?? 0
            sample.fix.defect = restored ?? defect
        }
    }

    /// The first defect in the order in which a reading is rounded on entry.
    private static func note(_ column: FixColumn, _ defect: inout FixColumn?) {
        if defect.map({ rank(column) < rank($0) }) ?? true { defect = column }
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

    /// Reads the row that ends at `end` into a sample that is `blank`, which is worth something only where it could be
    /// read. Behind `end` stands what ended the line, if anything.
    mutating func read(_ bytes: Span<UInt8>, end: Int, into sample: inout Sample) -> Outcome {
        var row = Gathered()
        var at = 0
        let wrong = allButLast(bytes, &at, end, &sample, &row)
        guard wrong == nil, readLast(bytes, &at, end, &sample, &row) else {
            let index = wrong ?? header.columns.count - 1
            return readUnusual(bytes.extracting(0..<end), into: &sample, else: .wrongCell(index))
        }
        return .read
    }

    /// Reads all cells but the last, each with the comma behind it, which has to stand before `end`; gives the first that
    /// cannot be read.
    @inline(__always)
    private mutating func allButLast(
        _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, _ sample: inout Sample, _ row: inout Gathered
    ) -> Int? {
        for index in 0..<header.columns.count - 1 {
            guard Self.cell(header.columns[index], bytes, &at, end, &sample, &row, &codes), at < end else {
                return index
            }
            at &+= 1
        }
        return nil
    }

    /// Reads the last cell, which has to reach to `end`, and completes the sample.
    @inline(__always)
    private mutating func readLast(
        _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, _ sample: inout Sample, _ row: inout Gathered
    ) -> Bool {
        let column = header.columns[header.columns.count - 1]
        guard Self.cell(column, bytes, &at, end, &sample, &row, &codes), at == end else { return false }
        row.finish(&sample, hasTime: hasTime, hasReceiveTime: hasReceiveTime)
        return true
    }

    /// Reads the row that begins at `start`, where the header `endsWithReason`, and gives the place of the line feed behind it;
    /// nil for a row that is anything but plain, which then has to be read with its end known.
    @inline(__always)
    mutating func readPlain(_ bytes: Span<UInt8>, from start: Int, into sample: inout Sample) -> Int? {
        var row = Gathered()
        var at = start
        // What reaches further is no plain row: a file of anything else costs so many looks a line, and not all of it.
        let limit = min(start &+ Self.plainLimit, bytes.count)
        guard allButLast(bytes, &at, limit, &sample, &row) == nil else { return nil }
        let end = ByteSearch.firstLow(bytes, from: at)
        guard end < bytes.count, bytes[end] == 0x0A, bytes[end &- 1] != 0x0D else { return nil }
        return readLast(bytes, &at, end, &sample, &row) ? end : nil
    }

    /// Text behind a quote that opens within the row may hold commas: such a row is looked at as a whole. One with the
    /// wrong number of cells is reported as that, not by the first cell that it shifts.
    private mutating func readUnusual(
        _ line: Span<UInt8>, into sample: inout Sample, else mistake: Outcome
    ) -> Outcome {
        if line.contains(0x22) { return readQuoted(line, into: &sample) }
        var cells = 1
        for index in 0..<line.count where line[index] == 0x2C { cells += 1 }
        return cells == header.columns.count ? mistake : .wrongCount(cells)
    }

    /// A row with quoted cells (RFC 4180): each is taken out of its quotes before it is read.
    private mutating func readQuoted(_ line: Span<UInt8>, into sample: inout Sample) -> Outcome {
        guard let cells = QuotedRow.cells(line) else { return .openQuote }
        guard cells.count == header.columns.count else { return .wrongCount(cells.count) }
        var row = Gathered()
        sample = blank
        for (index, text) in cells.enumerated() {
            var at = 0
            let column = header.columns[index]
            if column == .reason {
                sample.reason = String(decoding: text, as: UTF8.self)
                row.restored = SampleCodes.defect(sample.reason)
            } else if column != nil {
                guard Self.cell(column, text.span, &at, text.count, &sample, &row, &codes), at == text.count else {
                    return .wrongCell(index)
                }
            }
        }
        row.finish(&sample, hasTime: hasTime, hasReceiveTime: hasReceiveTime)
        return .read
    }

    /// Reads one cell up to the comma behind it; false where it is not what the column holds.
    @inline(__always)
    private static func cell(
        _ column: FixColumn?, _ line: Span<UInt8>, _ at: inout Int, _ end: Int, _ sample: inout Sample,
        _ row: inout Gathered, _ codes: inout SampleCodes
    ) -> Bool {
        switch column {
        case .n, .m, .recv, .t: time(column, line, &at, end, &sample, &row)
        case .lat: take(degrees(line, &at, end), .lat, &row.latitude, &row.defect)
        case .lon: take(degrees(line, &at, end), .lon, &row.longitude, &row.defect)
        case .hacc: take(hundredths(line, &at, end), .hacc, &sample.fix.horizontalAccuracy, &row.defect)
        case .alt: take(hundredths(line, &at, end), .alt, &sample.fix.altitude, &row.defect)
        case .vacc: take(hundredths(line, &at, end), .vacc, &sample.fix.verticalAccuracy, &row.defect)
        case .speed: take(hundredths(line, &at, end), .speed, &sample.fix.speed, &row.defect)
        case .sacc: take(hundredths(line, &at, end), .sacc, &sample.fix.speedAccuracy, &row.defect)
        case .course: take(tenths(line, &at, end), .course, &sample.fix.course, &row.defect)
        case .cacc: take(tenths(line, &at, end), .cacc, &sample.fix.courseAccuracy, &row.defect)
        case .src, .motion, .app, .verdict, .reason, nil:
            codes.read(column, line, &at, end, into: &sample, &row.restored)
        }
    }

    // A function for each number of decimals: each is made for its own constants.
    private static func degrees(_ line: Span<UInt8>, _ at: inout Int, _ end: Int) -> DecimalText.Result {
        DecimalText.read(line, &at, end: end, decimals: 7)
    }

    private static func hundredths(_ line: Span<UInt8>, _ at: inout Int, _ end: Int) -> DecimalText.Result {
        DecimalText.read(line, &at, end: end, decimals: 2)
    }

    private static func tenths(_ line: Span<UInt8>, _ at: inout Int, _ end: Int) -> DecimalText.Result {
        DecimalText.read(line, &at, end: end, decimals: 1)
    }

    /// Keeps a measurement; false where the cell is no number.
    @inline(__always)
    private static func take(
        _ result: DecimalText.Result, _ column: FixColumn, _ quantity: inout Quantity, _ defect: inout FixColumn?
    ) -> Bool {
        if result.state == .number, let exact = Int32(exactly: result.value), Quantity(exact).isNumber {
            quantity = Quantity(exact)
            return true
        }
        quantity = .empty
        if result.state != .empty { note(column, &defect) }
        return result.state != .malformed
    }

    @inline(__always)
    private static func time(
        _ column: FixColumn?, _ line: Span<UInt8>, _ at: inout Int, _ end: Int, _ sample: inout Sample,
        _ row: inout Gathered
    ) -> Bool {
        let result = DecimalText.read(line, &at, end: end, decimals: 0)
        switch (result.state, column) {
        case (.malformed, _): return false
        case (.empty, _): return true
        case (.number, .n):
            guard result.value >= 0 else { return false }
            sample.n = SequenceNumber(result.value)
        case (.number, .m): sample.fix.bootTime = BootTime(result.value)
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
}
