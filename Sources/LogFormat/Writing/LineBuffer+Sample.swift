import FieldModel

/// A sample's row: the number, made under the writer's lock, then everything else.

extension LineBuffer {
    /// All of a row behind its `n`, from the comma to the line feed. An invalid or absent measurement is an empty cell; a
    /// reading that was invalid on entry keeps the cell that made it so empty.
    public mutating func append(
        rowOf fix: Fix, verdict: Verdict?, reason: String, columns: SampleColumns = .all
    ) {
        // Twelve numbers and four codes, each with its comma.
        write(atMost: 12 * (LineCursor.longestNumber + 1) + 4 * 33) { cursor in
            if columns.isAll {
                cursor.put(rowOf: fix)
            } else {
                cursor.put(rowOf: fix, columns)
            }
            cursor.put(UInt8(ascii: ","))
            if let verdict { verdictCodes.put(verdict, on: &cursor) }
            cursor.put(UInt8(ascii: ","))
        }
        append(raw: reason)
        append(UInt8(ascii: "\n"))
    }

    /// A sample as its whole row.
    public mutating func append(_ sample: Sample, columns: SampleColumns = .all) {
        append(sample.n)
        append(rowOf: sample.fix, verdict: sample.verdict, reason: sample.reason, columns: columns)
    }
}

private let sourceCodes = PackedCodes<FixSource>()
private let motionCodes = PackedCodes<MotionKind>()
private let appCodes = PackedCodes<AppState>()
private let verdictCodes = PackedCodes<Verdict>()

extension LineCursor {
    @inline(__always)
    fileprivate mutating func put(rowOf fix: Fix) {
        put(placeOf: fix)
        put(metres: fix.altitude)
        put(metres: fix.verticalAccuracy)
        put(metres: fix.speed)
        put(metres: fix.speedAccuracy)
        put(degrees: fix.course)
        put(degrees: fix.courseAccuracy)
        put(UInt8(ascii: ","))
        sourceCodes.put(fix.source, on: &self)
        put(UInt8(ascii: ","))
        if let motion = fix.motion { motionCodes.put(motion, on: &self) }
        put(UInt8(ascii: ","))
        if let state = fix.appState { appCodes.put(state, on: &self) }
    }

    fileprivate mutating func put(rowOf fix: Fix, _ columns: SampleColumns) {
        put(placeOf: fix)
        if columns.has(.alt) { put(metres: fix.altitude) }
        if columns.has(.vacc) { put(metres: fix.verticalAccuracy) }
        if columns.has(.speed) { put(metres: fix.speed) }
        if columns.has(.sacc) { put(metres: fix.speedAccuracy) }
        if columns.has(.course) { put(degrees: fix.course) }
        if columns.has(.cacc) { put(degrees: fix.courseAccuracy) }
        put(UInt8(ascii: ","))
        sourceCodes.put(fix.source, on: &self)
        if columns.has(.motion) {
            put(UInt8(ascii: ","))
            if let motion = fix.motion { motionCodes.put(motion, on: &self) }
        }
        if columns.has(.app) {
            put(UInt8(ascii: ","))
            if let state = fix.appState { appCodes.put(state, on: &self) }
        }
    }

    /// From the boot time to the horizontal accuracy: the columns that every log has.
    @inline(__always)
    private mutating func put(placeOf fix: Fix) {
        let defect = fix.defect
        put(UInt8(ascii: ","))
        if let boot = fix.bootTime, defect != .m { put(boot.rawValue) }
        put(UInt8(ascii: ","))
        if defect != .recv { put(fix.receiveTime.rawValue) }
        put(UInt8(ascii: ","))
        if defect != .t { put(fix.sampleTime.rawValue) }
        put(UInt8(ascii: ","))
        if defect != .lat { put(sevenDecimals: fix.latitude) }
        put(UInt8(ascii: ","))
        if defect != .lon { put(sevenDecimals: fix.longitude) }
        put(metres: fix.horizontalAccuracy)
    }

    @inline(__always)
    private mutating func put(metres quantity: Quantity) {
        put(UInt8(ascii: ","))
        if let number = quantity.number { put(twoDecimals: number) }
    }

    @inline(__always)
    private mutating func put(degrees quantity: Quantity) {
        put(UInt8(ascii: ","))
        if let number = quantity.number { put(oneDecimal: number) }
    }
}
