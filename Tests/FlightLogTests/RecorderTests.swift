import FieldModel
import FlightLog
import LogFormat
import SystemIO
import TestKit
import Testing

@Suite struct RecorderTests {
    @Test func `a first launch is written down before anything else`() throws {
        let log = RecordedLog()
        let recorder = try log.open { $0.launchReason = .location }
        recorder.close()
        let events = try log.events()
        #expect(events.map(\.kind) == ["launch", "prev-exit", "tz", "exit"])
        #expect(events.map(\.stamp.n) == [1, 2, 3, 4])
        #expect(events[0]["run"]?.string == recorder.run)
        #expect(events[0]["reason"] == "location")
        #expect(events[0]["app"] == "tests")
        #expect(events[0]["format"] == 1)
        #expect(events[1]["cause"] == "first-launch")
        #expect(events[3]["reason"] == "api")
    }

    @Test func `events and samples share one sequence of numbers`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        let first = recorder.record(.steps) { $0.add("count", 3) }
        let second = recorder.record(RecordedLog.fix(at: recorder.now), ruling: Ruling(.rejected, .jump))
        let third = recorder.mark("here")
        recorder.close()
        #expect([second, third.n] == [first.n + 1, first.n + 2])
        #expect(try log.samples().map(\.n) == [second])
        #expect(try log.samples().map(\.reason) == ["jump"])
        #expect(try log.event(.mark).first?.stamp == third)
        #expect(try log.event(.steps).first?["count"] == 3)
    }

    @Test func `a reading that was invalid on entry is rejected by its column`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        let reading = FixReading(sampleTime: 1, latitude: .nan, longitude: 0, horizontalAccuracy: 5)
        let fix = Fix(reading, receiveTime: recorder.now.wallTime, bootTime: recorder.now.bootTime)
        recorder.record(fix, ruling: nil)
        recorder.close()
        let sample = try #require(try log.samples().first)
        #expect(sample.verdict == .rejected)
        #expect(sample.reason == "invalid.lat")
        #expect(sample.fix.defect == .lat)
    }

    @Test func `a second launch goes on with the numbers and says how the first run ended`() throws {
        let log = RecordedLog()
        let first = try log.open()
        first.mark("one")
        first.close(.user)
        let second = try log.open()
        second.close()
        let events = try log.events()
        #expect(events.map(\.stamp.n) == Array(1...UInt64(events.count)))
        #expect(second.previousExit.cause == .exit)
        let exit = try #require(try log.event(.prevExit).last)
        #expect(exit["run"]?.string == first.run)
        #expect(exit["clean"] == true)
        #expect(exit["end"]?["t"]?.integer == events.first { $0.kind == "exit" }?.stamp.wallTime.rawValue)
    }

    @Test func `what is recorded after the end is not kept, and does no harm`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        recorder.close()
        #expect(recorder.mark("late").n == 0)
        recorder.close()
        #expect(try log.events().last?.kind == "exit")
    }

    @Test func `a log that is open in this process cannot be opened again`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        defer { recorder.close() }
        #expect(throws: RecorderError.self) { try log.open() }
    }

    @Test(arguments: [0, 8192, 20_000, 524_288])
    func `a ring of a wrong size is refused`(bytes: Int) {
        #expect(throws: RecorderError.self) { try RecordedLog().open(ringBytes: bytes) }
    }

    @Test func `a private value is only its hash, the same in every run, and the key lies beside the log`() throws {
        let log = RecordedLog()
        for _ in 0..<2 {
            let recorder = try log.open()
            recorder.record(kind: "who") { $0.add("name", private: "Anna") }
            recorder.record(kind: "who") { $0.add("name", private: "Berta") }
            recorder.close()
        }
        let names = try log.events().filter { $0.kind == "who" }.compactMap { $0["name"]?.string }
        #expect(names.count == 4)
        #expect(names[0] == names[2] && names[1] == names[3] && names[0] != names[1])
        #expect(!String(decoding: try log.bytes("events"), as: UTF8.self).contains("Anna"))
        #expect(try FileSystem.contents(of: log.path + ".key").count == 16)
    }

    @Test func `a log without private values makes no key`() throws {
        let log = RecordedLog()
        try log.open().close()
        #expect(try FileSystem.entry(at: log.path + ".key") == nil)
    }

    @Test func `a line of 60 KiB is kept, a longer one than 64 KiB refused and counted`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        #expect(recorder.mark(String(repeating: "x", count: 60_000)).n != 0)
        #expect(recorder.mark(String(repeating: "y", count: 70_000)).n == 0)
        recorder.flush()
        recorder.close()
        #expect(try log.event(.mark).count == 1)
        let lost = try #require(try log.event(.lost).first)
        #expect(lost["records"] == 1)
        #expect(lost["why"] == "long")
    }

    @Test func `more than the ring holds goes through it`() throws {
        let log = RecordedLog()
        let recorder = try log.open(ringBytes: 16_384)
        for index in 0..<5000 { recorder.record(kind: "x") { $0.add("i", index) } }
        recorder.close()
        #expect(try log.events().filter { $0.kind == "x" }.map { $0["i"]?.integer } == (0..<5000).map(Int64.init))
        #expect(try log.event(.lost).isEmpty)
    }

    private static func write(_ count: Int, _ thread: Int, _ recorder: Recorder) {
        for index in 0..<count {
            recorder.record(kind: "x") { line in
                line.add("w", thread)
                line.add("i", index)
            }
            recorder.record(RecordedLog.fix(at: recorder.now), ruling: nil)
        }
    }

    @Test(arguments: [2, 4, 8])
    func `threads that write at once lose nothing, and numbers rise in every file`(threads: Int) async throws {
        let log = RecordedLog()
        let recorder = try log.open(ringBytes: 16_384)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<threads { group.addTask { Self.write(2000, thread, recorder) } }
        }
        recorder.close()
        let events = try log.events()
        let samples = try log.samples()
        let numbers = (events.map(\.stamp.n) + samples.map(\.n)).sorted()
        #expect(numbers == Array(1...UInt64(numbers.count)))
        #expect(events.map(\.stamp.n) == events.map(\.stamp.n).sorted())
        #expect(samples.map(\.n) == samples.map(\.n).sorted())
        #expect(samples.count == threads * 2000)
    }
}
