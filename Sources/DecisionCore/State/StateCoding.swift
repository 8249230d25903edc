import FieldModel

/// A part of a core's state as a `Value` and back, exactly. Absent is null; times, distances and codes are integers.
protocol StateCoding {
    var state: Value { get }
    init(state: Value) throws(CoreError)
}

extension Value {
    /// Reads the part called `key`, which states have only since a version of the core: an older one has none, which is
    /// the same as an empty one.
    func read<Part: StateCoding>(_ key: String, since _: Int) throws(CoreError) -> Part? {
        self[key] == nil ? nil : try read(key)
    }

    /// Reads the part called `key`.
    func read<Part: StateCoding>(_ key: String) throws(CoreError) -> Part {
        guard let value = self[key] else { throw CoreError.unfit(wanted: "\"\(key)\" in the state", found: "none") }
        do {
            return try Part(state: value)
        } catch .unfit(let wanted, let found) {
            throw CoreError.unfit(wanted: "\(wanted) in \"\(key)\"", found: found)
        }
    }
}

extension FixedWidthInteger {
    var state: Value { .integer(Int64(truncatingIfNeeded: self)) }
    init(state: Value) throws(CoreError) {
        guard let whole = state.integer, let fits = Self(exactly: whole) else {
            throw CoreError.unfit(wanted: "a whole number", found: "\(state)")
        }
        self = fits
    }
}

extension Int: StateCoding {}
extension Int32: StateCoding {}
extension Int64: StateCoding {}
extension UInt64: StateCoding {}

extension Bool: StateCoding {
    var state: Value { .bool(self) }
    init(state: Value) throws(CoreError) {
        guard let bool = state.bool else { throw CoreError.unfit(wanted: "true or false", found: "\(state)") }
        self = bool
    }
}

extension WallTime: StateCoding {
    var state: Value { rawValue.state }
    init(state: Value) throws(CoreError) { self.init(rawValue: try Int64(state: state)) }
}

extension RawRepresentable where RawValue == String {
    var state: Value { .string(rawValue) }
    init(state: Value) throws(CoreError) {
        guard let known = state.string.flatMap(Self.init(rawValue:)) else {
            throw CoreError.unfit(wanted: "a known code", found: "\(state)")
        }
        self = known
    }
}

extension MotionKind: StateCoding {}
extension AppState: StateCoding {}
extension DwellCause: StateCoding {}

extension Optional: StateCoding where Wrapped: StateCoding {
    var state: Value { self?.state ?? .null }
    init(state: Value) throws(CoreError) { self = state == .null ? nil : try Wrapped(state: state) }
}

extension Array: StateCoding where Element: StateCoding {
    var state: Value { .array(map(\.state)) }
    init(state: Value) throws(CoreError) {
        guard let values = state.array else { throw CoreError.unfit(wanted: "a list", found: "\(state)") }
        self = []
        for value in values { append(try Element(state: value)) }
    }
}

extension Queue: StateCoding where Element: StateCoding {
    var state: Value { Array(elements).state }
    init(state: Value) throws(CoreError) { self.init(try [Element](state: state)) }
}

extension Stay.Span: StateCoding {
    var state: Value { [from.state, to.state] }
    init(state: Value) throws(CoreError) {
        let ends = try [WallTime](state: state)
        guard ends.count == 2 else { throw CoreError.unfit(wanted: "two times", found: "\(ends.count)") }
        self.init(from: ends[0], to: ends[1])
    }
}
