import CZlib
import Foundation
import TestKit
import Testing

@testable import DiagBundle

/// The published test vectors of the format, where their folder is given in AGE_VECTORS, and the known answers of
/// encryption in AGE_KNOWN_ANSWERS. `.ci/age-vectors` runs them; without the folders there is nothing to run.
@Suite struct AgeVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        var name: String
        var head: [String: [String]]
        var file: [UInt8]
        var testDescription: String { name }

        init(path: String) throws {
            name = (path as NSString).lastPathComponent
            let content = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            let split = (0..<content.count - 1).first { content[$0] == 10 && content[$0 + 1] == 10 }!
            head = Dictionary(
                grouping: String(decoding: content[..<split], as: UTF8.self).split(separator: "\n").map {
                    $0.split(separator: ": ", maxSplits: 1).map(String.init)
                }, by: { $0[0] }
            ).mapValues { $0.map { $0[1] } }
            file = Array(content[(split + 2)...])
            if head["compressed"]?.first == "zlib" { file = try Self.inflated(file) }
        }

        static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
            var target = [UInt8](repeating: 0, count: 32 << 20)
            var count = uLongf(target.count)
            #expect(uncompress(&target, &count, bytes, uLong(bytes.count)) == Z_OK)
            return Array(target[..<Int(count)])
        }
    }

    static let vectors: [Vector] = {
        guard let folder = ProcessInfo.processInfo.environment["AGE_VECTORS"] else { return [] }
        let names = try! FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return names.map { try! Vector(path: folder + "/" + $0) }
            .filter { !($0.head["identity"] ?? []).contains { $0.hasPrefix("AGE-SECRET-KEY-PQ-") } }
    }()

    /// The class of a fault, as the vectors name it.
    static func expectation(of opening: Opening, armored: Bool) -> String {
        switch opening.fault {
        case nil: "success"
        case .noMatch: "no match"
        case .headerAuthentication: "HMAC failure"
        case .malformedArmor: "armor failure"
        case .cutOff where opening.error!.description.contains("armor"): "armor failure"
        // What does not even begin like an armor is not taken for one.
        case .notABundle where armored: "armor failure"
        default: opening.isInHeader ? "header failure" : "payload failure"
        }
    }

    @Test("Every vector ends in its class, with its plain bytes up to there", arguments: vectors)
    func vector(_ vector: Vector) throws {
        var keyring = Keyring()
        for identity in vector.head["identity"] ?? [] { keyring.add(try Keys.identity(identity)) }
        for passphrase in vector.head["passphrase"] ?? [] {
            try keyring.use(passphrase: secret(Array(passphrase.utf8)))
        }
        let opening = Opening(vector.file, keyring: keyring)
        #expect(
            Self.expectation(of: opening, armored: vector.head["armored"] != nil) == vector.head["expect"]?.first,
            "\(opening.error?.description ?? "")")
        #expect(vector.head["payload"].map { $0 == [Self.digest(opening.plain)] } ?? true)
    }

    static func digest(_ bytes: [UInt8]) -> String {
        var digest = Crypto.Digest()
        bytes.read { digest.update($0) }
        return digest.finish().map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    }

    struct Answer: Sendable {
        var recipients: Int
        var plain: Int
        var digest: String
    }

    static let answers: [Answer] = {
        guard let folder = ProcessInfo.processInfo.environment["AGE_KNOWN_ANSWERS"] else { return [] }
        let text = try! String(contentsOfFile: folder + "/KAT.txt", encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 4, let recipients = Int(words[0]), let plain = Int(words[1]), words[3].count == 64
            else { return nil }
            return Answer(recipients: recipients, plain: plain, digest: String(words[3]))
        }
    }()

    @Test("Sealing with the known randomness gives the known file", arguments: answers)
    func answer(_ answer: Answer) throws {
        let second = Identity(scalar: secret(Array(0x65..<0x85)))
        let sink = MemorySink()
        let randomness = AgeWriter.Randomness(fileKey: secret(Array(0x40..<0x50)), nonce: Array(0x10..<0x20)) { index in
            secret(Array((0x80 + 0x20 * UInt8(index))..<(0xA0 + 0x20 * UInt8(index))))
        }
        let writer = try AgeWriter(
            to: sink, recipients: Array([try Keys.recipient, second.recipient].prefix(answer.recipients)),
            randomness: randomness)
        try writer.write((0..<answer.plain).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) })
        try writer.finish()
        #expect(Self.digest(sink.bytes) == answer.digest)
    }
}
