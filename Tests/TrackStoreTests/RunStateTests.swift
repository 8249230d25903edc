import FieldModel
import SQLiteIO
import TestKit
import Testing

@testable import TrackStore

@Suite struct RunStateTests {
    let track = EmptyTrack()

    private static let ways: [(from: [RunState], to: RunState, permitted: Bool)] = [
        ([], .recording, true), ([], .paused, true), ([], .interrupted, true), ([], .finished, true),
        ([], .uploaded, false), ([.paused], .recording, true), ([.paused], .uploaded, false),
        ([.interrupted], .recording, true), ([.interrupted], .paused, false), ([.interrupted], .finished, true),
        ([.finished], .recording, false), ([.finished], .interrupted, false), ([.finished], .uploaded, true),
        ([.finished, .uploaded], .recording, false), ([.finished, .uploaded], .finished, false),
    ]

    @Test("a run goes only along the permitted ways", arguments: ways)
    func stateChange(from: [RunState], to: RunState, permitted: Bool) throws {
        let database = try track.recording()
        for state in from { try database.move(1, to: state) }
        let before = try database.run(1).state
        let refused = (try? database.move(1, to: to)) == nil
        #expect(refused == !permitted)
        #expect(try database.run(1).state == (permitted ? to : before))
    }

    @Test(
        "the schema itself refuses what no run may do",
        arguments: [
            "UPDATE run SET state = 4", "UPDATE run SET state = 9", "UPDATE run SET next_point = 4",
            "UPDATE run SET chunks_sent = 0", "INSERT INTO run (name, started) VALUES ('walk', 0)",
            "INSERT INTO point SELECT 7, seq, \(FixRow.list) FROM point", "UPDATE run SET next_transition = 0",
        ])
    func schema(_ sql: String) throws {
        var database = try track.recording()
        _ = try database.write(Walk.batch(0..<5), to: 1)
        try database.keep(chunksSent: 1, of: 1)
        let other = try Connection(track.path, .readWrite)
        try other.execute("PRAGMA foreign_keys = ON")
        #expect(throws: SQLiteError.self) { try other.execute(sql) }
    }

    @Test(
        "after a crash every run still recording is interrupted, keeps its last point, and can go on as a new segment")
    func recovery() throws {
        do {
            var database = try track.recording()
            _ = try database.write(Walk.batch(0..<5), to: 1)
            _ = try database.beginRun("second", Walk.start)
            _ = try database.beginRun("third", Walk.start)
            try database.move(3, to: .finished)
        }
        var database = try track.open()
        #expect(try database.recoverRuns() == [1, 2])
        #expect(try database.runs().map(\.state) == [.interrupted, .interrupted, .finished])
        #expect(try database.points(ofRun: 1).map(\.seq) == [0, 1, 2, 3, 4])
        try database.resume(1, at: WallTime(Walk.start.wallTime + 60_000), bootTime: 9)
        _ = try database.write(Walk.batch(5..<7), to: 1)
        #expect(try database.points(ofRun: 1).map(\.point.segment) == [1, 1, 1, 1, 1, 2, 2])
        #expect(try database.transitions(ofRun: 1).map(\.before) == [0, 5])
    }
}
