#if canImport(CSodium)
    import CSodium

    /// The primitives on libsodium (1.0.18 is enough: everything used has been there since 1.0.12).
    enum SodiumPrimitives: CryptoPrimitives {
        /// libsodium picks its fastest code once; before that it works, but slowly. -1 means no random source.
        private static let isReady: Bool = {
            guard sodium_init() >= 0 else { fatalError("libsodium found no source of random numbers") }
            return true
        }()

        static func fillRandom(_ buffer: UnsafeMutableRawBufferPointer) {
            precondition(isReady)
            guard let base = buffer.baseAddress else { return }
            randombytes_buf(base, buffer.count)
        }

        static func publicKey(of scalar: borrowing SecretBytes) -> [UInt8] {
            precondition(isReady && scalar.count == 32)
            var point = [UInt8](repeating: 0, count: 32)
            let status = scalar.read { scalar in crypto_scalarmult_base(&point, scalar.bytes) }
            precondition(status == 0, "X25519 with the base point cannot fail")
            return point
        }

        static func sharedSecret(of scalar: borrowing SecretBytes, with point: [UInt8]) -> SecretBytes? {
            precondition(isReady && scalar.count == 32 && point.count == 32)
            var shared = SecretBytes(count: 32)
            let isUsable = shared.write { shared in
                scalar.read { scalar in
                    crypto_scalarmult(shared.bytes, scalar.bytes, point) == 0 && sodium_is_zero(shared.bytes, 32) == 0
                }
            }
            if isUsable { return shared }
            return nil
        }

        static func hmac(key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer) -> SecretBytes {
            precondition(isReady)
            var digest = SecretBytes(count: 32)
            var state = crypto_auth_hmacsha256_state()
            crypto_auth_hmacsha256_init(&state, key.bytes, key.count)
            crypto_auth_hmacsha256_update(&state, message.bytes, UInt64(message.count))
            digest.write { _ = crypto_auth_hmacsha256_final(&state, $0.bytes) }
            // The inner and outer states would let their holder authenticate in the key's name.
            withUnsafeMutableBytes(of: &state) { Wipe.zero($0) }
            return digest
        }

        static func seal(
            _ message: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8],
            into output: UnsafeMutableRawBufferPointer
        ) {
            precondition(isReady && key.count == 32 && nonce.count == 12 && output.count >= message.count + 16)
            let status = key.read { key in
                crypto_aead_chacha20poly1305_ietf_encrypt(
                    output.bytes, nil, message.bytes, UInt64(message.count), nil, 0, nil, nonce, key.bytes)
            }
            precondition(status == 0, "sealing cannot fail")
        }

        static func open(
            _ sealed: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8],
            into output: UnsafeMutableRawBufferPointer
        ) -> Bool {
            precondition(isReady && key.count == 32 && nonce.count == 12)
            guard sealed.count >= 16 else { return false }
            precondition(output.count >= sealed.count - 16)
            return key.read { key in
                crypto_aead_chacha20poly1305_ietf_decrypt(
                    output.bytes, nil, nil, sealed.bytes, UInt64(sealed.count), nil, 0, nonce, key.bytes) == 0
            }
        }

        static func decipher(
            _ bytes: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8]
        ) -> [UInt8]? {
            var plain = [UInt8](repeating: 0, count: bytes.count)
            // Block 0 of the key stream makes the tag's key; the message begins with block 1 (RFC 8439, 2.8).
            let status = key.read { key in
                plain.write { plain in
                    crypto_stream_chacha20_ietf_xor_ic(
                        plain.bytes, bytes.bytes, UInt64(bytes.count), nonce, 1, key.bytes)
                }
            }
            return status == 0 ? plain : nil
        }

        /// The processor's own instructions where it has them: libsodium has portable code only.
        struct Digest: SHA256Digest {
            private var digest: any SHA256Digest =
                ProcessorDigest.isAvailable ? ProcessorDigest() : PortableDigest()

            mutating func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }
            mutating func finish() -> [UInt8] { digest.finish() }
        }

        struct PortableDigest: SHA256Digest {
            private var state = crypto_hash_sha256_state()

            init() { crypto_hash_sha256_init(&state) }

            mutating func update(_ bytes: UnsafeRawBufferPointer) {
                crypto_hash_sha256_update(&state, bytes.bytes, UInt64(bytes.count))
            }

            mutating func finish() -> [UInt8] {
                var digest = [UInt8](repeating: 0, count: 32)
                crypto_hash_sha256_final(&state, &digest)
                return digest
            }
        }
    }

    /// An address for calls that are given no bytes and yet want a place.
    nonisolated(unsafe) private let nowhere = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

    extension UnsafeRawBufferPointer {
        fileprivate var bytes: UnsafePointer<UInt8> {
            baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(nowhere)
        }
    }

    extension UnsafeMutableRawBufferPointer {
        fileprivate var bytes: UnsafeMutablePointer<UInt8> {
            baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nowhere
        }
    }
#endif
