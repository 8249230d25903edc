import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// An app that shows its own log.
@Suite struct ListenerTests {
    /// What a listener heard.
    private final class Heard: @unchecked Sendable {
        private let monitor = Monitor()
        private var lines: [LiveLines.Line] = []
        private var missed: UInt64 = 0

        func take(_ live: LiveLines) {
            monitor.changing {
                lines += live.lines
                missed += live.missedBytes
            }
        }

        var all: [LiveLines.Line] { monitor.changing { lines } }
        var missedBytes: UInt64 { monitor.changing { missed } }
    }

    @Test func `a listener hears every line as it stands in the file, in the order of the numbers`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        let heard = Heard()
        recorder.listen(every: 5) { heard.take($0) }
        for index in 0..<200 {
            recorder.record(kind: "x") { $0.add("i", index) }
            recorder.record(RecordedLog.fix(at: recorder.now, longitude: Int32(index)), ruling: nil)
        }
        recorder.close()
        let lines = heard.all
        #expect(lines.map(\.n) == Array(lines[0].n..<lines[0].n + 401))
        #expect(heard.missedBytes == 0)
        let events = String(decoding: try log.bytes("events"), as: UTF8.self).split(separator: "\n").suffix(201)
        #expect(lines.filter { !$0.isSample }.map(\.text) == events.map(String.init))
        let rows = String(decoding: try log.bytes("samples"), as: UTF8.self).split(separator: "\n").dropFirst()
        #expect(lines.filter(\.isSample).map(\.text) == rows.map(String.init))
    }

    @Test func `a listener that does not come back holds up no record, and what went by is counted`() throws {
        let log = RecordedLog()
        let recorder = try log.open(ringBytes: 16_384)
        let heard = Heard()
        let gate = DispatchSemaphore(value: 0)
        recorder.listen(every: 1) {
            heard.take($0)
            gate.wait()
        }
        recorder.mark("first")
        while heard.all.isEmpty { usleep(500) }
        for index in 0..<5000 { #expect(recorder.record(kind: "x") { $0.add("i", index) }.n != 0) }
        for _ in 0..<1000 { gate.signal() }
        recorder.listen(nil)
        #expect(heard.missedBytes > 100_000)
        let numbers = heard.all.map(\.n)
        #expect(numbers == numbers.sorted())
        #expect(heard.all.last?.text.contains("\"i\":4999") == true)
        recorder.close()
    }

    @Test func `a listener may end itself, and another may take its place`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        let first = Heard(), second = Heard()
        recorder.listen(every: 1) { live in
            first.take(live)
            recorder.listen(every: 1) { second.take($0) }
        }
        recorder.mark("one")
        while first.all.isEmpty { usleep(500) }
        recorder.mark("two")
        recorder.close()
        #expect((first.all + second.all).contains { $0.text.contains("two") })
    }
}
