/// The few primitives that age v1 with X25519 recipients is made of. One implementation on libsodium, one on
/// CryptoKit; `Crypto` names the one this build uses.
///
/// Sizes in bytes: scalars, points, keys, shared secrets and digests 32, nonces 12, tags 16. A caller that passes
/// another size is a fault of this module, and traps.
protocol CryptoPrimitives {
    /// Fills `buffer` from the system's random generator.
    static func fillRandom(_ buffer: UnsafeMutableRawBufferPointer)

    /// X25519 of `scalar` and the base point (RFC 7748).
    static func publicKey(of scalar: borrowing SecretBytes) -> [UInt8]

    /// X25519 of `scalar` and `point`; nil where the result is zero (a point of low order), which age forbids.
    static func sharedSecret(of scalar: borrowing SecretBytes, with point: [UInt8]) -> SecretBytes?

    /// HMAC-SHA256 (RFC 2104) with a key of any length.
    static func hmac(key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer) -> SecretBytes

    /// ChaCha20-Poly1305 (RFC 8439) without associated data: `message` encrypted, then the tag, into `output`, which
    /// has room for 16 bytes more than `message`, and may begin where it begins.
    static func seal(
        _ message: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8],
        into output: UnsafeMutableRawBufferPointer)

    /// Undoes `seal`: false, and nothing of use in `output`, where the tag is not the right one. `output` has room for
    /// 16 bytes fewer than `sealed` and does not overlap it.
    static func open(
        _ sealed: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8],
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool

    /// The ChaCha20 part of `open` alone, without the tag: what nobody vouches for. Nil where the library has no bare
    /// cipher.
    static func decipher(_ bytes: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8]) -> [UInt8]?

    associatedtype Digest: SHA256Digest
}

/// SHA-256, fed piece by piece.
protocol SHA256Digest: Sendable {
    init()
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    /// The digest of all that was fed; the value is spent.
    mutating func finish() -> [UInt8]
}

extension CryptoPrimitives {
    /// HKDF-SHA256 (RFC 5869) for 32 bytes, which is one block: extract, then expand with the counter 1.
    static func hkdf(
        _ keyMaterial: borrowing SecretBytes, salt: [UInt8], info: StaticString
    ) -> SecretBytes {
        let pseudorandomKey = salt.read { salt in
            keyMaterial.read { hmac(key: salt, message: $0) }
        }
        let expansion = info.withUTF8Buffer { Array($0) } + [1]
        return expansion.read { expansion in
            pseudorandomKey.read { hmac(key: $0, message: expansion) }
        }
    }

    static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.write { fillRandom($0) }
        return bytes
    }

    static func randomSecret(_ count: Int) -> SecretBytes {
        var secret = SecretBytes(count: count)
        secret.write { fillRandom($0) }
        return secret
    }

    /// Compares without telling by its duration where the difference lies.
    static func equal(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
