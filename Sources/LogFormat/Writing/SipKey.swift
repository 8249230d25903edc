/// SipHash-2-4 under a secret key: a hash that nobody without the key can look up in a table of likely values.
/// Source: Aumasson and Bernstein, SipHash: a fast short-input PRF (2012).
public struct SipKey: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// The two halves of the 16 bytes of the key, little-endian.
    public init(_ low: UInt64, _ high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The hash of a text's UTF-8.
    public func hash(_ text: String) -> UInt64 {
        var state = SipState(low, high)
        var word: UInt64 = 0
        var count: UInt64 = 0
        for byte in text.utf8 {
            word |= UInt64(byte) << (8 * (count & 7))
            count &+= 1
            if count & 7 == 0 {
                state.take(word)
                word = 0
            }
        }
        state.take(word | count << 56)
        return state.finish()
    }
}

/// Whoever has the key that private values are hashed with.
public protocol SipKeySource: AnyObject {
    /// Nil where there is none.
    func key() -> SipKey?
}

private struct SipState {
    private var a: UInt64
    private var b: UInt64
    private var c: UInt64
    private var d: UInt64

    init(_ low: UInt64, _ high: UInt64) {
        // The constants spell "somepseudorandomlygeneratedbytes".
        a = low ^ 0x736F_6D65_7073_6575
        b = high ^ 0x646F_7261_6E64_6F6D
        c = low ^ 0x6C79_6765_6E65_7261
        d = high ^ 0x7465_6462_7974_6573
    }

    private mutating func round() {
        a &+= b
        c &+= d
        b = b.rotated(13) ^ a
        d = d.rotated(16) ^ c
        a = a.rotated(32)
        c &+= b
        a &+= d
        b = b.rotated(17) ^ c
        d = d.rotated(21) ^ a
        c = c.rotated(32)
    }

    mutating func take(_ word: UInt64) {
        d ^= word
        round()
        round()
        a ^= word
    }

    mutating func finish() -> UInt64 {
        c ^= 0xFF
        for _ in 0..<4 { round() }
        return a ^ b ^ c ^ d
    }
}

extension UInt64 {
    fileprivate func rotated(_ bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
