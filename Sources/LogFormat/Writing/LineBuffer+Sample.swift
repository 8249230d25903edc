import FieldModel

/// A sample's row: the number, made under the writer's lock, then everything else.

extension LineBuffer {
    /// All of a row behind its `n`, from the comma to the line feed. An invalid or absent measurement is an empty cell; a
    /// reading that was invalid on entry keeps the cell that made it so empty.
    public mutating func append(
        rowOf fix: Fix, verdict: Verdict?, reason: String, columns: SampleColumns = .all
    ) {
        // Twelve numbers and four codes, each with its comma.
        let codes = RowCodes.all
        write(atMost: 12 * (LineCursor.longestNumber + 1) + 4 * 33 + 1) { cursor in
            if columns.isAll {
                cursor.put(rowOf: fix, codes)
            } else {
                cursor.put(rowOf: fix, columns, codes)
            }
            cursor.put(UInt8(ascii: ","))
            if let verdict { codes.verdict.put(verdict, on: &cursor) }
            cursor.put(UInt8(ascii: ","))
            if reason.isEmpty { cursor.put(UInt8(ascii: "\n")) }
        }
        if reason.isEmpty { return }
        append(raw: reason)
        append(UInt8(ascii: "\n"))
    }

    /// A sample as its whole row.
    public mutating func append(_ sample: Sample, columns: SampleColumns = .all) {
        append(sample.n)
        append(rowOf: sample.fix, verdict: sample.verdict, reason: sample.reason, columns: columns)
    }
}

/// The codes of a row. Together, since each constant that is made when it is first asked for is asked with every row.
private final class RowCodes: Sendable {
    let source = PackedCodes<FixSource>()
    let motion = PackedCodes<MotionKind>()
    let app = PackedCodes<AppState>()
    let verdict = PackedCodes<Verdict>()

    static let all = RowCodes()
}

extension LineCursor {
    @inline(__always)
    fileprivate mutating func put(rowOf fix: Fix, _ codes: RowCodes) {
        put(placeOf: fix)
        put(metres: fix.altitude)
        put(metres: fix.verticalAccuracy)
        put(metres: fix.speed)
        put(metres: fix.speedAccuracy)
        put(degrees: fix.course)
        put(degrees: fix.courseAccuracy)
        put(UInt8(ascii: ","))
        codes.source.put(fix.source, on: &self)
        put(UInt8(ascii: ","))
        if let motion = fix.motion { codes.motion.put(motion, on: &self) }
        put(UInt8(ascii: ","))
        if let state = fix.appState { codes.app.put(state, on: &self) }
    }

    fileprivate mutating func put(rowOf fix: Fix, _ columns: SampleColumns, _ codes: RowCodes) {
        put(placeOf: fix)
        if columns.has(.alt) { put(metres: fix.altitude) }
        if columns.has(.vacc) { put(metres: fix.verticalAccuracy) }
        if columns.has(.speed) { put(metres: fix.speed) }
        if columns.has(.sacc) { put(metres: fix.speedAccuracy) }
        if columns.has(.course) { put(degrees: fix.course) }
        if columns.has(.cacc) { put(degrees: fix.courseAccuracy) }
        put(UInt8(ascii: ","))
        codes.source.put(fix.source, on: &self)
        if columns.has(.motion) {
            put(UInt8(ascii: ","))
            if let motion = fix.motion { codes.motion.put(motion, on: &self) }
        }
        if columns.has(.app) {
            put(UInt8(ascii: ","))
            if let state = fix.appState { codes.app.put(state, on: &self) }
        }
    }

    /// From the boot time to the horizontal accuracy: the columns that every log has.
    @inline(__always)
    private mutating func put(placeOf fix: Fix) {
        let defect = fix.defect
        put(UInt8(ascii: ","))
        if let boot = fix.bootTime, defect != .m { put(boot.rawValue) }
        put(UInt8(ascii: ","))
        if defect != .recv { put(wallTime: fix.receiveTime.rawValue) }
        put(UInt8(ascii: ","))
        if defect != .t { put(wallTime: fix.sampleTime.rawValue) }
        put(UInt8(ascii: ","))
        if defect != .lat { put(sevenDecimals: fix.latitude) }
        put(UInt8(ascii: ","))
        if defect != .lon { put(sevenDecimals: fix.longitude) }
        put(metres: fix.horizontalAccuracy)
    }

    @inline(__always)
    private mutating func put(metres quantity: Quantity) {
        put(UInt8(ascii: ","))
        if quantity.isNumber { put(twoDecimals: quantity.rawValue) }
    }

    @inline(__always)
    private mutating func put(degrees quantity: Quantity) {
        put(UInt8(ascii: ","))
        if quantity.isNumber { put(oneDecimal: quantity.rawValue) }
    }
}
