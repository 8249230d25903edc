import Foundation
import TestKit
import Testing

@testable import DiagBundle

@Suite struct Base64Tests {
    @Test(
        "Only the canonical unpadded spelling is read",
        arguments: [
            "A", "AB", "AAB", "AAAAA", "AA==", "AA\n", " AA", "A-_A", "AA\0", "AAA=",
        ])
    func refused(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test("Canonical spellings are read", arguments: [("", 0), ("AA", 1), ("AAA", 2), ("AAAA", 3)])
    func accepted(text: String, count: Int) {
        #expect(Base64.decode(text.utf8) == [UInt8](repeating: 0, count: count))
    }

    @Test(
        "Padding has to be due, and all of it there",
        arguments: ["AA=", "AA", "A===", "AAA", "AAAA====", "AB==", "=AAA", "AA=A"])
    func refusedPadded(text: String) {
        #expect(Base64.decodePadded(Array(text.utf8)) == nil)
    }

    @Test("Random bytes of every length up to 200 go both ways, as Foundation spells them", arguments: 0...200)
    func roundTrip(count: Int) {
        var random = SeededRandom(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = Base64.encode(bytes, padded: true)
        #expect(String(decoding: text, as: UTF8.self) == Data(bytes).base64EncodedString())
        #expect(Base64.decodePadded(text) == bytes)
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
}
