import CCrashTap
import FieldModel
import FlightLog
import LogFormat
import SystemIO
import TestKit
import Testing

/// The main thread, asked for signs of life.
@Suite struct MainWatchTests {
    /// A main thread that answers when it is told to.
    private final class Main: MainThread, @unchecked Sendable {
        private let monitor = Monitor()
        private var waiting: [@Sendable () -> Void] = []

        func ask(_ answer: @escaping @Sendable () -> Void) { monitor.changing { waiting.append(answer) } }

        var questions: Int { monitor.changing { waiting.count } }

        func answer() {
            let all = monitor.changing {
                defer { waiting = [] }
                return waiting
            }
            for answer in all { answer() }
        }
    }

    private func watched(_ log: RecordedLog, _ clock: ManualClock, _ main: Main) throws -> Recorder {
        try log.open(clock: .manual(clock)) { $0.mainThread = main }
    }

    @Test func `a main thread that hangs in the foreground makes the end a watchdog's`() throws {
        let log = RecordedLog()
        let (clock, main) = (ManualClock.atNoon(), Main())
        let recorder = try watched(log, clock, main)
        recorder.appMoved(to: .foreground)
        recorder.beatIfDue()
        for _ in 0..<7 {
            clock.advance(1000)
            recorder.beatIfDue()
        }
        #expect(main.questions == 1)
        let dead = try log.died()
        main.answer()
        recorder.close()
        let next = try dead.open(clock: .manual(clock))
        next.close()
        #expect(next.previousExit.cause == .watchdog)
    }

    @Test func `one that answers is asked again, and nobody is blamed`() throws {
        let log = RecordedLog()
        let (clock, main) = (ManualClock.atNoon(), Main())
        let recorder = try watched(log, clock, main)
        recorder.appMoved(to: .foreground)
        for _ in 0..<10 {
            recorder.beatIfDue()
            main.answer()
            clock.advance(1000)
        }
        let dead = try log.died()
        recorder.close()
        let next = try dead.open(clock: .manual(clock))
        next.close()
        #expect(next.previousExit.cause == .killed)
    }

    @Test func `in the background nobody is asked`() throws {
        let log = RecordedLog()
        let (clock, main) = (ManualClock.atNoon(), Main())
        let recorder = try watched(log, clock, main)
        recorder.appMoved(to: .background)
        recorder.beatIfDue()
        #expect(main.questions == 0)
        recorder.close()
    }
}
