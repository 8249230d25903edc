import Foundation
import TestKit
import Testing

/// diagpack and analyze as processes: what a tester and a developer type.
@Suite struct BundleToolTests {
    /// A log, a key pair, and a bundle of the log.
    struct Desk {
        let folder = TemporaryFolder()
        let recipient: String

        init() throws {
            try folder.write(
                "{\"n\":1,\"t\":1796000000000,\"m\":0,\"u\":0,\"k\":\"launch\",\"run\":\"R\"}\n",
                to: "log/events/2026-11-30.jsonl")
            try folder.write(
                "n,m,recv,t,lat,lon\n2,1,1796000001000,1796000001000,50.1,10.0\n", to: "log/samples/2026-11-30.csv")
            for index in 1...4 {
                var random = SeededRandom(seed: UInt64(index))
                try folder.write(
                    (0..<60_000).map { _ in UInt8.random(in: 0...255, using: &random) }, to: "log/blob-\(index)")
            }
            let made = try Tool.run("diagpack", ["keygen", "-o", folder.appending("key.txt")])
            recipient = String(made.errors.split(separator: " ").last!.dropLast())
        }

        func run(_ tool: String, _ words: String, input: [UInt8] = []) throws -> Tool.Result {
            try Tool.run(tool, words.split(separator: " ").map(String.init), input: input, folder: folder.path)
        }

