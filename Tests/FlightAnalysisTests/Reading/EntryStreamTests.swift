import FieldModel
import LogFormat
import SystemIO
import TestKit
import Testing

@testable import FlightAnalysis

/// A file of three megabytes, with damage where its chunks of 256 KiB meet; the byte at which each piece of it lies is
/// counted here.
struct DamagedFile {
    private(set) var bytes: [UInt8] = []
    /// Lines so far, and records that can be read.
    private var lines = 0
    private(set) var records = 0
    /// What has to be found: kind, line, byte, bytes.
    private(set) var findings: [[String]] = []
    let isSamples: Bool
    private let chunk = 262_144

    init(isSamples: Bool) {
        self.isSamples = isSamples
        if isSamples { add("t,lat,lon,hacc,reason\n") }
        // In the middle of a chunk border: a run of zero bytes, a line that is no record, a record.
        fill(upTo: chunk - 40)
        addHole(90)
        fill(upTo: 2 * chunk - 11)
        addBad("neither a row nor a record")
        fill(upTo: 3 * chunk - 1)
        // A line end on either side of a border, then one longer than a chunk, and one longer than a reader takes.
        fill(upTo: 4 * chunk)
        addRecord(note: String(repeating: "x", count: chunk + 7))
        fill(upTo: 6 * chunk - 3)
        addTooLong(1_048_577)
        fill(upTo: 11 * chunk - 262_144 / 2)
        // A hole that begins with a chunk, one that ends with it, and one longer than a chunk.
        fill(upTo: 11 * chunk)
        addHole(5)
        fill(upTo: 12 * chunk - 300)
        addHole(12 * chunk - bytes.count)
        fill(upTo: 12 * chunk + 5_000)
        addHole(chunk + 1)
        fill(upTo: 14 * chunk)
        addTornTail()
    }

    private mutating func add(_ text: String) {
        bytes += Array(text.utf8)
        lines += 1
    }

    private func record(_ note: String) -> String {
        let time = 1_777_881_600_000 + records * 1000
        return isSamples ? "\(time),50,10,8,\(note)\n" : #"{"t":\#(time),"k":"mark","text":"\#(note)"}"# + "\n"
    }

    private mutating func addRecord(note: String = "") {
        add(record(note))
        records += 1
    }

    /// Records up to a byte exactly.
    private mutating func fill(upTo end: Int) {
        let shortest = record("").utf8.count
        while end - bytes.count >= 2 * shortest { addRecord() }
        while bytes.count < end { addRecord(note: String(repeating: "n", count: end - bytes.count - shortest)) }
    }

    private mutating func note(_ kind: Damage.Kind, line: Int, _ count: Int) {
        findings.append([kind.rawValue, "\(line)", "\(bytes.count)", "\(count)"])
    }

    private mutating func addHole(_ count: Int) {
        note(.nulRun, line: lines + 1, count)
        bytes += [UInt8](repeating: 0, count: count)
    }

    private mutating func addBad(_ text: String) {
        if isSamples {
            findings.append([Damage.Kind.columns.rawValue, "\(lines + 1)", "\(bytes.count)", "\(text.utf8.count)"])
        } else {
            note(.malformed, line: lines + 1, text.utf8.count)
        }
        add(text + "\n")
    }

    private mutating func addTooLong(_ count: Int) {
        note(.tooLong, line: lines + 1, count)
        add(String(repeating: "y", count: count) + "\n")
    }

    private mutating func addTornTail() {
        let text = isSamples ? "1777881600000,50,1" : #"{"t":1777881600000,"k":"ma"#
        note(.tornTail, line: lines + 1, text.utf8.count)
        bytes += Array(text.utf8)
    }
}

struct EntryStreamTests {
    private func read(_ path: String, readsAhead: Bool) throws -> (entries: [LogEntry], account: LogPart.Account) {
        var part = try #require(LogSource.open(path).parts.first)
        part.readsAhead = readsAhead
        var entries: [LogEntry] = []
        let account = try part.read { entries.append($0) }
        return (entries, account)
    }

    @Test(arguments: [true, false], [true, false])
    func `damage where chunks meet is found at its line and byte`(isSamples: Bool, readsAhead: Bool) throws {
        let (folder, file) = (TemporaryFolder(), DamagedFile(isSamples: isSamples))
        let path = try folder.write(file.bytes, to: isSamples ? "samples.csv" : "events.jsonl")
        let (entries, account) = try read(path, readsAhead: readsAhead)
        #expect(entries.count { $0.stamp != nil } == file.records)
        #expect(account.bytes == Int64(file.bytes.count))
        let found = account.total.findings.map { [$0.kind.rawValue, "\($0.line)", "\($0.offset)", "\($0.bytes)"] }
        #expect(Set(found) == Set(file.findings))
        #expect(found.count == file.findings.count)
    }

    @Test(arguments: [true, false])
    func `two threads read what one reads`(isSamples: Bool) throws {
        let (folder, file) = (TemporaryFolder(), DamagedFile(isSamples: isSamples))
        let path = try folder.write(file.bytes, to: isSamples ? "samples.csv" : "events.jsonl")
        let (one, two) = (try read(path, readsAhead: false), try read(path, readsAhead: true))
        #expect(one.entries == two.entries)
        #expect(one.account.total == two.account.total)
        #expect(one.account.bytes == two.account.bytes)
    }

    @Test func `whoever has enough leaves a long file`() throws {
        let (folder, file) = (TemporaryFolder(), DamagedFile(isSamples: true))
        let path = try folder.write(file.bytes, to: "samples.csv")
        var part = try #require(LogSource.open(path).parts.first)
        part.readsAhead = true
        var count = 0
        try part.read(goesOn: { count < 40_000 }) { _ in count += 1 }
        #expect(count == 40_000)
    }
}
