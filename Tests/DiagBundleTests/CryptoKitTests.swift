import Foundation
import TestKit
import Testing

/// The CryptoKit implementation cannot run here. It is compiled against a stub with the signatures of the real module,
/// so that a change of the protocol, or a slip in it, shows.
@Suite struct CryptoKitTests {
    static let stub = """
        @_exported import Foundation

        public struct SymmetricKey: ContiguousBytes, Sendable {
            public init<D>(data: D) where D: ContiguousBytes {}
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }
        public struct SharedSecret: ContiguousBytes, Sendable {
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }
        public enum Curve25519 {
            public enum KeyAgreement {
                public struct PrivateKey: Sendable {
                    public init<D>(rawRepresentation data: D) throws where D: ContiguousBytes {}
                    public var publicKey: PublicKey { fatalError() }
                    public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                        fatalError()
                    }
                }
                public struct PublicKey: Sendable {
                    public init<D>(rawRepresentation data: D) throws where D: ContiguousBytes {}
                    public var rawRepresentation: Data { fatalError() }
                }
            }
        }
        public protocol Digest: Hashable, ContiguousBytes, Sequence, Sendable where Element == UInt8 {}
        public struct SHA256Digest: Digest {
            public static func == (a: Self, b: Self) -> Bool { fatalError() }
            public func hash(into hasher: inout Hasher) {}
            public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }
        public protocol HashFunction: Sendable {
            associatedtype Digest: CryptoKit.Digest
            init()
            mutating func update(bufferPointer: UnsafeRawBufferPointer)
            func finalize() -> Self.Digest
        }
        public struct SHA256: HashFunction {
            public init() {}
            public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
            public func finalize() -> SHA256Digest { fatalError() }
        }
        public struct HashedAuthenticationCode<H>: ContiguousBytes, Sendable where H: HashFunction {
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
        }
        public struct HMAC<H>: Sendable where H: HashFunction {
            public static func authenticationCode<D>(for data: D, using key: SymmetricKey) -> HashedAuthenticationCode<H>
            where D: DataProtocol { fatalError() }
        }
        public enum ChaChaPoly {
            public struct Nonce: ContiguousBytes, Sendable {
                public init<D>(data: D) throws where D: DataProtocol {}
                public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
                    fatalError()
                }
            }
            public struct SealedBox: Sendable {
                public init<C, T>(nonce: Nonce, ciphertext: C, tag: T) throws where C: DataProtocol, T: DataProtocol {}
                public var ciphertext: Data { fatalError() }
                public var tag: Data { fatalError() }
            }
            public static func seal<P>(_ message: P, using key: SymmetricKey, nonce: Nonce? = nil) throws -> SealedBox
            where P: DataProtocol { fatalError() }
            public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data { fatalError() }
        }
        """

    @Test("The implementation on CryptoKit compiles against the module's signatures, and is the one that is taken")
    func compiles() throws {
        let folder = TemporaryFolder()
        try folder.write(Self.stub, to: "CryptoKit.swift")
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
            .standardized.path
        let systemIO = try FileManager.default.contentsOfDirectory(atPath: root + "/Sources/SystemIO").map {
            root + "/Sources/SystemIO/" + $0
        }.filter { $0.hasSuffix(".swift") }
        let primitives =
            [
                "CryptoPrimitives.swift", "CryptoPrimitives+Platform.swift", "CryptoKitPrimitives+Platform.swift",
                "SodiumPrimitives+Platform.swift", "SecretBytes.swift", "Wipe+Platform.swift",
            ].map { root + "/Sources/DiagBundle/Primitives/" + $0 } + [
                root + "/Sources/DiagBundle/Stream/Array+Lending.swift"
            ]
        // What names the implementation is used, so that its absence would show.
        try folder.write(
            "func proof() -> [UInt8] { Crypto.random(CryptoKitPrimitives.random(1).count) }\n", to: "Proof.swift")
        let script = """
            set -e
            swiftc -emit-module -parse-as-library -module-name CryptoKit CryptoKit.swift
            swiftc -emit-module -parse-as-library -module-name SystemIO \(systemIO.joined(separator: " "))
            swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library -I . \(primitives.joined(separator: " ")) Proof.swift
            """
        let result = try Tool.run("/bin/sh", ["-c", script], folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
    }
}
