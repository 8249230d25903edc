import Foundation
import TestKit
import Testing

@testable import DiagBundle

@Suite struct LargeBundleTests {
    @Test(
        "Random sizes around the borders of chunks come back, sealed in random pieces",
        arguments: 0..<(Long.isOn ? 1000 : 20))
    func randomRoundTrips(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let keyring = try Keys.ring()
        let pool = AgeFileTests.plain(300_000)
        for _ in 0..<10 {
            let chunks = Int.random(in: 0...3, using: &random)
            let count = max(0, chunks * 65_536 + Int.random(in: -40...40, using: &random))
            let start = Int.random(in: 0...50_000, using: &random)
            let plain = Array(pool[start..<start + count])
            let sink = MemorySink()
            let writer = try AgeWriter(to: sink, recipients: [Keys.recipient])
            var rest = plain[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...100_000, using: &random))
                try writer.write(Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            try writer.finish()
            let opening = Opening(sink.bytes, keyring: keyring)
            #expect(opening.error == nil && opening.plain == plain, "seed \(seed), \(count) bytes")
        }
    }
}
