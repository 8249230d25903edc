/// Chance for placements: the system's own, or a sequence that its seed repeats (SplitMix64), for tests.
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014).
struct ScrubRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter seed: nil: from the system.
    init(seed: UInt64?) { state = seed ?? UInt64.random(in: .min ... .max) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
