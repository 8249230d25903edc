#if canImport(CryptoKit)
    import CryptoKit

    /// The primitives on the platform's own cryptography, for systems where libsodium is no system library.
    ///
    /// CryptoKit keeps its keys in memory that it wipes itself; what is copied out of it goes to `SecretBytes` at once.
    enum CryptoKitPrimitives: CryptoPrimitives {
        static func fillRandom(_ buffer: UnsafeMutableRawBufferPointer) {
            var generator = SystemRandomNumberGenerator()
            for index in buffer.indices { buffer[index] = UInt8.random(in: .min ... .max, using: &generator) }
        }

        static func publicKey(of scalar: borrowing SecretBytes) -> [UInt8] {
            scalar.read { bytes in
                // 32 bytes of any value are a scalar: the call can only fail on another length.
                let key = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
                return Array(key.publicKey.rawRepresentation)
            }
        }

        static func sharedSecret(of scalar: borrowing SecretBytes, with point: [UInt8]) -> SecretBytes? {
            let shared = scalar.read { bytes -> SecretBytes? in
                // It is not documented that every point of low order makes the call throw: the result is looked at too.
                guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes),
                    let other = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: point),
                    let shared = try? key.sharedSecretFromKeyAgreement(with: other)
                else { return nil }
                return SecretBytes(copying: shared)
            }
            guard let shared, shared.read({ $0.contains { $0 != 0 } }) else { return nil }
            return shared
        }

        static func hmac(key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer) -> SecretBytes {
            SecretBytes(copying: HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        }

        static func seal(
            _ message: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8],
            into output: UnsafeMutableRawBufferPointer
        ) {
            // Neither call can fail: the nonce has 12 bytes, and ChaCha20 takes any message up to 256 GiB.
            let box = key.read { key in
                try! ChaChaPoly.seal(
                    message, using: SymmetricKey(data: key), nonce: try! ChaChaPoly.Nonce(data: nonce))
            }
            UnsafeMutableRawBufferPointer(rebasing: output[..<message.count]).copyBytes(from: box.ciphertext)
            UnsafeMutableRawBufferPointer(rebasing: output[message.count..<message.count + 16]).copyBytes(from: box.tag)
        }

        static func open(
            _ sealed: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8],
            into output: UnsafeMutableRawBufferPointer
        ) -> Bool {
            guard sealed.count >= 16 else { return false }
            let split = sealed.count - 16
            return key.read { key in
                // A wrong tag is an answer here, not an error.
                guard let nonce = try? ChaChaPoly.Nonce(data: nonce),
                    let box = try? ChaChaPoly.SealedBox(
                        nonce: nonce, ciphertext: UnsafeRawBufferPointer(rebasing: sealed[..<split]),
                        tag: UnsafeRawBufferPointer(rebasing: sealed[split...])),
                    let message = try? ChaChaPoly.open(box, using: SymmetricKey(data: key))
                else { return false }
                output.copyBytes(from: message)
                return true
            }
        }

        static func decipher(
            _ bytes: UnsafeRawBufferPointer, key: borrowing SecretBytes, nonce: [UInt8]
        ) -> [UInt8]? { nil }

        struct Digest: SHA256Digest {
            private var state = SHA256()

            init() {}

            mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

            mutating func finish() -> [UInt8] { Array(state.finalize()) }
        }
    }

    extension SecretBytes {
        /// A copy of a secret that CryptoKit holds and wipes itself.
        fileprivate init(copying secret: some ContiguousBytes) {
            // CryptoKit's closures return copyable values only.
            var copy: SecretBytes?
            secret.withUnsafeBytes { copy = SecretBytes(copying: $0) }
            self = copy.take()!
        }
    }
#endif
