import TestKit
import Testing

@testable import DiagBundle

@Suite struct AgeArmorTests {
    @Test("Armored files open, whatever the length of their last line", arguments: 0..<100)
    func roundTrip(count: Int) throws {
        let file = try sealed(AgeFileTests.plain(count), to: [Keys.recipient], armored: true)
        let opening = Opening(file, keyring: try Keys.ring())
        #expect(opening.error == nil && opening.plain == AgeFileTests.plain(count))
    }

    static func variant(_ change: (String) -> String) throws -> Opening {
        let file = try sealed([1, 2, 3], to: [Keys.recipient], armored: true)
        return Opening(Array(change(String(decoding: file, as: UTF8.self)).utf8), keyring: try Keys.ring())
    }

    @Test("CRLF, white space around it and a missing last line end are allowed")
    func allowed() throws {
        #expect(try Self.variant { $0.replacing("\n", with: "\r\n") }.error == nil)
        #expect(try Self.variant { " \n\t" + $0 + "\n \n" }.error == nil)
        #expect(try Self.variant { String($0.dropLast()) }.error == nil)
    }

    @Test("Everything else is not")
    func refused() throws {
        let begin = AgeArmor.begin + "\n"
        #expect(try Self.variant { $0.replacing(begin, with: begin + "\n") }.fault == .malformedArmor)
        #expect(try Self.variant { $0.replacing(begin, with: begin + "Comment: hello\n\n") }.fault == .malformedArmor)
        #expect(try Self.variant { $0.replacing(begin, with: begin.dropLast() + " \n") }.fault == .malformedArmor)
        #expect(try Self.variant { $0 + "more" }.fault == .malformedArmor)
        #expect(try Self.variant { $0 + String(repeating: "\n", count: 2000) }.fault == .malformedArmor)
        #expect(try Self.variant { $0.replacing("\n-----END", with: " \n-----END") }.fault == .malformedArmor)
        #expect(try Self.variant { $0.replacing("=", with: "") }.fault == .malformedArmor)
        #expect(try Self.variant { $0.replacing("\n-> ", with: "\n") }.error == nil)  // the armor hides the header
        #expect(try Self.variant { String($0.prefix(200)) }.fault == .cutOff)
        #expect(try Self.variant { $0.replacing("-----END", with: "----END") }.error != nil)
    }
}
