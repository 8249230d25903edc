/// Chance that its seed repeats, and on every machine alike: only integers and exact arithmetic.

/// A random sequence (PCG-XSH-RR with 64 bits of state, 32 bits a draw). Each purpose has a stream of its own, so that
/// switching one trouble off leaves the rest of the day as it was.
/// Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms", 2014.
public struct DayRandom: Sendable {
    /// What the chance is used for.
    public enum Stream: UInt64, Sendable {
        case plan = 1, sky, indoors, troubles, sensor, delivery, app, identity
    }

    private var state: UInt64
    private let increment: UInt64

    public init(seed: UInt64, stream: Stream) { self.init(seed: seed, sequence: stream.rawValue) }

    /// As the reference implementation is seeded.
    public init(seed: UInt64, sequence: UInt64) {
        increment = sequence << 1 | 1
        state = 0
        _ = draw()
        state &+= seed
        _ = draw()
    }

    /// 32 random bits.
    public mutating func draw() -> UInt32 {
        let old = state
        state = old &* 6_364_136_223_846_793_005 &+ increment
        let mixed = UInt32(truncatingIfNeeded: ((old >> 18) ^ old) >> 27)
        let turn = UInt32(truncatingIfNeeded: old >> 59)
        return mixed >> turn | mixed << ((0 &- turn) & 31)
    }

    /// 0 to just under 1.
    public mutating func unit() -> Double { Double(draw()) * 0x1p-32 }

    public mutating func between(_ least: Double, _ most: Double) -> Double { least + (most - least) * unit() }

    /// `least` to `most`, both included.
    public mutating func between(_ least: Int, _ most: Int) -> Int {
        least + Int(unit() * Double(most - least + 1))
    }

    /// True in `share` of all draws.
    public mutating func happens(_ share: Double) -> Bool { unit() < share }

    /// Mean 0, standard deviation 1: the sum of twelve even draws, less its mean. No value lies beyond 6.
    public mutating func normal() -> Double {
        var sum: UInt32 = 0
        for _ in 0..<6 {
            let bits = draw()
            sum &+= (bits & 0xFFFF) &+ (bits >> 16)
        }
        return (Double(sum) + 6) * 0x1p-16 - 6
    }
}