        func pack(_ more: String = "-o b.age") throws -> Tool.Result {
            try run("diagpack", "pack log -r \(recipient) \(more)")
        }

        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }
    }

    @Test("keygen prints the public key, writes a private file, and never overwrites")
    func keygen() throws {
        let desk = try Desk()
        #expect(desk.recipient.hasPrefix("age1") && desk.recipient.count == 62)
        let mode = try FileManager.default.attributesOfItem(atPath: desk.folder.appending("key.txt"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let again = try desk.run("diagpack", "keygen -o key.txt")
        #expect(again.status == 1 && again.errors.contains("exists already"))
        let printed = try desk.run("diagpack", "keygen")
        #expect(printed.text.contains("\nAGE-SECRET-KEY-1") && printed.errors == "")
    }

    /// Commands, and what each writes.
    static let written = [
        ("diagpack pack log --no-encrypt -o out", "out"), ("analyze report log -o out", "out"),
        ("analyze export log --to csv -o out", "out"), ("analyze decrypt sealed -i key.txt -o out", "out"),
        ("analyze replay log --core trail --decisions out", "out"),
        ("analyze unpack sealed -i key.txt -o out", "out/samples/2026-11-30.csv"),
    ]

    @Test("What is written of a log is for its owner alone, whatever the umask", arguments: written)
    func ownersAlone(command: String, file: String) throws {
        let desk = try Desk()
        #expect(try desk.pack("-o sealed").status == 0)
        let words = command.split(separator: " ").map(String.init)
        let line = ["umask 000;", Tool.path(words[0])] + words.dropFirst()
        let result = try Tool.run("/bin/sh", ["-c", line.joined(separator: " ")], folder: desk.folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let mode = try FileManager.default.attributesOfItem(atPath: desk.folder.appending(file))[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("A file where a recipient belongs is told from a bad recipient")
    func fileAsRecipient() throws {
        let desk = try Desk()
        let result = try desk.run("diagpack", "pack log -r key.txt -o b.age")
        #expect(result.status == 2)
        #expect(result.errors.contains("a file of recipients is given with -R"))
        for text in ["age1", String(repeating: "a", count: 5000)] {
            let other = try desk.run("diagpack", "pack log -r \(text) -o b.age")
            #expect(other.status == 2 && other.errors.contains("-r: expected a recipient"), "\(other.errors)")
            #expect(!other.errors.contains("with -R"))
        }
    }

    @Test("A packed log unpacks, from a file, through pipes, armored or open")
    func roundTrip() throws {
        let desk = try Desk()
        #expect(try desk.pack().status == 0)
        let unpacked = try desk.run("analyze", "unpack b.age -i key.txt -o out")
        #expect(
            unpacked.status == 0 && unpacked.errors.contains("6 files")
                && unpacked.errors.contains("as the manifest says"))
        #expect(
            try Tool.run("/usr/bin/diff", ["-r", "log", "out"], folder: desk.folder.path).text
                == "Only in out: manifest.json\n")

        let piped = try desk.pack("-o - --armor")
        #expect(piped.text.hasPrefix("-----BEGIN AGE"))
        #expect(try desk.run("analyze", "unpack - -i key.txt -o out2", input: piped.output).status == 0)
        #expect(try desk.run("diagpack", "pack log --no-encrypt -o open.tar.gz").status == 0)
        #expect(try desk.run("analyze", "unpack open.tar.gz -o out3").status == 0)
        // The two manifests differ in when they were made.
        #expect(try Tool.run("/usr/bin/diff", ["-r", "out", "out2"], folder: desk.folder.path).status == 1)
        #expect(
            try Tool.run("/usr/bin/diff", ["-r", "log", "out3"], folder: desk.folder.path).text
                == "Only in out3: manifest.json\n")
    }

    @Test("decrypt gives the payload of any age file, and nothing of a damaged one")
    func decrypt() throws {
        let desk = try Desk()
        let file = try Tool.run("/usr/bin/age", ["-r", desk.recipient], input: Array("hello".utf8)).output
        try desk.folder.write(file, to: "hello.age")
        #expect(try desk.run("analyze", "decrypt hello.age -i key.txt -o -").text == "hello")
        #expect(try desk.run("analyze", "decrypt hello.age -i key.txt -o hello.txt").status == 0)
        #expect(try desk.folder.read("hello.txt") == Array("hello".utf8))
        try desk.folder.write(Array(file.dropLast()), to: "cut.age")
        let before = desk.names
        #expect(try desk.run("analyze", "decrypt cut.age -i key.txt -o cut.txt").status == 1)
        #expect(desk.names == before)
        let same = try desk.run("analyze", "decrypt hello.age -i key.txt -o hello.age --force")
        #expect(same.status == 2 && same.errors.contains("both input and output"))
    }

    @Test func `B112 wrong key, cut off, damaged and no bundle are four messages, status 1, and leave nothing`() throws
    {
        let desk = try Desk()
        #expect(try desk.pack().status == 0)
        #expect(try desk.run("diagpack", "keygen -o other.txt").status == 0)
        let whole = try desk.folder.read("b.age")
        try desk.folder.write(Array(whole.dropLast(100)), to: "cut.age")
        var changed = whole
        changed[whole.count / 2] ^= 1
        try desk.folder.write(changed, to: "changed.age")
        try desk.folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], to: "picture.age")
        let before = desk.names
        let cases = [
            ("b.age -i other.txt", "wrong key"), ("cut.age -i key.txt", "ends inside"),
            ("changed.age -i key.txt", "not authentic"),
            ("picture.age -i key.txt", "PNG"),
        ]
        for (words, expected) in cases {
            let result = try desk.run("analyze", "unpack \(words) -o out")
            #expect(
                result.status == 1 && result.errors.contains(expected) && result.errors.contains("hint: "),
                "\(result.errors)")
        }
        #expect(desk.names == before)
    }

    @Test func `B114 a damaged member is named with the number of good ones, and salvage keeps those`() throws {
        let desk = try Desk()
        #expect(try desk.pack().status == 0)
        var bytes = try desk.folder.read("b.age")
        bytes[bytes.count / 2] ^= 1
        try desk.folder.write(bytes, to: "b.age")
        let refused = try desk.run("analyze", "unpack b.age -i key.txt -o out")
        #expect(refused.status == 1 && refused.errors.contains("in member blob-"))
        #expect(refused.errors.contains("of 7 members before it are good"))
        let salvaged = try desk.run("analyze", "unpack b.age -i key.txt -o out --salvage")
        #expect(salvaged.status == 3, "\(salvaged.errors)")
        #expect(try desk.folder.read("out/blob-1") == desk.folder.read("log/blob-1"))
        #expect(try desk.folder.read("out/blob-4") == desk.folder.read("log/blob-4"))
        #expect(salvaged.errors.contains("not authentic") && salvaged.errors.contains("blob-2"))
    }

    @Test("dry-run lists what would leave the device, and writes nothing")
    func dryRun() throws {
        let desk = try Desk()
        let before = desk.names
        let listed = try desk.pack("--dry-run --exclude blob-1")
        #expect(listed.status == 0 && listed.text.contains("events/2026-11-30.jsonl"))
        #expect(listed.text.contains("left out: blob-1") && listed.text.contains(desk.recipient))
        let json = try desk.pack("--dry-run --format json")
        #expect(json.text.hasPrefix("{\n  \"schema\": \"flightlog.pack/1\""))
        #expect(desk.names == before)
    }

    @Test("inspect tells format, recipients and sizes without a key")
    func inspect() throws {
        let desk = try Desk()
        #expect(try desk.pack("-r \(desk.recipient) -o b.age").status == 0)
        let found = try desk.run("diagpack", "inspect b.age --format json")
        #expect(found.status == 0)
        #expect(found.text.contains("\"X25519 key\",\n    \"X25519 key\""))
        #expect(found.text.contains("\"bytes\": \(try desk.folder.read("b.age").count)"))
        #expect(found.text.contains("\"whole\": null"))
        #expect(try desk.run("diagpack", "inspect key.txt").status == 1)
        #expect(try desk.run("diagpack", "pack log --no-encrypt -o open.tar.gz").status == 0)
        #expect(
            try desk.run("diagpack", "inspect open.tar.gz").text.contains("yes: every file is as its manifest says"))
        try desk.folder.write(Array(desk.folder.read("open.tar.gz").dropLast(9)), to: "cut.tar.gz")
        let cut = try desk.run("diagpack", "inspect cut.tar.gz")
        #expect(cut.status == 3 && cut.text.contains("no: the gzip stream ends too early"))
    }

    @Test(
        "Mistakes on the command line end with status 2, before anything is read",
        arguments: [
            ("pack log -o b.age", "no recipient"), ("pack log -r age1xyz -o b.age", "recipient"),
            ("pack log -r ssh-ed25519 -o b.age", "recipient"), ("pack log --no-encrypt --armor -o b", "exclude"),
            ("pack log --no-encrypt -o b --level 12", "level"),
            ("pack log --no-encrypt -o b --max-size much", "max-size"),
            ("pack log --no-encrypt -o b --since yesterday", "since"), ("pack log --no-encrypt", "output"),
            ("pack log --no-encrypt -o log", "log"),
        ])
    func mistakes(words: String, expected: String) throws {
        let desk = try Desk()
        let before = desk.names
        let result = try desk.run("diagpack", words)
        #expect(result.status == 2 && result.errors.contains(expected), "\(result.errors)")
        #expect(desk.names == before)
    }

    @Test("An existing output is kept unless --force is given, and the bundle may lie in the log it is made of")
    func existingOutput() throws {
        let desk = try Desk()
        #expect(try desk.pack("-o log/b.age").status == 0)
        #expect(try desk.pack("-o log/b.age").status == 1)
        #expect(try desk.pack("-o log/b.age --force").status == 0)
        let listed = try desk.run("analyze", "unpack log/b.age -i key.txt -o out")
        #expect(listed.errors.contains("6 files"))
    }

    @Test("SIGINT while packing leaves nothing, and ends by the signal")
    func interrupted() throws {
        let desk = try Desk()
        // Text that level 9 has to work on: several seconds of it.
        var random = SeededRandom(seed: 1)
        let text = (0..<400_000).map { _ in String(random.next() % 1_000_000_000) }.joined(separator: ",")
        for index in 0..<12 { try desk.folder.write(text, to: "log/large-\(index)") }
        let before = desk.names
        let script = """
            # Whoever runs the tests may ignore the signal, and that is inherited.
            env --default-signal=INT \(Tool.path("diagpack")) pack log -r \(desk.recipient) -o big.age --level 9 --threads 1 & pid=$!
            while [ ! -e big.age.$pid.part ] && kill -0 $pid 2>/dev/null; do :; done
            kill -INT $pid; wait $pid; echo "status $?"
            """
        let result = try Tool.run(
            "/bin/bash", ["-c", "set -m\n" + script], environment: ["TMPDIR": desk.folder.path],
            folder: desk.folder.path)
        #expect(result.text.contains("status 130"), "\(result.text) \(result.errors)")
        #expect(desk.names == before)
    }

    @Test("What a killed recorder had acknowledged is in the bundle, though it never reached a file")
    func killedRecorder() throws {
        let desk = try Desk()
        let script = """
            \(Tool.path("fieldtest")) stress --log live --writers 2 --ack ack --seconds 60 & pid=$!
            for _ in $(seq 200); do [ -s ack ] && break; sleep 0.05; done; sleep 0.3
            \(Tool.path("diagpack")) pack live -r \(desk.recipient) -o running.age || exit 1
            kill -KILL $pid; wait $pid 2>/dev/null
            \(Tool.path("diagpack")) pack live -r \(desk.recipient) -o killed.age || exit 1
            od -An -tu8 -v ack
            """
        let result = try Tool.run("/bin/bash", ["-c", script], folder: desk.folder.path)
        let acknowledged = result.text.split { $0 == " " || $0 == "\n" }.prefix(2).compactMap { Int($0) }
        try #require(acknowledged.count == 2, "\(result.errors)")
        for name in ["running", "killed"] {
            #expect(try desk.run("analyze", "unpack \(name).age -i key.txt -o \(name)").status == 0)
        }
        let count = try Self.stressRecords(desk.folder.appending("killed/events"))
        #expect(count[0] >= acknowledged[0] && count[1] >= acknowledged[1])
        #expect(try Self.stressRecords(desk.folder.appending("running/events")).allSatisfy { $0 > 0 })
    }

    /// The longest unbroken row of each writer's records, from 1 on.
    static func stressRecords(_ folder: String) throws -> [Int] {
        var next = [1, 1]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".jsonl")
        {
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("\"k\":\"stress\"") {
                let numbers = line.split { !$0.isNumber }.suffix(2).compactMap { Int($0) }
                if numbers[1] == next[numbers[0]] { next[numbers[0]] += 1 }
            }
        }
        return next.map { $0 - 1 }
    }
}
