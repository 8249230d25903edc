/// Whole numbers of a small unit as decimal text, with all their decimals: 850 cm as `8.50`.
public enum DecimalNumber {
    /// Appends `value` in units of 10^-decimals.
    public static func append(_ value: Int64, decimals: Int, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var digits = 1
        var power: UInt64 = 10
        // 10^19 still fits 64 bits, 10^20 no longer does.
        while digits < 20, value.magnitude >= power {
            digits += 1
            power = power &* 10
        }
        digits = max(digits, decimals + 1)
        let count = digits + (decimals > 0 ? 1 : 0)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "."), count: count))
        // From the last digit to the first, past the point.
        var rest = value.magnitude
        var at = bytes.count - 1
        for place in 0..<digits {
            if place == decimals, decimals > 0 { at -= 1 }
            bytes[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            at -= 1
        }
    }
}
