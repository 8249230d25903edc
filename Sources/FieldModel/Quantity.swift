/// One measured column of a fix as an integer in the column's unit (cm, cm/s or 0.1 degree), in one of three
/// conditions that rules treat differently: a number (negative where the platform calls it invalid), *empty* (the
/// column is there and says nothing), or *absent* (the source never carries the column).
public struct Quantity: Hashable, Sendable {
    /// The number in the column's unit, or one of two reserved values at the very bottom of the range.
    public var rawValue: Int32

    @inlinable public init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// The source never carries this column: a rule that asks for it does not apply.
    @inlinable public static var absent: Quantity { Quantity(.min) }
    /// The column is there but its cell is empty: given and invalid.
    @inlinable public static var empty: Quantity { Quantity(.min + 1) }
    /// The smallest number that is a number.
    @inlinable static var least: Int32 { .min + 2 }

    /// A number zero or above.
    @inlinable public var isValid: Bool { rawValue >= 0 }
    @inlinable public var isAbsent: Bool { rawValue == .min }
    @inlinable public var isEmpty: Bool { rawValue == .min + 1 }
    /// A number of either sign.
    @inlinable public var isNumber: Bool { rawValue >= Self.least }
    /// The number, where there is one, of either sign.
    @inlinable public var number: Int32? { isNumber ? rawValue : nil }
    /// Zero or above, or absent: what "where present" in a rule asks for.
    @inlinable public var isValidOrAbsent: Bool { rawValue >= 0 || isAbsent }

    /// Rounds `value * scale` half away from zero; nil where it is not finite or does not fit.
    @inlinable @inline(__always)
    public init?(_ value: Double, scale: Double) {
        let nudged = (value * scale).nudgedAwayFromZero
        guard nudged > Double(Self.least) - 1, nudged < Double(Int32.max) + 1 else { return nil }
        rawValue = Int32(nudged)
    }
}

extension Double {
    /// What is left of it when its fraction is cut off is this number rounded half away from zero, for any below 2^53. The
    /// nearest double below a half is added: a half itself would lift the one just below it. Without a call of the maths
    /// library, which costs more than all else of the rounding.
    @inlinable package var nudgedAwayFromZero: Double { self + Double(signOf: self, magnitudeOf: 0x1.FFFFFFFFFFFFFp-2) }
}
