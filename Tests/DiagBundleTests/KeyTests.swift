import FieldModel
import TestKit
import Testing

@testable import DiagBundle

@Suite struct KeyTests {
    static let recipient = "age1q73he0q5yzfu3d64msd3p6rvksnrwjk3d2598mgtmlqt9wrdr37q2vrn72"

    @Test("The identity of the bytes 1 to 32 has the recipient age spells for it")
    func knownKey() throws {
        let identity = try Keys.identity()
        #expect(identity.scalar.read { Array($0) } == Array(1...32))
        #expect(identity.recipient.description == Self.recipient)
        #expect(try Recipient(parsing: Self.recipient) == identity.recipient)
    }

    @Test("A generated identity is read back from its file", arguments: 0..<20)
    func roundTrip(_: Int) throws {
        let folder = TemporaryFolder()
        let identity = Identity.generate()
        let text = identity.file(created: WallTime(1_796_000_000_000)).read { Array($0) }
        try folder.write(text, to: "key.txt")
        var keyring = Keyring()
        try keyring.add(identityFile: folder.appending("key.txt")) { () throws(BundleError) in nil }
        #expect(keyring.recipients == [identity.recipient])
        #expect(keyring.scalar(at: 0).read { Array($0) } == identity.scalar.read { Array($0) })
    }

    static let refusedRecipients: [(String, String)] = [
        ("age1pq1qqqqqq", "post-quantum"), ("age1tag1qqqqqq", "hardware"), ("age1tagpq1qqqq", "hardware"),
        ("age1yubikey1qwt50", "plugin"), ("ssh-ed25519 AAAAC3Nz", "SSH"), ("ssh-rsa AAAAB3Nz", "SSH"),
        (Keys.first, "keep this one to yourself"), (recipient.uppercased(), "does not begin with age1"),
        (String(recipient.dropLast()) + "3", "checksum"), (String(recipient.dropLast()), "checksum"),
        ("Age" + recipient.dropFirst(3), "upper and lower"), ("", "separator"), ("age1", "too short"),
        (recipient + " ", "character"), ("AGE-PLUGIN-YUBIKEY-1QQQ", "plugin"), ("x" + recipient, "begin with age1"),
    ]

    @Test("A recipient of another kind, or misspelled, is refused with its own words", arguments: refusedRecipients)
    func refusedRecipient(text: String, words: String) {
        #expect {
            try Recipient(parsing: text)
        } throws: { error in
            let error = error as! BundleError
            return error.fault == .badKey && error.description.contains(words) && !error.description.contains("QYPQXP")
        }
    }

    @Test(
        "An identity of another kind, or misspelled, is refused, and never repeated",
        arguments: [
            (recipient, "public key"), ("AGE-PLUGIN-YUBIKEY-1QQQ", "plugin"),
            ("AGE-SECRET-KEY-PQ-1QQQQ", "post-quantum"),
            (Keys.first.lowercased(), "does not begin with"), (String(Keys.first.dropLast()) + "Q", "checksum"),
            ("-----BEGIN OPENSSH PRIVATE KEY-----", "SSH"), (" " + Keys.first, "character"),
        ])
    func refusedIdentity(text: String, words: String) {
        #expect {
            _ = try Keys.identity(text)
        } throws: { error in
            let error = error as! BundleError
            return error.fault == .badKey && error.description.contains(words)
                && !error.description.uppercased().contains("QYPQXP")
        }
    }

    @Test("Any single character of a key that is changed is noticed", arguments: 0..<74)
    func misspelled(place: Int) {
        var text = Array(Keys.first.utf8)
        text[place] = text[place] == UInt8(ascii: "Q") ? UInt8(ascii: "P") : UInt8(ascii: "Q")
        #expect(throws: BundleError.self) { _ = try Keys.identity(String(decoding: text, as: UTF8.self)) }
    }

    @Test("Key files leave out comments and empty lines, read CRLF, and want at least one key")
    func keyFiles() throws {
        let folder = TemporaryFolder()
        let recipients = try folder.write("# both\r\n\r\n\(Self.recipient)\r\n\(Self.recipient)", to: "recipients.txt")
        #expect(try Recipient.read(file: recipients).count == 2)
        let identities = try folder.write("# mine\n\n\(Keys.first)\n", to: "key.txt")
        var keyring = Keyring()
        try keyring.add(identityFile: identities) { () throws(BundleError) in nil }
        #expect(keyring.recipients.count == 1)
        #expect(keyring.warnings.count == 1)  // the test's file is readable by others

        let empty = try folder.write("# nothing\n", to: "empty.txt")
        #expect(throws: BundleError.self) { try Recipient.read(file: empty) }
        #expect(throws: BundleError.self) { try keyring.add(identityFile: empty) { () throws(BundleError) in nil } }
        let mixed = try folder.write(Keys.first + "\n", to: "mixed.txt")
        #expect { try Recipient.read(file: mixed) } throws: { error in
            !"\(error)".contains("QYPQXP") && "\(error)".contains("line 1")
        }
    }
}
