import FieldModel
import FlightLog
import LogFormat
import SystemIO
import TestKit
import Testing

@Suite struct DayFileTests {
    @Test func `a record goes to the file of its own day, events by their clock and samples by their receipt`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try log.open(clock: .manual(clock))
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        clock.set(Stamp(wallTime: CivilDate(year: 2026, month: 12, day: 1).startOfDay + -1))
        recorder.mark("last of the day")
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        clock.advance(1)
        recorder.mark("first of the day")
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        recorder.close()
        #expect(try log.files("events") == ["2026-11-30.jsonl", "2026-12-01.jsonl"])
        let first = try FileSystem.contents(of: log.path + "/events/2026-11-30.jsonl")
        #expect(String(decoding: first, as: UTF8.self).hasSuffix("\"text\":\"last of the day\"}\n"))
        #expect(try log.samples().count == 3)
        #expect(try FileSystem.contents(of: log.path + "/samples/2026-12-01.csv").count(of: 10) == 2)
        #expect(try log.events().map(\.stamp.n) == [1, 2, 3, 5, 7, 9])
    }

    @Test func `a clock that jumps back goes on in the older file`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try log.open(clock: .manual(clock))
        for day in [1, 2, 1, 3, 1, 2] {
            clock.set(Stamp(wallTime: CivilDate(year: 2026, month: 12, day: day).startOfDay))
            recorder.record(kind: "x") { $0.add("day", day) }
            recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        }
        recorder.close()
        let days = try log.events().filter { $0.kind == "x" }.compactMap { $0["day"]?.integer }
        #expect(days == [1, 1, 1, 2, 2, 3])
        #expect(try log.samples().count == 6)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `days that change at random lose nothing, and each line is in the file of its day`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try log.open(clock: .manual(clock), ringBytes: 16_384)
        let base = CivilDate(year: 1970, month: 1, day: 1).startOfDay
        for index in 0..<3000 {
            let jump = Int.random(in: 0..<20, using: &random) == 0
            clock.set(
                Stamp(
                    wallTime: jump ? base + Int64.random(in: 0..<5, using: &random) * 86_400_000 : recorder.now.wallTime
                ))
            recorder.record(kind: "x") { $0.add("i", index) }
            recorder.record(RecordedLog.fix(at: recorder.now, longitude: Int32(index)), ruling: nil)
        }
        recorder.close()
        #expect(
            try log.events().filter { $0.kind == "x" }.compactMap { $0["i"]?.integer }.sorted()
                == (0..<3000).map(Int64.init))
        #expect(try log.samples().map(\.fix.longitude).sorted() == (0..<3000).map(Int32.init))
        #expect(
            try log.files("events").allSatisfy { name in
                let text = String(
                    decoding: try FileSystem.contents(of: log.path + "/events/" + name, limit: 1 << 30), as: UTF8.self)
                return try text.split(separator: "\n").allSatisfy { line in
                    CivilDate(WallTime(try JSON.parse(String(line))["t"]!.integer!)).description == name.dropLast(6)
                }
            })
    }

    @Test func `a log that was removed while it was written goes on in new files`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        recorder.mark("gone")
        recorder.flush()
        try FileSystem.removeTree(log.path)
        recorder.mark("kept")
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        #expect(recorder.flush())
        recorder.mark("kept too")
        recorder.close()
        #expect(try log.event(.mark).map { $0["text"] } == ["kept", "kept too"])
        #expect(try log.samples().count == 1)
    }

    @Test(arguments: ["events", "samples"])
    func `a file that was cut to nothing while it was written gets no hole`(stream: String) throws {
        let log = RecordedLog()
        let recorder = try log.open()
        recorder.mark("gone")
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        recorder.flush()
        let path = log.path + "/\(stream)/" + (try log.files(stream)[0])
        #expect(truncate(path, 0) == 0)
        recorder.mark("kept")
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        recorder.flush()
        recorder.close()
        #expect(try log.bytes(stream).count(of: 0) == 0)
        #expect(try log.event(.mark).last?["text"] == "kept")
        #expect(try !log.samples().isEmpty)
    }

    @Test func `a file that another one took the place of is left alone`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        recorder.flush()
        let path = log.path + "/events/" + (try log.files("events")[0])
        try FileSystem.rename(path, to: path + ".moved.torn")
        let mark = recorder.mark("in the new file")
        recorder.flush()
        recorder.close()
        #expect(try log.events().first?.stamp == mark)
    }

    @Test func `a file written before the clock was set is not taken for an old one`() throws {
        let log = RecordedLog()
        let clock = ManualClock(wallTime: WallTime(5_000))
        let unset = try log.open(clock: .manual(clock))
        clock.set(Stamp(wallTime: ManualClock.noon))
        unset.mark("clock is right")
        unset.close()
        let recorder = try log.open(clock: .manual(clock))
        recorder.flush()
        recorder.close()
        #expect(try log.files("events") == ["1970-01-01.jsonl", "2026-11-30.jsonl"])
        #expect(try log.event(.purged).isEmpty)
    }

    @Test func `a stay in yesterday's file, forced by a full disk, is no second beginning of it`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try log.open(clock: .manual(clock))
        recorder.mark("today")
        // Where tomorrow's file should be a folder stands: it cannot be opened, and the record stays in today's.
        try FileSystem.createFolder(log.path + "/events/2026-12-01.jsonl")
        clock.advance(86_400_000)
        recorder.mark("tomorrow, in today's file")
        clock.set(Stamp(wallTime: ManualClock.noon))
        recorder.mark("today again")
        recorder.close()
        try FileSystem.remove(log.path + "/events/2026-12-01.jsonl")
        #expect(try log.event(.mark).map { $0["text"] } == ["today", "tomorrow, in today's file", "today again"])
    }

    @Test func `the oldest days go first, and what went is written down`() throws {
        let log = RecordedLog()
        for day in 20...29 {
            try log.folder.write(
                "{\"n\":1,\"k\":\"x\"}\n{\"n\":2,\"k\":\"x\"}\n", to: "log/events/2026-11-\(day).jsonl")
            try log.folder.write("n,t\n1,2\n", to: "log/samples/2026-11-\(day).csv")
        }
        let clock = ManualClock.atNoon()
        let recorder = try log.open(clock: .manual(clock)) { $0.keepDays = 3 }
        while try log.files("events").count > 3 { usleep(2_000) }
        recorder.close()
        #expect(try log.files("events") == ["2026-11-28.jsonl", "2026-11-29.jsonl", "2026-11-30.jsonl"])
        #expect(try log.files("samples") == ["2026-11-28.csv", "2026-11-29.csv", "2026-11-30.csv"])
        let text = String(decoding: try FileSystem.contents(of: log.path + "/events/2026-11-30.jsonl"), as: UTF8.self)
        #expect(
            text.contains(#""k":"purged","files":16,"records":24,"bytes":320,"from":"2026-11-20","to":"2026-11-27"}"#))
    }
}

extension [UInt8] {
    func count(of byte: UInt8) -> Int { reduce(0) { $0 + ($1 == byte ? 1 : 0) } }
}
