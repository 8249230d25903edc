import TestKit
import Testing

@testable import DiagBundle

@Suite struct AgeFileTests {
    static let chunk = 65_536

    static func plain(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: random.next()) }
            filled = count
        }
    }

    @Test(
        "What was sealed opens, and the file has exactly the size foretold",
        arguments: [0, 1, 15, 16, 17, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 2 * chunk + 1, 200_000],
        [1, 2, 5])
    func roundTrip(count: Int, recipientCount: Int) throws {
        let other = Identity.generate()
        var recipients = (1..<recipientCount).map { _ in other.recipient }
        recipients.append(try Keys.recipient)
        let file = try sealed(Self.plain(count), to: recipients)
        #expect(Int64(file.count) == AgeWriter.size(plain: Int64(count), recipients: recipientCount))
        let opening = Opening(file, keyring: try Keys.ring())
        #expect(opening.error == nil)
        #expect(opening.plain == Self.plain(count))
    }

    @Test("With fixed randomness the header is the known one, byte for byte")
    func knownHeader() throws {
        let sink = MemorySink()
        let randomness = AgeWriter.Randomness(fileKey: secret(Array(0x40..<0x50)), nonce: Array(0x10..<0x20)) { _ in
            secret(Array(0x80..<0xA0))
        }
        try AgeWriter(to: sink, recipients: [Keys.recipient], randomness: randomness).finish()
        let text = String(decoding: sink.bytes.prefix(168), as: UTF8.self)
        // The share is X25519 of 80…9f and the base point; the rest was opened by age 1.1.1.
        #expect(text.hasPrefix("age-encryption.org/v1\n-> X25519 ST6C/HRGSlkmiBdiPSBTxeuOLMSpiLT+4XnsawENUx0\n"))
        #expect(sink.bytes.count == 200)
        #expect(Array(sink.bytes[168..<184]) == Array(0x10..<0x20))
    }

    @Test("Two files of the same content share neither key, nonce nor share")
    func freshness() throws {
        let files = try (0..<2).map { _ in try sealed(Self.plain(100), to: [Keys.recipient]) }
        #expect(files[0].dropFirst(30) != files[1].dropFirst(30))
        #expect(files[0].suffix(132) != files[1].suffix(132))
    }

    @Test("A file cut at any byte never opens, and is said to be cut off or changed, never a wrong key")
    func cuts() throws {
        let file = try sealed(Self.plain(40), to: [Keys.recipient])
        let keyring = try Keys.ring()
        let faults = (0..<file.count).map { Opening(Array(file[..<$0]), keyring: keyring).fault }
        #expect(faults[..<184].allSatisfy { $0 == .cutOff })
        #expect(faults[184...].allSatisfy { $0 == .cutOff || $0 == .damaged })
    }

    @Test("A file with one bit changed never opens", arguments: 0..<8)
    func flips(bit: Int) throws {
        let file = try sealed(Self.plain(40), to: [Keys.recipient])
        let keyring = try Keys.ring()
        let openings = file.indices.map { place in
            var changed = file
            changed[place] ^= 1 << UInt8(bit)
            return Opening(changed, keyring: keyring)
        }
        #expect(openings.allSatisfy { $0.error != nil && $0.plain.isEmpty })
        #expect(openings[184...].allSatisfy { $0.fault == .damaged })
        // Behind the version line no change makes it another format.
        #expect(openings[22..<184].allSatisfy { $0.fault != .notABundle && $0.fault != .newerVersion })
    }

    @Test("Bytes behind the last chunk are noticed", arguments: [1, 16, 100, 70_000])
    func trailing(count: Int) throws {
        let short = try sealed(Self.plain(10), to: [Keys.recipient]) + Self.plain(count)
        let full = try sealed(Self.plain(Self.chunk), to: [Keys.recipient]) + Self.plain(count)
        #expect(Opening(short, keyring: try Keys.ring()).error != nil)
        #expect(Opening(full, keyring: try Keys.ring()).fault == .trailingData)
    }

    @Test("Chunks that change places, or are left out, are noticed")
    func reordered() throws {
        let file = try sealed(Self.plain(3 * Self.chunk), to: [Keys.recipient])
        let chunks = (0..<3).map { file[(184 + $0 * 65_552)..<(184 + ($0 + 1) * 65_552)] }
        let head = file[..<184]
        let keyring = try Keys.ring()
        let swapped = Opening(Array(head + chunks[1] + chunks[0] + chunks[2]), keyring: keyring)
        #expect(swapped.fault == .damaged && swapped.plain.isEmpty)
        let shortened = Opening(Array(head + chunks[0] + chunks[2]), keyring: keyring)
        #expect(shortened.fault == .damaged && shortened.plain.count == Self.chunk)
        let cut = Opening(Array(head + chunks[0] + chunks[1]), keyring: keyring)
        #expect(cut.fault == .cutOff && cut.plain.count == 2 * Self.chunk)
    }

    @Test("Unknown stanzas are passed over, but what is in them is vouched for")
    func unknownStanza() throws {
        // A stanza slipped in after the fact breaks the MAC; the file key is still found.
        let file = try sealed(Self.plain(10), to: [Keys.recipient])
        let grease = Array("-> grease some arguments\nAAAA\n".utf8)
        let opening = Opening(Array(file[..<22]) + grease + file[22...], keyring: try Keys.ring())
        #expect(opening.fault == .headerAuthentication)
    }

    @Test("A header without end is given up, not read for ever")
    func endless() throws {
        let line = Array("-> grease\n\n".utf8)
        let many = Array("age-encryption.org/v1\n".utf8) + [[UInt8]](repeating: line, count: 300).joined()
        #expect(Opening(many, keyring: try Keys.ring()).fault == .limit)
        let long = Array("age-encryption.org/v1\n-> ".utf8) + [UInt8](repeating: 65, count: 100_000)
        #expect(Opening(long, keyring: try Keys.ring()).fault == .limit)
    }

    @Test(
        "What is no age file is named",
        arguments: [
            ("\u{89}PNG", BundleError.Fault.notABundle), ("hello", .notABundle), ("", .cutOff), ("age-enc", .cutOff),
            ("age-encryption.org/v2\n-> X25519 A\n", .newerVersion), ("age-encryption.org/v1\r\n", .malformedHeader),
        ])
    func otherFiles(text: String, fault: BundleError.Fault) throws {
        #expect(Opening(Array(text.utf8), keyring: try Keys.ring()).fault == fault)
    }

    @Test("Another key gives no match, and says what the file was made for")
    func wrongKey() throws {
        let other = Identity.generate()
        let file = try sealed([1], to: [other.recipient, other.recipient])
        let opening = Opening(file, keyring: try Keys.ring())
        #expect(opening.fault == .noMatch)
        #expect(opening.error?.description.contains("2 X25519 keys") == true)
    }
}
