import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// A log folder of one test, read as any tool reads it.
final class RecordedLog: Sendable {
    let folder = TemporaryFolder()
    var path: String { folder.appending("log") }
    var ackPath: String { folder.appending("ack") }

    /// A recorder that leaves signals to the test and beats only when told to.
    func open(
        clock: Clock = .system, ringBytes: Int = 262_144, change: (inout Recorder.Configuration) -> Void = { _ in }
    ) throws -> Recorder {
        var configuration = Recorder.Configuration(app: "tests", build: "1")
        configuration.clock = clock
        configuration.ringBytes = ringBytes
        configuration.catchesSignals = false
        configuration.heartbeatPeriod = 0
        change(&configuration)
        return try Recorder(openingLogAt: path, configuration)
    }

    /// Opens the log as a process of its own, which recovers it, and ends it.
    @discardableResult
    func reopen() throws -> Tool.Result {
        try Tool.run("fieldtest", ["stress", "--log", path, "--writers", "0", "--seconds", "0"])
    }

    func files(_ stream: String) throws -> [String] {
        try FileSystem.names(in: path + "/" + stream).filter { !$0.hasSuffix(".torn") }
    }

    /// The text of all files of a stream, oldest day first.
    func bytes(_ stream: String) throws -> [UInt8] {
        try files(stream).flatMap { try FileSystem.contents(of: path + "/\(stream)/" + $0, limit: 1 << 30) }
    }

    /// All events, in the order of the files; a line that is none fails the test.
    func events() throws -> [Record] { try events(of: path) }

    private func events(of log: String) throws -> [Record] {
        var reader = EventReader()
        var events: [Event] = []
        let folder = log + "/events/"
        // A process that could not write at all has made no folder.
        let names = try FileSystem.entry(at: folder) == nil ? [] : FileSystem.names(in: folder)
        let bytes = try names.filter { !$0.hasSuffix(".torn") }.flatMap {
            try FileSystem.contents(of: folder + $0, limit: 1 << 30)
        }
        reader.feed(bytes.span, into: &events)
        reader.finish(into: &events)
        #expect(reader.damage == Damage())
        return events.map(\.record)
    }

    /// The events of this log and of the logs of other processes inside it.
    func allEvents() throws -> [Record] {
        let own = try FileSystem.names(in: path).filter { $0.hasPrefix("p-") }
        return try events() + own.flatMap { try events(of: path + "/" + $0) }
    }

    /// All samples, file by file; a row that is none fails the test.
    func samples() throws -> [Sample] {
        try files("samples").flatMap { name in
            var reader = SampleReader()
            var samples: [Sample] = []
            let bytes = try FileSystem.contents(of: path + "/samples/" + name, limit: 1 << 30)
            reader.feed(bytes.span, into: &samples)
            reader.finish(into: &samples)
            #expect(reader.damage == Damage())
            return samples
        }
    }

    func event(_ kind: RecordKind) throws -> [Record] { try events().filter { $0.knownKind == kind } }

    /// A fix with the clocks of `stamp`.
    static func fix(at stamp: Stamp, latitude: Int32 = 0, longitude: Int32 = 0) -> Fix {
        Fix(
            sampleTime: stamp.wallTime, receiveTime: stamp.wallTime, bootTime: stamp.bootTime, latitude: latitude,
            longitude: longitude, horizontalAccuracy: Quantity(500))
    }
}

extension ManualClock {
    /// Starts at noon of 2026-11-30, a minute after boot.
    static func atNoon() -> ManualClock {
        ManualClock(wallTime: noon, bootTime: BootTime(60_000), uptime: Uptime(60_000))
    }

    static var noon: WallTime { CivilDate(year: 2026, month: 11, day: 30).startOfDay + 43_200_000 }
}
