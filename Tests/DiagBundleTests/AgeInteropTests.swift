import Foundation
import FieldModel
import TestKit
import Testing

@testable import DiagBundle

/// Both ways with Debian's `age` and `age-keygen`.
@Suite struct AgeInteropTests {
    static let age = "/usr/bin/age"
    static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]

    @Test("age opens what is sealed here", arguments: sizes, [false, true])
    func theirsOpens(count: Int, armored: Bool) throws {
        let folder = TemporaryFolder()
        try folder.write(Keys.first + "\n", to: "key.txt")
        try folder.write(
            try sealed(
                AgeFileTests.plain(count), to: [Keys.recipient, Identity.generate().recipient], armored: armored),
            to: "file.age")
        let result = try Tool.run(Self.age, ["-d", "-i", folder.appending("key.txt"), folder.appending("file.age")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == AgeFileTests.plain(count))
    }

    @Test("What age seals opens here", arguments: sizes, [false, true])
    func oursOpens(count: Int, armored: Bool) throws {
        let result = try Tool.run(
            Self.age, ["-r", KeyTests.recipient] + (armored ? ["-a"] : []), input: AgeFileTests.plain(count))
        let opening = Opening(result.output, keyring: try Keys.ring())
        #expect(opening.error == nil)
        #expect(opening.plain == AgeFileTests.plain(count))
    }

    @Test("A key of age-keygen is read here, and one made here by age-keygen")
    func keys() throws {
        let folder = TemporaryFolder()
        let made = try Tool.run("/usr/bin/age-keygen", ["-o", folder.appending("theirs.txt")])
        #expect(made.status == 0)
        var keyring = Keyring()
        try keyring.add(identityFile: folder.appending("theirs.txt")) { () throws(BundleError) in nil }
        #expect(made.errors.contains(keyring.recipients[0].description))
        #expect(keyring.warnings.isEmpty)

        let identity = Identity.generate()
        try folder.write(identity.file(created: WallTime(0)).read { Array($0) }, to: "ours.txt")
        let read = try Tool.run("/usr/bin/age-keygen", ["-y", folder.appending("ours.txt")])
        #expect(read.text == identity.recipient.description + "\n")
    }
}
