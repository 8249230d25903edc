import TestKit
import Testing

@testable import DiagBundle

@Suite struct CryptoPrimitivesTests {
    @Test("X25519 gives the result of RFC 7748, 5.2")
    func agreement() throws {
        let scalar = secret(hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"))
        let point = hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
        let shared = Crypto.sharedSecret(of: scalar, with: point)
        let bytes = shared?.read { Array($0) }
        #expect(bytes == hex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"))
    }

    @Test(
        "A point of low order gives no secret",
        arguments: [
            String(repeating: "00", count: 32), "01" + String(repeating: "00", count: 31),
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ec" + String(repeating: "ff", count: 30) + "7f", "ed" + String(repeating: "ff", count: 30) + "7f",
            "ee" + String(repeating: "ff", count: 30) + "7f", "ec" + String(repeating: "ff", count: 31),
        ])
    func lowOrder(point: String) {
        let hasSecret = Crypto.sharedSecret(of: secret(Array(1...32)), with: hex(point)) != nil
        #expect(!hasSecret)
    }

    @Test("HMAC-SHA256 gives the result of RFC 4231, case 2")
    func authentication() {
        let code = Array("Jefe".utf8).read { key in
            Array("what do ya want for nothing?".utf8).read { Crypto.hmac(key: key, message: $0) }
        }
        let bytes = code.read { Array($0) }
        #expect(bytes == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    }

    @Test("HKDF-SHA256 without salt and info gives the first block of RFC 5869, case 3")
    func derivation() {
        let key = Crypto.hkdf(secret([UInt8](repeating: 0x0b, count: 22)), salt: [], info: "")
        let bytes = key.read { Array($0) }
        #expect(bytes == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"))
    }

    @Test("Sealing gives the ChaCha20 text of RFC 8439, 2.4.2, and a tag that opens it")
    func sealing() {
        let message = Array(
            ("Ladies and Gentlemen of the class of '99: If I could offer you "
                + "only one tip for the future, sunscreen would be it.").utf8)
        let nonce = hex("000000000000004a00000000")
        var sealed = [UInt8](repeating: 0, count: message.count + 16)
        message.read { message in
            sealed.write { Crypto.seal(message, key: secret(Array(0..<32)), nonce: nonce, into: $0) }
        }
        #expect(
            sealed.dropLast(16)
                == hex(
                    """
                    6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b357
                    1639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736
                    5af90bbf74a35be6b40b8eedf2785e42874d
                    """)[...])
        var opened = [UInt8](repeating: 0, count: message.count)
        let isOpen = sealed.read { sealed in
            opened.write { Crypto.open(sealed, key: secret(Array(0..<32)), nonce: nonce, into: $0) }
        }
        #expect(isOpen && opened == message)
    }

    @Test("A changed bit anywhere in a sealed message, tag included, is refused", arguments: 0..<(8 * 20))
    func changedBit(bit: Int) {
        let nonce = [UInt8](repeating: 0, count: 12)
        var sealed = [UInt8](repeating: 0, count: 20)
        [1, 2, 3, 4].read { message in
            sealed.write { Crypto.seal(message, key: secret(Array(0..<32)), nonce: nonce, into: $0) }
        }
        sealed[bit / 8] ^= 1 << UInt8(bit % 8)
        var opened = [UInt8](repeating: 0, count: 4)
        let isOpen = sealed.read { sealed in
            opened.write { Crypto.open(sealed, key: secret(Array(0..<32)), nonce: nonce, into: $0) }
        }
        #expect(!isOpen)
    }

    @Test("SHA-256 of abc, fed in two pieces, is that of FIPS 180-2")
    func digest() {
        var digest = Crypto.Digest()
        Array("a".utf8).read { digest.update($0) }
        Array("bc".utf8).read { digest.update($0) }
        #expect(digest.finish() == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    }

    /// Of the same bytes, in pieces that end at `cuts`.
    private func digest(_ hasher: any SHA256Digest, _ bytes: [UInt8], cuts: [Int] = []) -> [UInt8] {
        var hasher = hasher
        var start = 0
        for cut in cuts + [bytes.count] {
            Array(bytes[start..<cut]).read { hasher.update($0) }
            start = cut
        }
        return hasher.finish()
    }

    @Test("SHA-256 of the two-block message and of a million a is that of FIPS 180-2")
    func knownDigests() {
        let two = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            digest(Crypto.Digest(), two) == hex("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"))
        #expect(
            digest(Crypto.Digest(), million, cuts: [1, 63, 64, 1000])
                == hex("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"))
    }

    #if canImport(CSodium)
        @Test(
            "The processor's instructions give libsodium's digest, whatever the length and the pieces",
            .enabled(if: ProcessorDigest.isAvailable), arguments: 0..<300)
        func processorDigest(count: Int) {
            var random = SeededRandom(seed: UInt64(count))
            let bytes = AgeFileTests.plain(count * (count % 7 == 0 ? 41 : 1), seed: UInt64(count))
            let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let expected = digest(SodiumPrimitives.PortableDigest(), bytes)
            #expect(digest(ProcessorDigest(), bytes, cuts: cuts) == expected)
        }
    #endif
}
