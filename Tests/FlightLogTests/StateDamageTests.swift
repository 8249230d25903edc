import CCrashTap
import FieldModel
import FlightLog
import LogFormat
import SystemIO
import TestKit
import Testing

/// A state file that something else wrote into, and day files that somebody cut: whatever the words say, nothing traps, no
/// line is made up or put twice, and no file gets a hole.
@Suite struct StateDamageTests {
    private static let shared = Result { try RecoveryTests.deadLog() }

    private func expectNothingInvented(_ log: RecordedLog, _ note: String) throws {
        let marks = try log.event(.mark).compactMap { $0["text"]?.string }
        #expect(Set(marks).isSubset(of: ["in the file"] + (0..<40).map { "in the ring \($0)" }), "\(note)")
        #expect(Set(marks).count == marks.count, "\(note)")
        #expect(try log.bytes("events").count(of: 0) == 0, "\(note)")
        #expect(try log.bytes("samples").count(of: 0) == 0, "\(note)")
    }

    @Test(arguments: 1...(Long.isOn ? 3000 : 150) as ClosedRange<UInt64>)
    func `a flipped bit or a wild store in the header neither traps, nor invents, nor leaves a hole`(seed: UInt64)
        throws
    {
        var random = SeededRandom(seed: seed)
        let log = try Self.shared.get().copy()
        try log.changeState { state in
            withUnsafeMutableBytes(of: &state) { raw in
                if seed % 2 == 0 {
                    raw[Int.random(in: 0..<8192, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                } else {
                    let word = Int.random(in: 0..<1024, using: &random) * 8
                    raw.storeBytes(
                        of: UInt64.random(in: 0 ... .max, using: &random) >> UInt64(seed % 64), toByteOffset: word,
                        as: UInt64.self)
                }
            }
        }
        // A log of nonsense may name any process as its writer, also this one.
        try? log.open().close()
        try expectNothingInvented(log, "seed \(seed)")
    }

    @Test func `no single bit of the header's first two pages can be wrong and do harm`() throws {
        let original = try Self.shared.get()
        let bits = 8192 * 8
        for bit in stride(from: 0, to: bits, by: Long.isOn ? 1 : 1009) {
            let log = try original.copy()
            try log.changeState { state in
                withUnsafeMutableBytes(of: &state) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
            }
            // A log of nonsense may name any process as its writer, also this one.
            try? log.open().close()
            try expectNothingInvented(log, "bit \(bit)")
        }
    }

    @Test func `a samples file cut to any length gets every pending row once, under one header`() throws {
        let original = try RecoveryTests.deadLog(marks: 6)
        let name = try original.files("samples")[0]
        let whole = try FileSystem.contents(of: original.path + "/samples/" + name)
        for length in stride(from: 0, through: whole.count, by: Long.isOn ? 1 : 7) {
            let log = try original.copy()
            try log.folder.write(Array(whole[..<length]), to: "log/samples/" + name)
            try log.open().close()
            let rows = try log.samples().map(\.fix.longitude)
            #expect(rows == (0..<6).map(Int32.init), "cut at \(length)")
            #expect(try log.bytes("samples").count(of: 0) == 0, "cut at \(length)")
        }
    }
}
