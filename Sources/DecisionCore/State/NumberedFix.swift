import FieldModel

/// A fix that a core keeps for what it may decide later, with its number in the log.
public struct NumberedFix: Hashable, Sendable {
    /// 0 until it was recorded.
    public var n: SequenceNumber
    public var fix: Fix

    @inlinable public init(_ fix: Fix, n: SequenceNumber = 0) {
        self.n = n
        self.fix = fix
    }

    /// Gives the number to a fix that has none yet.
    @inline(__always)
    mutating func number(_ n: SequenceNumber) { if self.n == 0 { self.n = n } }
}

/// A list: n, sample time, receive time, boot time, latitude, longitude, hacc, alt, vacc, speed, sacc, course, cacc,
/// motion, app. A quantity is null where its column is absent and an empty string where its cell is empty.
extension NumberedFix: StateCoding {
    var state: Value {
        .array(
            [
                n.state, fix.sampleTime.state, fix.receiveTime.state, (fix.bootTime?.rawValue).state,
                fix.latitude.state, fix.longitude.state,
            ] + Self.quantities.map { fix[keyPath: $0].state } + [fix.motion.state, fix.appState.state])
    }

    init(state: Value) throws(CoreError) {
        guard let cells = state.array, cells.count == 8 + Self.quantities.count else {
            throw CoreError.unfit(wanted: "a fix of \(8 + Self.quantities.count) cells", found: "\(state)")
        }
        var fix = Fix(
            sampleTime: try WallTime(state: cells[1]), receiveTime: try WallTime(state: cells[2]),
            bootTime: try Int64?(state: cells[3]).map(BootTime.init(rawValue:)), latitude: try Int32(state: cells[4]),
            longitude: try Int32(state: cells[5]), horizontalAccuracy: .absent,
            motion: try MotionKind?(state: cells[cells.count - 2]),
            appState: try AppState?(state: cells[cells.count - 1]))
        for (index, path) in Self.quantities.enumerated() {
            fix[keyPath: path] = try Quantity(state: cells[6 + index])
        }
        self.init(fix, n: try SequenceNumber(state: cells[0]))
    }

    private static var quantities: [WritableKeyPath<Fix, Quantity>] {
        [
            \.horizontalAccuracy, \.altitude, \.verticalAccuracy, \.speed, \.speedAccuracy, \.course, \.courseAccuracy,
        ]
    }
}

extension Quantity: StateCoding {
    var state: Value { isAbsent ? .null : isEmpty ? "" : rawValue.state }
    init(state: Value) throws(CoreError) {
        self = state == .null ? .absent : state == "" ? .empty : Quantity(try Int32(state: state))
    }
}
