import FieldModel

/// A sample's row: the number, made under the writer's lock, then everything else.

extension LineBuffer {
    /// All of a row behind its `n`, from the comma to the line feed. An invalid or absent measurement is an empty cell; a
    /// reading that was invalid on entry keeps the cell that made it so empty.
    public mutating func append(
        rowOf fix: Fix, verdict: Verdict?, reason: String, columns: SampleColumns = .all
    ) {
        if columns.isAll {
            appendAll(fix)
        } else {
            append(fix, columns)
        }
        append(UInt8(ascii: ","))
        if let verdict { append(raw: verdict.rawValue) }
        append(UInt8(ascii: ","))
        append(raw: reason)
        append(UInt8(ascii: "\n"))
    }

    /// A sample as its whole row.
    public mutating func append(_ sample: Sample, columns: SampleColumns = .all) {
        append(sample.n)
        append(rowOf: sample.fix, verdict: sample.verdict, reason: sample.reason, columns: columns)
    }

    @inline(__always)
    private mutating func appendAll(_ fix: Fix) {
        appendPlace(fix)
        append(metres: fix.altitude)
        append(metres: fix.verticalAccuracy)
        append(metres: fix.speed)
        append(metres: fix.speedAccuracy)
        append(degrees: fix.course)
        append(degrees: fix.courseAccuracy)
        append(UInt8(ascii: ","))
        append(raw: fix.source.rawValue)
        append(UInt8(ascii: ","))
        if let motion = fix.motion { append(raw: motion.rawValue) }
        append(UInt8(ascii: ","))
        if let state = fix.appState { append(raw: state.rawValue) }
    }

    private mutating func append(_ fix: Fix, _ columns: SampleColumns) {
        appendPlace(fix)
        if columns.has(.alt) { append(metres: fix.altitude) }
        if columns.has(.vacc) { append(metres: fix.verticalAccuracy) }
        if columns.has(.speed) { append(metres: fix.speed) }
        if columns.has(.sacc) { append(metres: fix.speedAccuracy) }
        if columns.has(.course) { append(degrees: fix.course) }
        if columns.has(.cacc) { append(degrees: fix.courseAccuracy) }
        append(UInt8(ascii: ","))
        append(raw: fix.source.rawValue)
        if columns.has(.motion) {
            append(UInt8(ascii: ","))
            if let motion = fix.motion { append(raw: motion.rawValue) }
        }
        if columns.has(.app) {
            append(UInt8(ascii: ","))
            if let state = fix.appState { append(raw: state.rawValue) }
        }
    }

    /// From the boot time to the horizontal accuracy: the columns that every log has.
    @inline(__always)
    private mutating func appendPlace(_ fix: Fix) {
        let defect = fix.defect
        append(UInt8(ascii: ","))
        if let boot = fix.bootTime, defect != .m { append(boot.rawValue) }
        append(UInt8(ascii: ","))
        if defect != .recv { append(fix.receiveTime.rawValue) }
        append(UInt8(ascii: ","))
        if defect != .t { append(fix.sampleTime.rawValue) }
        append(UInt8(ascii: ","))
        if defect != .lat { append(sevenDecimals: fix.latitude) }
        append(UInt8(ascii: ","))
        if defect != .lon { append(sevenDecimals: fix.longitude) }
        append(metres: fix.horizontalAccuracy)
    }

    @inline(__always)
    private mutating func append(metres quantity: Quantity) {
        append(UInt8(ascii: ","))
        if let number = quantity.number { append(twoDecimals: number) }
    }

    @inline(__always)
    private mutating func append(degrees quantity: Quantity) {
        append(UInt8(ascii: ","))
        if let number = quantity.number { append(oneDecimal: number) }
    }
}
