/// The key of one age file: 16 random bytes, wrapped once for each recipient, from which the MAC key and the payload
/// key are derived.
struct FileKey: ~Copyable {
    let bytes: SecretBytes

    /// Bytes of a file key, and of its wrapped form: one AEAD tag more. No other length is ever handed to the AEAD: one
    /// ciphertext that several keys open could otherwise be made.
    static let count = 16
    static let wrappedCount = 32
    private static let zeroNonce = [UInt8](repeating: 0, count: 12)
    private static let x25519Info: StaticString = "age-encryption.org/v1/X25519"

    /// The key of the payload behind `nonce`.
    func payloadKey(nonce: [UInt8]) -> SecretBytes { Crypto.hkdf(bytes, salt: nonce, info: "payload") }

    /// Wraps the key for `recipient` with a fresh ephemeral key.
    func wrap(for recipient: Recipient, ephemeral: borrowing SecretBytes) throws(BundleError) -> AgeHeader.Stanza {
        let share = Crypto.publicKey(of: ephemeral)
        guard let shared = Crypto.sharedSecret(of: ephemeral, with: recipient.publicKey) else {
            throw BundleError(.badKey, "the recipient \(recipient) is a point of low order: no key of anyone's")
        }
        let wrapKey = Crypto.hkdf(shared, salt: share + recipient.publicKey, info: Self.x25519Info)
        var body = [UInt8](repeating: 0, count: Self.wrappedCount)
        body.write { body in
            bytes.read { Crypto.seal($0, key: wrapKey, nonce: Self.zeroNonce, into: body) }
        }
        return AgeHeader.Stanza(
            type: "X25519", arguments: [String(decoding: Base64.encode(share), as: UTF8.self)], body: body)
    }

    /// Finds the file key: the first stanza that a key of `keyring` opens. A stanza of a known type that breaks its
    /// rules is fatal for the file; one that is merely not ours is passed over.
    static func unwrap(
        _ stanzas: [AgeHeader.Stanza], keyring: borrowing Keyring, maxWorkFactor: Int, path: String
    ) throws(BundleError) -> FileKey {
        if stanzas.contains(where: { $0.type == "scrypt" }) {
            return try unwrapScrypt(stanzas, keyring: keyring, maxWorkFactor: maxWorkFactor, path: path)
        }
        let shares = try stanzas.map { stanza throws(BundleError) in try share(of: stanza, path: path) }
        for index in keyring.recipients.indices {
            let scalar = keyring.scalar(at: index)
            for (stanza, share) in zip(stanzas, shares) {
                guard let share else { continue }
                guard let shared = Crypto.sharedSecret(of: scalar, with: share) else {
                    throw malformed(path, "the share of an X25519 stanza is a point of low order")
                }
                let salt = share + keyring.recipients[index].publicKey
                let wrapKey = Crypto.hkdf(shared, salt: salt, info: x25519Info)
                if let key = open(stanza.body, key: wrapKey) { return key }
            }
        }
        throw noMatch(stanzas, keyring: keyring, path: path)
    }

    /// The ephemeral share of an X25519 stanza; nil for another type.
    private static func share(of stanza: AgeHeader.Stanza, path: String) throws(BundleError) -> [UInt8]? {
        guard stanza.type == "X25519" else { return nil }
        guard stanza.arguments.count == 1 else {
            throw malformed(path, "an X25519 stanza has not exactly one argument")
        }
        guard let share = Base64.decode(stanza.arguments[0].utf8), share.count == 32 else {
            throw malformed(path, "the share of an X25519 stanza is not 32 bytes of base64")
        }
        guard stanza.body.count == wrappedCount else {
            throw malformed(path, "the body of an X25519 stanza is not 32 bytes")
        }
        return share
    }

    private static func unwrapScrypt(
        _ stanzas: [AgeHeader.Stanza], keyring: borrowing Keyring, maxWorkFactor: Int, path: String
    ) throws(BundleError) -> FileKey {
        // Who knows the passphrase made the file: only true where nobody else has a way in.
        guard stanzas.count == 1 else { throw malformed(path, "a scrypt stanza is not the only one") }
        let stanza = stanzas[0]
        guard stanza.arguments.count == 2 else {
            throw malformed(path, "a scrypt stanza has not exactly two arguments")
        }
        guard let salt = Base64.decode(stanza.arguments[0].utf8), salt.count == 16 else {
            throw malformed(path, "the salt of a scrypt stanza is not 16 bytes of base64")
        }
        let digits = stanza.arguments[1].utf8
        guard let first = digits.first, first != UInt8(ascii: "0"), digits.allSatisfy({ (48...57).contains($0) }) else {
            throw malformed(path, "the work factor of a scrypt stanza is not a number")
        }
        guard stanza.body.count == wrappedCount else {
            throw malformed(path, "the body of a scrypt stanza is not 32 bytes")
        }
        guard digits.count <= 2, let workFactor = Int(stanza.arguments[1]), workFactor <= maxWorkFactor else {
            throw BundleError(
                .limit, path, "the work factor 2^\(stanza.arguments[1]) is above the limit 2^\(maxWorkFactor)")
        }
        if keyring.passphrase == nil { throw noMatch(stanzas, keyring: keyring, path: path) }
        guard let key = keyring.wrapKey(salt: salt, workFactor: workFactor) else {
            throw BundleError(.system, path, "\(path): no memory for scrypt with the work factor 2^\(workFactor)")
        }
        guard let fileKey = open(stanza.body, key: key) else { throw noMatch(stanzas, keyring: keyring, path: path) }
        return fileKey
    }

    private static func open(_ body: [UInt8], key: borrowing SecretBytes) -> FileKey? {
        var fileKey = SecretBytes(count: count)
        let isOurs = fileKey.write { target in
            body.read { Crypto.open($0, key: key, nonce: zeroNonce, into: target) }
        }
        return isOurs ? FileKey(bytes: fileKey) : nil
    }

    private static func malformed(_ path: String, _ what: String) -> BundleError {
        BundleError(.malformedHeader, path, "the age header is malformed: \(what)")
    }

    /// One message whatever the reason, but it says what kinds of key the file asks for.
    private static func noMatch(
        _ stanzas: [AgeHeader.Stanza], keyring: borrowing Keyring, path: String
    ) -> BundleError {
        let asked = StanzaKind.summary(of: stanzas)
        let given: String
        if stanzas.contains(where: { $0.type == "scrypt" }) {
            given = keyring.passphrase == nil ? "no passphrase was given" : "the passphrase is another one"
        } else {
            switch keyring.recipients.count {
            case 0: given = "no identity was given"
            case 1: given = "the identity given is not one of them (wrong key)"
            default: given = "none of the \(keyring.recipients.count) identities given is one of them (wrong key)"
            }
        }
        return BundleError(.noMatch, path, "made for \(asked): \(given)")
    }
}

extension Keyring {
    /// The scrypt key of the passphrase, which the caller has seen to be there.
    fileprivate func wrapKey(salt: [UInt8], workFactor: Int) -> SecretBytes? {
        switch passphrase {
        case .some(let passphrase): Passphrase.wrapKey(passphrase, salt: salt, workFactor: workFactor)
        case .none: nil
        }
    }
}
