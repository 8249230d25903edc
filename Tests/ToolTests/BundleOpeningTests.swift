import Foundation
import TestKit
import Testing

/// Opening bundles with analyze, as processes: through pipes, interrupted, without room, past their day, hostile.
@Suite struct BundleOpeningTests {
    @Test("Without room for the files, unpacking says so and leaves nothing")
    func noRoom() throws {
        let desk = try BundleToolTests.Desk()
        #expect(try desk.pack().status == 0)
        let before = desk.names
        // Files of at most 20 KiB: the next write fails, as on a full disk.
        let script = "trap '' XFSZ; ulimit -f 40; exec \(Tool.path("analyze")) unpack b.age -i key.txt -o out"
        let result = try Tool.run("/bin/sh", ["-c", script], folder: desk.folder.path)
        #expect(result.status == 1 && result.errors.contains("cannot write"), "\(result.errors)")
        #expect(desk.names == before)
    }

    @Test(
        "SIGINT while unpacking or decrypting leaves nothing, and ends by the signal", arguments: ["unpack", "decrypt"])
    func interruptedOpening(verb: String) throws {
        let desk = try BundleToolTests.Desk()
        #expect(try desk.pack().status == 0)
        let before = desk.names
        // Half of the bundle comes, then nothing more: the tool waits in the middle of its work.
        let script = """
            mkfifo pipe; exec 3<>pipe; head -c 150000 b.age >&3 &
            env --default-signal=INT \(Tool.path("analyze")) \(verb) - -i key.txt -o out <pipe 2>errors & pid=$!
            while ! ls -d out.*.part >/dev/null 2>&1 && kill -0 $pid 2>/dev/null; do :; done
            kill -INT $pid; wait $pid; echo "status $?"; rm pipe errors
            """
        let result = try Tool.run("/bin/bash", ["-c", "set -m\n" + script], folder: desk.folder.path)
        #expect(result.text.contains("status 130"), "\(result.text) \(result.errors)")
        #expect(desk.names == before)
    }

    @Test("A bundle is read from standard input, encrypted or open, without being told what it is")
    func standardInput() throws {
        let desk = try BundleToolTests.Desk()
        #expect(try desk.pack().status == 0)
        #expect(try desk.run("diagpack", "pack log --no-encrypt -o open.tar.gz").status == 0)
        let expected = try desk.run("analyze", "gaps log --format json")
        #expect(expected.status == 0)
        for (file, key) in [("b.age", " -i key.txt"), ("open.tar.gz", "")] {
            let piped = try desk.run("analyze", "gaps - --format json" + key, input: desk.folder.read(file))
            #expect(
                piped.status == 0
                    && piped.text == expected.text.replacing("\"input\": \"log\"", with: "\"input\": \"-\""),
                "\(piped.errors)")
        }
        let locked = try desk.run("analyze", "gaps -", input: desk.folder.read("b.age"))
        #expect(locked.status == 1 && locked.errors.contains("no identity was given"))
    }

    @Test("A bundle past its day says so wherever it is opened, and to check")
    func expired() throws {
        let desk = try BundleToolTests.Desk()
        // Made in 2020, for ten days.
        let packed = try Tool.run(
            "diagpack", ["pack", "log", "-r", desk.recipient, "-o", "b.age", "--expires", "10"],
            environment: ["SOURCE_DATE_EPOCH": "1600000000"], folder: desk.folder.path)
        #expect(packed.status == 0)
        let words = "warning: b.age expired 2020-09-23T12:26:40.000Z"
        #expect(try desk.run("analyze", "unpack b.age -i key.txt -o out").errors.contains(words))
        let checked = try desk.run("analyze", "check b.age -i key.txt")
        #expect(checked.errors.contains(words) && checked.text.contains("bundle-expiry"))
        #expect(checked.text.contains("expired 2020-09-23T12:26:40.000Z"))
        #expect(try desk.pack("-o c.age --expires 10").status == 0)
        #expect(try !desk.run("analyze", "unpack c.age -i key.txt -o out2").errors.contains("expired"))
    }

    @Test("A full disk while unpacking is told, and nothing stays", .enabled(if: canMount))
    func fullDisk() throws {
        let desk = try BundleToolTests.Desk()
        #expect(try desk.pack().status == 0)
        let script = """
            mkdir small && mount -t tmpfs -o size=100k tmpfs small || exit 9
            \(Tool.path("analyze")) unpack b.age -i key.txt -o small/out; echo "status $?"
            ls small | wc -l
            """
        let result = try Tool.run("/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script], folder: desk.folder.path)
        #expect(result.text == "status 1\n0\n" && result.errors.contains("No space left on device"), "\(result.errors)")
    }

    /// Whether this machine lets a test mount a file system of its own.
    static let canMount =
        (try? Tool.run("/usr/bin/unshare", ["-rm", "/bin/sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status) == 0

    @Test("A million entries (in the short form thousands) are given up at the limit, and nothing of them stays")
    func manyEntries() throws {
        let desk = try BundleToolTests.Desk()
        let (count, limit) = Long.isOn ? (1_000_000, 100_000) : (3_000, 2_000)
        let script = "mkdir many && cd many && seq \(count) | xargs touch && tar czf ../many.tar.gz . && rm -r ../many"
        let made = try Tool.run("/bin/sh", ["-c", script], folder: desk.folder.path)
        #expect(made.status == 0, "\(made.errors)")
        let before = desk.names
        let refused = try desk.run("analyze", "unpack many.tar.gz -o out --max-files \(limit)")
        #expect(refused.status == 1 && refused.errors.contains("more than \(limit) members"), "\(refused.errors)")
        #expect(desk.names == before)
    }
}
