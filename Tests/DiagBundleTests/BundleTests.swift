import FieldModel
import Foundation
import SystemIO
import TestKit
import Testing

@testable import DiagBundle

@Suite struct BundleTests {
    @Test("A packed log unpacks to the same tree, every file as the manifest says")
    func roundTrip() throws {
        let packed = try PackedLog()
        let plan = try packed.pack()
        let out = packed.folder.appending("out")
        let report = try Unpacker().unpack(packed.bundle, keyring: Keys.ring(), to: out)
        #expect(report.manifest == plan.manifest)
        #expect(report.files == 3 && report.isEncrypted)
        #expect(try packed.folder.read("out/events/2026-11-30.jsonl") == Array(PackedLog.events.utf8))
        #expect(try packed.folder.read("out/samples/2026-11-30.csv") == Array(PackedLog.samples.utf8))
        #expect(
            tree(out) == [
                "events", "events/2026-11-30.jsonl", "manifest.json", "samples", "samples/2026-11-30.csv",
                "settings.json",
            ])
        #expect(try FileSystem.entry(at: out + "/settings.json")?.mode == 0o600)
    }

    @Test("The manifest counts records, spans and runs")
    func manifest() throws {
        let manifest = try PackedLog().pack().manifest
        let events = try #require(manifest.file("events/2026-11-30.jsonl"))
        #expect(events.records == 200)
        #expect(
            events.first == WallTime(1_796_000_000_000) && events.last == WallTime(1_796_000_000_000 + 199 * 60_000))
        let samples = try #require(manifest.file("samples/2026-11-30.csv"))
        #expect(samples.records == 300 && samples.first == WallTime(1_796_000_000_020))
        #expect(manifest.runs.count == 1 && manifest.runs[0].run == "R-1" && manifest.runs[0].last == events.last)
        #expect(manifest.created == PackedLog.created && manifest.expires == nil)
    }

    @Test("The same input gives the same archive, whatever the threads")
    func reproducible() throws {
        let packed = try PackedLog()
        try packed.pack(.open)
        let first = try packed.bytes
        try packed.pack(.open) { $0.threads = 1 }
        #expect(try packed.bytes == first)
    }

    @Test("age and tar open it without any of this code")
    func theirsOpens() throws {
        let packed = try PackedLog()
        try packed.pack()
        try packed.folder.write(Keys.first + "\n", to: "key.txt")
        try packed.folder.write("", to: "theirs/x")
        let script =
            "age -d -i key.txt log.tar.gz.age | tar xz -C theirs && diff -r log theirs; rm -r log/settings.json"
        let result = try Tool.run("/bin/sh", ["-c", script], folder: packed.folder.path)
        #expect(result.text == "Only in theirs: manifest.json\nOnly in theirs: x\n", "\(result.errors)")
    }

    @Test(
        "A bundle made with tar and age opens, with one folder on top or without, and is not verified",
        arguments: [
            "tar cz log", "tar cz -C log .",
        ])
    func oursOpens(command: String) throws {
        let packed = try PackedLog()
        let script = "\(command) | age -r \(KeyTests.recipient) > log.tar.gz.age"
        #expect(try Tool.run("/bin/sh", ["-c", script], folder: packed.folder.path).status == 0)
        let reader = try BundleReader(path: packed.bundle, keyring: Keys.ring())
        var paths: [String] = []
        while let member = try reader.nextMember() { paths.append(member.logPath) }
        #expect(
            paths.sorted() == [
                "events/2026-11-30.jsonl", "samples/2026-11-30.csv",
                command.hasSuffix(".") ? "settings.json" : "settings.json",
            ])
        #expect(reader.manifest == nil)
    }

    @Test("Each way of closing opens again, and a text bundle is text", arguments: [true, false])
    func sealings(armored: Bool) throws {
        let packed = try PackedLog()
        try packed.pack(.to([Keys.recipient, Identity.generate().recipient], armored: armored))
        #expect(try members(of: packed.bytes, keyring: Keys.ring()).count == 4)
        #expect(try packed.bytes.allSatisfy { $0 < 128 } == armored)
        try packed.pack(.open)
        #expect(try members(of: packed.bytes, keyring: Keyring()).count == 4)
    }

    @Test("A file that is no log, a link and a side file of SQLite do not stop it")
    func strangeFiles() throws {
        let packed = try PackedLog()
        try packed.folder.write("not a database", to: "log/bad.sqlite")
        try packed.folder.write("x", to: "log/track.sqlite-wal")
        try packed.folder.write("d", to: "log/derived/derived.sqlite")
        try packed.folder.write("t", to: "log/events/2026-11-30.jsonl.120.torn")
        try FileManager.default.createSymbolicLink(atPath: packed.log + "/link", withDestinationPath: "/etc/passwd")
        let manifest = try packed.pack().manifest
        #expect(manifest.failures.map(\.path) == ["link", "bad.sqlite"])
        #expect(manifest.files.map(\.path).contains("events/2026-11-30.jsonl.120.torn"))
        #expect(!manifest.files.contains { $0.path.contains("wal") || $0.path.contains("derived") })
    }

    @Test("A folder that is not there, a file in its place, and an empty folder are refused")
    func nothingToPack() throws {
        let packed = try PackedLog()
        try packed.folder.write("", to: "empty/x")
        try FileManager.default.removeItem(atPath: packed.folder.appending("empty/x"))
        for path in ["none", "log/settings.json", "empty"] {
            let request = PackRequest(
                log: packed.folder.appending(path), created: PackedLog.created, scratch: packed.folder.path)
            #expect { _ = try BundlePlan(request, sealing: .open) } throws: {
                ($0 as! BundleError).fault == .refusedRequest
            }
        }
        #expect(!tree(packed.folder.path).contains { $0.hasPrefix("diagbundle-") })
    }

    @Test("Cancelling at any moment leaves nothing behind", arguments: [1, 2, 3, 5, 8])
    func cancelled(after count: Int) throws {
        let packed = try PackedLog()
        let calls = Countdown(count)
        let control = WorkControl(isCancelled: { calls.isOver() })
        #expect {
            let plan = try BundlePlan(packed.request, sealing: .open, control: control)
            try plan.write(to: packed.bundle, sealing: .open, control: control)
        } throws: { ($0 as! BundleError).fault == .cancelled }
        #expect(tree(packed.folder.path).filter { !$0.hasPrefix("log") } == [])
        #expect(!FileManager.default.fileExists(atPath: packed.bundle))
    }

    @Test("Cancelling while the choice is made of what fits into a size ends it")
    func cancelledFitting() throws {
        let packed = try PackedLog()
        var request = packed.request
        request.threads = 1
        request.maxSize = 3000
        // Behind the survey: it asks once for each piece of three small files, and once more at the end of each.
        let calls = Countdown(7)
        let control = WorkControl(isCancelled: { calls.isOver() })
        #expect {
            try BundlePlan(request, sealing: .open, control: control)
        } throws: { ($0 as! BundleError).fault == .cancelled }
    }

    private final class Countdown: @unchecked Sendable {
        private var rest: Int
        private let lock = NSLock()
        init(_ count: Int) { rest = count }
        func isOver() -> Bool {
            lock.withLock {
                rest -= 1
                return rest < 0
            }
        }
    }

    @Test("Times choose records; what held before the first one stays; the manifest says what went")
    func span() throws {
        let packed = try PackedLog()
        let start = WallTime(1_796_000_000_000)
        let manifest = try packed.pack {
            $0.since = start + 100_000
            $0.until = start + 200_000
        }.manifest
        let found = try members(of: packed.bytes, keyring: Keys.ring())
        let events = String(decoding: found["events/2026-11-30.jsonl"]!, as: UTF8.self).split(separator: "\n")
        #expect(events.count == 3)  // the launch, then the beats at 120 s and 180 s
        #expect(events[0].contains("launch") && events[1].contains("\"n\":5,"))
        #expect(manifest.file("samples/2026-11-30.csv")?.records == 100)
        #expect(manifest.omissions.contains { $0.why == "until" && $0.path.hasPrefix("samples") && $0.records == 100 })
        let later = try packed.pack { $0.since = start + 86_400_000 }.manifest
        #expect(later.files.map(\.path) == ["settings.json"])
    }

    @Test("Globs choose files, and the manifest names what they left out")
    func globs() throws {
        let packed = try PackedLog()
        #expect(
            try packed.pack { $0.include = [Glob("events")] }.manifest.files.map(\.path) == ["events/2026-11-30.jsonl"])
        let manifest = try packed.pack { $0.exclude = [Glob("*.csv")] }.manifest
        #expect(manifest.omissions.map(\.path) == ["samples/2026-11-30.csv"])
        #expect(manifest.omissions.map(\.why) == ["exclude *.csv"])
    }

    @Test(
        "A size is kept to the byte, the newest records stay, and the manifest says what went",
        arguments: [
            2500, 3000, 4000, 6000, 8000,
        ])
    func maxSize(limit: Int64) throws {
        let packed = try PackedLog()
        for day in 10..<20 {
            try packed.folder.write(Array(PackedLog.events.utf8), to: "log/events/2026-11-\(day).jsonl")
            try packed.folder.write(GzipTests.text(30_000, seed: UInt64(day)), to: "log/samples/2026-11-\(day).csv")
        }
        let manifest = try packed.pack { $0.maxSize = limit }.manifest
        #expect(try Int64(packed.bytes.count) <= limit)
        let found = try members(of: packed.bytes, keyring: Keys.ring())
        #expect(Set(found.keys).subtracting(["manifest.json"]) == Set(manifest.files.map(\.path)))
        #expect(manifest.omissions.allSatisfy { $0.why == "max-size" } && !manifest.omissions.isEmpty)
    }

    @Test("A size too small for anything is said so")
    func tooSmall() throws {
        let packed = try PackedLog()
        #expect { try packed.pack { $0.maxSize = 300 } } throws: { ($0 as! BundleError).fault == .refusedRequest }
    }
}
