import TestKit
import Testing

@testable import DiagBundle

@Suite struct PassphraseTests {
    /// A file for a passphrase, made here because the product only reads them.
    static func file(
        _ plain: [UInt8], passphrase: String, workFactor: String = "10", extra: [AgeHeader.Stanza] = []
    ) throws -> [UInt8] {
        let fileKey = FileKey(bytes: secret(Array(1...16)))
        let salt = [UInt8](repeating: 9, count: 16)
        let key = Passphrase.wrapKey(secret(Array(passphrase.utf8)), salt: salt, workFactor: Int(workFactor) ?? 10)!
        var body = [UInt8](repeating: 0, count: 32)
        body.write { body in
            fileKey.bytes.read { Crypto.seal($0, key: key, nonce: [UInt8](repeating: 0, count: 12), into: body) }
        }
        let stanza = AgeHeader.Stanza(
            type: "scrypt", arguments: [String(decoding: Base64.encode(salt), as: UTF8.self), workFactor], body: body)
        let authenticated = AgeHeader.authenticated([stanza] + extra)
        let mac = AgeHeader.mac(of: authenticated, fileKey: fileKey.bytes)
        let nonce = [UInt8](repeating: 3, count: 16)
        var chunk = plain + [UInt8](repeating: 0, count: 16)
        let cipher = ChunkCipher(payloadKey: fileKey.payloadKey(nonce: nonce))
        chunk.write { cipher.seal($0, index: 0, isLast: true) }
        return authenticated + [0x20] + Base64.encode(mac) + [0x0A] + nonce + chunk
    }

    static func keyring(_ passphrase: String) throws -> Keyring {
        var keyring = Keyring()
        try keyring.use(passphrase: secret(Array(passphrase.utf8)))
        return keyring
    }

    @Test("A file opens with its passphrase, and with no other")
    func opens() throws {
        let file = try Self.file([1, 2, 3], passphrase: "correct horse")
        #expect(Opening(file, keyring: try Self.keyring("correct horse")).plain == [1, 2, 3])
        let wrong = Opening(file, keyring: try Self.keyring("correct house"))
        #expect(wrong.fault == .noMatch && wrong.error!.description.contains("the passphrase is another one"))
        let none = Opening(file, keyring: try Keys.ring())
        #expect(none.fault == .noMatch && none.error!.description.contains("no passphrase was given"))
    }

    @Test(
        "A work factor above the limit is refused before any work",
        arguments: ["11", "23", "99", "9223372036854775818"])
    func workFactor(text: String) throws {
        let file = try Self.file([1], passphrase: "p", workFactor: "10")
        let raised = String(decoding: file, as: Latin1.self).replacing(" 10\n", with: " \(text)\n")
        let opening = Opening(
            raised.unicodeScalars.map { UInt8($0.value) }, keyring: try Self.keyring("p"), maxWorkFactor: 10)
        #expect(opening.fault == .limit)
    }

    @Test("A passphrase stanza beside another is refused")
    func notAlone() throws {
        let other = AgeHeader.Stanza(type: "grease", arguments: [], body: [])
        let file = try Self.file([1], passphrase: "p", extra: [other])
        #expect(Opening(file, keyring: try Self.keyring("p")).fault == .malformedHeader)
    }

    @Test("A protected identity file opens with the passphrase given, armored or not")
    func protectedIdentity() throws {
        let folder = TemporaryFolder()
        let path = try folder.write(
            try Self.file(Array("# mine\n\(Keys.first)\n".utf8), passphrase: "open"), to: "key.age")
        var keyring = Keyring()
        try keyring.add(identityFile: path) { () throws(BundleError) in secret(Array("open".utf8)) }
        #expect(keyring.recipients == [try Keys.recipient])
        #expect(throws: BundleError.self) {
            try keyring.add(identityFile: path) { () throws(BundleError) in secret(Array("shut".utf8)) }
        }
        #expect(throws: BundleError.self) { try keyring.add(identityFile: path) { () throws(BundleError) in nil } }
    }

    @Test(
        "A passphrase file gives its first line, whatever the line end",
        arguments: ["pass\n", "pass\r\nmore\n", "pass"])
    func file(content: String) throws {
        let folder = TemporaryFolder()
        let passphrase = try Passphrase.read(file: try folder.write(content, to: "pass.txt"))
        let bytes = passphrase.read { Array($0) }
        #expect(bytes == Array("pass".utf8))
    }
}

/// Bytes as the characters of the same number, to edit a file as text.
private enum Latin1 {}

extension String {
    fileprivate init(decoding bytes: [UInt8], as _: Latin1.Type) {
        self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
