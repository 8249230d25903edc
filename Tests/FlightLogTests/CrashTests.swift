import CCrashTap
import FieldModel
@testable import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// What becomes of a log when its process ends by a signal, in the cases that are no matter of a table.
@Suite struct CrashTests {
    @Test func `the mark names program and libraries by their build ids`() throws {
        let log = RecordedLog()
        try log.crash("null", on: "main")
        let mark = try #require(try log.events().last)
        let images = try #require(mark["images"]?.array)
        #expect(images.contains { $0["path"]?.string?.hasSuffix("/fieldtest") ?? false })
        #expect(images.allSatisfy { ($0["id"]?.string?.count ?? 0) >= 16 })
        #expect(
            try log.event(.launch).first?["binary"]
                == images.first { $0["path"]!.string!.hasSuffix("/fieldtest") }?["id"])
    }

    @Test func `SIGTERM is an end in order`() throws {
        let log = RecordedLog()
        #expect(try log.crash("term", on: "main") == SIGTERM)
        #expect(try log.events().last?.kind == "exit")
        #expect(try log.events().last?["reason"] == "signal")
        try log.reopen()
        #expect(try log.event(.prevExit).last?["cause"] == "exit")
        #expect(try log.event(.prevExit).last?["clean"] == true)
    }

    @Test func `a signal that is ignored stays ignored`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .success) { [path = log.path as String] in
            signal(SIGTERM, SIG_IGN)
            Signals.unblock(SIGTERM)
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            raise(SIGTERM)
            recorder.mark("alive")
            recorder.close()
        }
        #expect(try log.event(.mark).count == 1)
    }

    @Test func `an earlier handler of SIGTERM decides, and life after it is no exit`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = log.path as String] in
            signal(SIGTERM) { _ in }
            Signals.unblock(SIGTERM)
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            raise(SIGTERM)
            recorder.mark("alive")
            raise(SIGKILL)
        }
        try log.open().close()
        #expect(try log.event(.mark).count == 1)
        #expect(try log.event(.prevExit).last?["cause"] == "killed")
    }

    @Test func `a crash with the recorder's own locks held is written down`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("before")
            ct_hold(recorder.log.tap)
            raise(SIGSEGV)
        }
        #expect(try log.event(.mark).count == 1)
        try log.expectOneMark(signal: SIGSEGV)
    }

    @Test func `a crash inside a record being filled is written down`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGFPE)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.record(.mark) { _ in raise(SIGFPE) }
        }
        try log.expectOneMark(signal: SIGFPE)
    }

    @Test func `B107: a fault inside the handler ends with the first signal, and the next launch tells what it can`()
        async throws
    {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGFPE)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("kept")
            // The words of the crash lie on the third page: from now on the handler faults in every stage that needs them.
            mprotect(UnsafeMutableRawPointer(recorder.log.state) + 8192, 8192, PROT_READ)
            raise(SIGFPE)
        }
        try log.open().close()
        #expect(try log.event(.mark).count == 1)
        #expect(try log.event(.crash).isEmpty)
        #expect(try log.event(.prevExit).last?["cause"] == "killed")
    }

    @Test func `the handler before ours is left alone with a crash, whatever other threads do meanwhile`() async throws
    {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = log.path as String] in
            // One byte for each time it is entered; it takes its time, as a backtracer does.
            signal(SIGSEGV) { _ in
                write(Entries.file, "x", 1)
                usleep(700_000)
            }
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            Entries.file = open(path + "/entries", O_WRONLY | O_CREAT | O_APPEND, 0o600)
            recorder.mark("before")
            for _ in 0..<4 { Thread.detachNewThread { raise(SIGSEGV) } }
            while true { pause() }
        }
        #expect(try FileSystem.contents(of: log.path + "/entries") == Array("x".utf8))
        try log.expectOneMark(signal: SIGSEGV)
    }

    @Test func `a crash with all descriptors used up is written down`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGBUS)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("before")
            while open("/dev/null", O_RDONLY) >= 0 {}
            raise(SIGBUS)
        }
        try log.expectOneMark(signal: SIGBUS)
    }

    @Test func `a signal that is survived is a line with life after it, and the next one counts`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGFPE)) { [path = log.path as String] in
            // An earlier handler that never comes back, on a thread of its own: the others live on.
            signal(SIGSEGV) { _ in while true { pause() } }
            let clock = ManualClock.atNoon()
            var configuration = Recorder.Configuration()
            configuration.clock = .manual(clock)
            let recorder = try Recorder(openingLogAt: path, configuration)
            recorder.mark("before")
            Thread.detachNewThread { raise(SIGSEGV) }
            while recorder.log.state.pointee.crash.phase != UInt64(CT_CRASHED.rawValue) { usleep(1000) }
            precondition(recorder.mark("muted").n == 0)
            clock.advance(61_000)
            while recorder.mark("after").n == 0 { usleep(1000) }
            raise(SIGFPE)
        }
        let events = try log.events()
        #expect(events.filter { $0.kind == "mark" }.map { $0["text"] } == ["before", "after"])
        #expect(events.filter { $0.kind == "crash" }.map { $0["sig"] } == [11, 8])
        try log.reopen()
        let verdict = try #require(try log.event(.prevExit).last)
        #expect(verdict["cause"] == "crash")
        #expect(verdict["sig"] == 8)
    }

    @Test func `threads that crash while one is survived are written down in their turn`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGFPE)) { [path = log.path as String] in
            // The handler before ours takes up life again where it is entered, and the log with it.
            signal(SIGSEGV) { _ in
                Survivor.recorder?.mark("alive")
                while true { pause() }
            }
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            Survivor.recorder = recorder
            for _ in 0..<40 { Thread.detachNewThread { raise(SIGSEGV) } }
            for _ in 0..<20_000 where recorder.log.state.pointee.crash.survived < 40 { usleep(1000) }
            raise(SIGFPE)
        }
        let signals = try log.event(.crash).map { $0["sig"]?.integer }
        #expect(signals == Array(repeating: 11, count: 40) + [8])
        #expect(try log.events().last?.kind == "crash")
    }

    @Test func `an order to end does not wait for a handler that may have jumped out of a crash`() async throws {
        let log = RecordedLog()
        let (ordered, ended) = (log.folder.appending("ordered"), log.folder.appending("ended"))
        await #expect(processExitsWith: .signal(SIGTERM)) {
            [path = log.path as String, ordered = ordered as String, ended = ended as String] in
            signal(SIGSEGV) { _ in while true { pause() } }
            Signals.unblock(SIGTERM)
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            // Sees the end of the process as the end of its input, and at once, however busy the test's own process is.
            let watch = Process()
            watch.executableURL = URL(fileURLWithPath: "/bin/sh")
            watch.arguments = ["-c", "cat; : > \"$0\"", ended]
            watch.standardInput = Pipe()
            try watch.run()
            Thread.detachNewThread { raise(SIGSEGV) }
            while recorder.log.state.pointee.crash.phase != UInt64(CT_CRASHED.rawValue) { usleep(1000) }
            try Data().write(to: URL(fileURLWithPath: ordered))
            raise(SIGTERM)
        }
        while !FileManager.default.fileExists(atPath: ended) { usleep(1000) }
        let times = try [ordered, ended].map {
            try #require(FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date)
        }
        // Two seconds of waiting, and whatever a busy machine adds; a fault would wait a minute.
        #expect((1.9..<30).contains(times[1].timeIntervalSince(times[0])))
        try log.expectOneMark(signal: SIGSEGV)
    }

    @Test func `a bus error in the mapping costs what was not flushed, and the log goes on`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .success) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("flushed")
            recorder.flush()
            truncate(path + "/state/current.state", 0)
            recorder.mark("lost or kept")
            recorder.mark("kept")
            recorder.flush()
            recorder.close()
        }
        let texts = try log.event(.mark).map { $0["text"]?.string }
        #expect(texts.first == "flushed")
        #expect(texts.last == "kept")
        try log.reopen()
        #expect(try log.event(.prevExit).last?["cause"] == "state-lost")
    }
}

/// The threads of the pool, on which tests run, block signals that are no faults.
private enum Signals {
    static func unblock(_ signal: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}

/// What the handler of an exit test records with.
private enum Survivor {
    nonisolated(unsafe) static var recorder: Recorder?
}

/// Where a handler of an exit test says that it was entered.
private enum Entries {
    nonisolated(unsafe) static var file: Int32 = -1
}
