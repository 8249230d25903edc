import DecisionCore
import FieldModel
import SystemIO
import TestKit
import Testing

@testable import TrackStore

@Suite struct TrackWriterTests {
    let track = EmptyTrack()
    var folder: TrackFolder { TrackFolder(track.folder.path) }

    /// Makes the database impossible to open, as a device locked since its start does: for root, modes do not.
    private func lock() throws { try FileSystem.createFolder(folder.facts) }
    private func unlock() throws { try FileSystem.remove(folder.facts) }

    private func writer() throws -> TrackWriter { try TrackWriter(folder, at: WallTime(1)) }

    private func append(_ range: Range<Int>, to writer: inout TrackWriter) throws {
        for index in range { try writer.append(.point(Walk.point(index)), at: 0) }
    }

    @Test("twenty points are written, the twenty-first waits for the timer")
    func batches() throws {
        var writer = try writer()
        try writer.begin("walk", Walk.start)
        try append(0..<21, to: &writer)
        #expect(writer.waiting == 1)
        try writer.tick(at: 9_999)
        #expect(writer.waiting == 1)
        try writer.tick(at: 10_000)
        #expect(writer.waiting == 0)
        #expect(try FactDatabase(folder.facts, readOnly: true).points(ofRun: 1).count == 21)
    }

    @Test("begun while locked, unlocked on the way: every point is there, in order and once")
    func locked() throws {
        try lock()
        var writer = try writer()
        #expect(writer.shutBecause != nil)
        try writer.begin("walk", Walk.start)
        try append(0..<45, to: &writer)
        try writer.reopen(unlocked: false, at: WallTime(2))
        #expect(throws: TrackStoreError.self) { try writer.reopen(unlocked: true, at: WallTime(2)) }
        try unlock()
        try writer.reopen(unlocked: true, at: WallTime(3))
        #expect(writer.lastMerge == Spool.Merge(written: 40))
        try append(45..<60, to: &writer)
        try writer.end(.finished, at: WallTime(9), clock: 0)
        let reader = try FactDatabase(folder.facts, readOnly: true)
        #expect(try reader.points(ofRun: 1).map(\.point) == (0..<60).map(Walk.point))
        #expect(try reader.run(1).state == .finished)
        #expect(try reader.transitions(ofRun: 1).count == 1)
    }

    @Test("killed while locked: the next process merges what was spooled, and the run is interrupted")
    func lockedAndKilled() throws {
        try lock()
        do {
            var writer = try writer()
            try writer.begin("walk", Walk.start)
            try append(0..<25, to: &writer)
        }
        try unlock()
        let next = try writer()
        #expect(next.lastMerge == Spool.Merge(written: 20))
        #expect(try FactDatabase(folder.facts, readOnly: true).run(1).state == .interrupted)
    }

    @Test("unlocked late: what an earlier process left recording is interrupted, the run in hand goes on")
    func lateRecovery() throws {
        do {
            var earlier = try writer()
            try earlier.begin("earlier", Walk.start)
        }
        let aside = track.folder.appending("aside.sqlite")
        try FileSystem.rename(folder.facts, to: aside)
        try lock()
        var writer = try writer()
        try writer.begin("walk", Walk.start)
        try append(0..<20, to: &writer)
        try unlock()
        try FileSystem.rename(aside, to: folder.facts)
        try writer.reopen(unlocked: true, at: WallTime(3))
        #expect(writer.recovered == [1])
        let runs = try FactDatabase(folder.facts, readOnly: true).runs()
        #expect(runs.map(\.name).sorted() == ["earlier", "walk"])
        #expect(runs.first { $0.name == "walk" }?.state == .recording)
        #expect(runs.first { $0.name == "earlier" }?.state == .interrupted)
    }

    @Test("what neither database nor spool takes stays at the front, and goes in later with the same numbers")
    func nowhere() throws {
        try lock()
        var writer = try writer()
        try writer.begin("walk", Walk.start)
        try track.folder.write("in the way", to: "spool")
        #expect(throws: TrackStoreError.self) { try append(0..<20, to: &writer) }
        #expect(writer.waiting == 20)
        try FileSystem.remove(track.folder.appending("spool"))
        try unlock()
        try writer.reopen(unlocked: true, at: WallTime(2))
        try append(20..<40, to: &writer)
        try writer.flush(at: 0)
        #expect(try FactDatabase(folder.facts, readOnly: true).points(ofRun: 1).map(\.seq) == Array(0..<40))
    }

    @Test("a store found damaged while recording is set aside, and the run goes on with the next numbers")
    func damagedMeanwhile() throws {
        var writer = try writer()
        try writer.begin("walk", Walk.start)
        try append(0..<20, to: &writer)
        try writer.setDamagedAside(findings: ["a test"], at: WallTime(8))
        try append(20..<40, to: &writer)
        #expect(try FactDatabase(folder.facts, readOnly: true).points(ofRun: 1).map(\.seq) == Array(20..<40))
        let kept = track.folder.appending("track.sqlite.damaged-8/track.sqlite")
        #expect(try FactDatabase(kept).points(ofRun: 1).map(\.seq) == Array(0..<20))
    }

    @Test("a run that was cut off goes on as a segment of its own, with the next numbers")
    func resumed() throws {
        do {
            var writer = try writer()
            try writer.begin("walk", Walk.start)
            try append(0..<20, to: &writer)
        }
        var next = try writer()
        #expect(next.recovered == [1])
        try next.resume(1, at: WallTime(Walk.start.wallTime + 200_000), bootTime: nil)
        try append(20..<40, to: &next)
        let points = try FactDatabase(folder.facts, readOnly: true).points(ofRun: 1)
        #expect(points.map(\.seq) == Array(0..<40))
        #expect(points.map(\.point.segment) == [Int](repeating: 1, count: 20) + [Int](repeating: 2, count: 20))
    }

    @Test("a fact before any run is refused")
    func noRun() throws {
        var writer = try writer()
        #expect(throws: TrackStoreError.self) { try writer.append(.point(Walk.point(0)), at: 0) }
    }
}
