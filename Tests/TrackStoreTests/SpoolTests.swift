import DecisionCore
import FieldModel
import SystemIO
import TestKit
import Testing

@testable import TrackStore

@Suite struct SpoolTests {
    let track = EmptyTrack()
    var spool: Spool { TrackFolder(track.folder.path).spool }

    private static let facts: [NumberedFact] =
        FixExamples.all.enumerated().map {
            NumberedFact(seq: Int64($0), .point(TrailPoint(NumberedFix($1), segment: 1)))
        } + [
            NumberedFact(seq: 0, .doubted(Walk.point(9), .jump)),
            NumberedFact(
                seq: 1, before: 3,
                .transition(
                    Transition(
                        .stay, at: WallTime(4), until: WallTime(9), value: 88, latitude: -1, longitude: 2,
                        note: "a note, with 100 %\nand a line end"))),
            NumberedFact(seq: 2, before: 3, .transition(Transition(.withdrawn, at: WallTime(4), note: ""))),
        ]

    @Test("what was spooled is in the database after the merge, fact by fact, and the file is gone")
    func merge() throws {
        try spool.append(Self.facts, of: "walk, one", Walk.start)
        var database = try track.open()
        #expect(try spool.merge(into: &database, at: WallTime(1)) == Spool.Merge(written: Self.facts.count))
        let run = try #require(try database.run(named: "walk, one"))
        #expect(run.start == Walk.start)
        #expect(try database.points(ofRun: run.id).map(\.point.fix) == FixExamples.all)
        #expect(try database.doubted(ofRun: run.id).map(\.reason) == [.jump])
        #expect(
            try database.transitions(ofRun: run.id).dropFirst().map { Fact.transition($0.transition) }
                == Self.facts.suffix(2).map(\.fact))
        #expect(try FileSystem.entry(at: spool.path) == nil)
    }

    @Test("a merge that was killed before it removed the file is repeated, and changes nothing")
    func twice() throws {
        try spool.append(Self.facts, of: "walk", Walk.start)
        let bytes = try FileSystem.contents(of: spool.path)
        var database = try track.open()
        _ = try spool.merge(into: &database, at: WallTime(1))
        try track.folder.write(bytes, to: "spool/points.csv")
        #expect(try spool.merge(into: &database, at: WallTime(2)) == Spool.Merge(repeated: Self.facts.count))
        #expect(try database.points(ofRun: 1).count == FixExamples.all.count)
    }

    @Test("cut at any byte, the spool gives the facts of its whole lines, and the next append is not swallowed")
    func cut() throws {
        try spool.append(Walk.batch(0..<2), of: "walk", Walk.start)
        let whole = try FileSystem.contents(of: spool.path)
        let outcomes = try (0..<whole.count).map { length in try mergeCut(Array(whole[..<length])) }
        let expected = (0..<whole.count).map { length in
            let lines = whole[..<length].split(separator: 10, omittingEmptySubsequences: false).count - 1
            return max(0, lines - 1) + (wholeLine(whole, at: length) ? 1 : 0) + 1
        }
        #expect(outcomes == expected)
    }

    /// Facts in the database after a spool of `bytes` was appended to and merged: those of whole lines, and the new one.
    private func mergeCut(_ bytes: [UInt8]) throws -> Int {
        let folder = TemporaryFolder()
        try folder.write(bytes, to: "spool/points.csv")
        let spool = TrackFolder(folder.path).spool
        try spool.append(Walk.batch(3..<4), of: "walk", Walk.start)
        var database = try FactDatabase(folder.appending("track.sqlite"))
        _ = try spool.merge(into: &database, at: WallTime(1))
        return try database.points(ofRun: 1).count
    }

    /// Whether only the line end is missing of the fact's line that ends at `length`.
    private func wholeLine(_ bytes: [UInt8], at length: Int) -> Bool {
        bytes[length] == 10 && !bytes[..<length].split(separator: 10).last!.starts(with: Array("run".utf8))
    }

    @Test("damaged lines are counted, kept in a file, and noted; the others are merged")
    func damage() throws {
        try spool.append(Walk.batch(0..<3), of: "walk", Walk.start)
        var bytes = try FileSystem.contents(of: spool.path)
        let second = try #require(bytes.indices.filter { bytes[$0] == 10 }.dropFirst().first)
        bytes[second + 12] ^= 1
        try track.folder.write(bytes, to: "spool/points.csv")
        var database = try track.open()
        let merge = try spool.merge(into: &database, at: WallTime(5))
        let kept = spool.path + ".damaged-5"
        #expect(merge == Spool.Merge(written: 2, damaged: 1, damagedKept: kept))
        #expect(try FileSystem.contents(of: kept).split(separator: 10).count == 1)
        #expect(try database.incidents().map(\.kind) == [.spoolDamaged])
        #expect(try database.points(ofRun: 1).map(\.seq) == [0, 2])
    }
}
