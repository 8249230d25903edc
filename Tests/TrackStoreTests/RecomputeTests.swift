import DecisionCore
import FieldModel
import Foundation
import SystemIO
import TestKit
import Testing

@testable import TrackStore

@Suite struct RecomputeTests {
    let track = EmptyTrack()
    var folder: TrackFolder { TrackFolder(track.folder.path) }
    private static let seeds: Range<UInt64> =
        0..<(Long.isOn ? 200 : 6)

    private func dump() throws -> [String] { try DerivedDatabase(folder.derived).dump() }

    /// What a recompute of everything gives, beside the track's own result.
    private func dumpOfWhole(parts: Int = 1) async throws -> [String] {
        var recompute = Recompute(folder, parts: parts)
        recompute.leastPart = 50
        recompute.folder = TrackFolder(track.folder.appending("whole"))
        try FileSystem.createFolder(recompute.folder.path)
        try FactDatabase(folder.facts).connection.vacuum(into: recompute.folder.facts)
        _ = try await recompute.whole()
        let dump = try DerivedDatabase(recompute.folder.derived).dump()
        try FileSystem.removeTree(recompute.folder.path)
        return dump
    }

    @Test(
        "judged by stretches and in parts, marks and lengths are those of the judge over all points", arguments: seeds)
    func stretches(_ seed: UInt64) async throws {
        var database = try track.open()
        var troubles = TroubledTrack(seed: seed)
        _ = try troubles.write(runs: 4, points: 1_000, to: &database)
        _ = try await Recompute(folder, parts: 1).whole()
        let alone = try dump()
        var inParts = Recompute(folder, parts: 7)
        inParts.leastPart = 100
        _ = try await inParts.whole()
        #expect(try dump() == alone, "seed \(seed)")

        let index = try TrackIndex(database, TrailRules(), [])
        var reader = try TrackReader(folder.facts, index)
        var points: [TrailPoint] = []
        try reader.points(from: Position(leg: 0, seq: 0)) { point, _, _ in
            points.append(point)
            return true
        }
        let judgement = TrailJudge(holes: index.holes).judge(points)
        let summary = try DerivedDatabase(folder.derived).summary()
        #expect(summary.points == 4_000 && summary.stretches > 10 && summary.marks > 20)
        #expect(summary.marks == judgement.isSpike.count { $0 }, "seed \(seed)")
        #expect(summary.solid == judgement.solid && summary.dashed == judgement.dashed, "seed \(seed)")
        #expect(try DerivedDatabase(folder.derived).lengths().values.reduce(0, +) == judgement.solid)
    }

    @Test("after any edit a local recompute leaves the rows of a whole one", arguments: seeds)
    func local(_ seed: UInt64) async throws {
        var database = try track.open()
        var troubles = TroubledTrack(seed: seed)
        var random = SeededRandom(seed: seed ^ 0xABCD)
        let points = try troubles.write(runs: 3, points: 400, to: &database)
        let recompute = Recompute(folder)
        _ = try await recompute.whole()

        // Points come.
        let new = try troubles.append(100, to: 3, &database)
        _ = try recompute.local(from: new[0].time, to: new[99].time)
        #expect(try dump() == (try await dumpOfWhole()), "points, seed \(seed)")

        // The user hides a span, and another, and takes the first back.
        let spans = (0..<2).map { _ in
            let from = Int.random(in: 0..<(points.count - 60), using: &random)
            let to = from + Int.random(in: 0..<60, using: &random)
            return Correction(.hide, since: points[from].time, until: points[to].time)
        }
        let first = try database.add(spans[0], at: WallTime(0))
        _ = try recompute.local(from: spans[0].since, to: spans[0].until)
        #expect(try dump() == (try await dumpOfWhole()), "hidden, seed \(seed)")
        _ = try database.add(spans[1], at: WallTime(0))
        _ = try recompute.local(from: spans[1].since, to: spans[1].until)
        try database.withdraw(correction: first, at: WallTime(1))
        _ = try recompute.local(from: spans[0].since, to: spans[0].until)
        #expect(try dump() == (try await dumpOfWhole(parts: 3)), "taken back, seed \(seed)")

        // Old points go, then a run.
        _ = try recompute.purge(before: points[Int.random(in: 0..<400, using: &random)].time)
        #expect(try dump() == (try await dumpOfWhole()), "purged, seed \(seed)")
        _ = try recompute.delete(run: 2)
        #expect(try dump() == (try await dumpOfWhole()), "run deleted, seed \(seed)")
        #expect(try recompute.isCurrent())
    }

    @Test("a change of rules makes everything anew, and the difference is reported")
    func rules() async throws {
        var database = try track.open()
        var troubles = TroubledTrack(seed: 5)
        _ = try troubles.write(runs: 1, points: 500, to: &database)
        var recompute = Recompute(folder)
        #expect(try !recompute.isCurrent())
        let first = try await recompute.whole()
        #expect(first.before == DerivedSummary() && first.after.marks > 0 && first.marksGained == first.after.marks)
        #expect(try await recompute.whole().isNothing)
        #expect(try recompute.isCurrent())

        try recompute.rules.set("spike.distance", to: 100_000)
        try recompute.rules.set("spike.reliable-distance", to: 100_000)
        #expect(try !recompute.isCurrent())
        let second = try await recompute.whole()
        #expect(second.after.marks == 0 && second.marksLost == first.after.marks && second.marksGained == 0)
        #expect(second.days.values.reduce(0, +) == second.after.solid - second.before.solid)
        #expect(second.after.points == 500)
    }

    @Test("ride over midnight: twelve kilometres are six on each day of the user's zone")
    func midnight() async throws {
        var database = try track.open()
        // 23:50 on 4 May 2026 in a zone two hours east, 10 m/s north, a point every ten seconds until 00:10.
        let start = RunStart(wallTime: 1_777_881_600_000 + 13 * 3_600_000 + 50 * 60_000, zone: 7_200)
        let run = try database.beginRun("ride", start)
        let points = (0...120).map { index in
            TrailPoint(
                NumberedFix(
                    Fix(
                        sampleTime: WallTime(start.wallTime + Int64(index) * 10_000),
                        receiveTime: WallTime(start.wallTime + Int64(index) * 10_000),
                        latitude: 500_000_000 + Int32((Double(index) * 8993.216).rounded()), longitude: 100_000_000,
                        horizontalAccuracy: Quantity(800), speed: Quantity(1_000), speedAccuracy: Quantity(30),
                        course: Quantity(0), courseAccuracy: Quantity(50))))
        }
        _ = try database.write(points.enumerated().map { NumberedFact(seq: Int64($0), .point($1)) }, to: run)
        _ = try await Recompute(folder).whole()
        let lengths = try DerivedDatabase(folder.derived).lengths()
        #expect(Set(lengths.keys) == [20_577, 20_578])
        #expect(lengths.values.allSatisfy { abs($0 - 6_000_000) < 1_000 })
        let times = try DerivedDatabase(folder.derived).rows("SELECT time FROM day ORDER BY day") { $0.number(0) }
        #expect(times == [600_000, 600_000])
    }

    @Test(
        "a line drawn from its time ranges covers the tiles that were covered when it was judged",
        arguments: [3, 4] as [UInt64])
    func drawing(_ seed: UInt64) async throws {
        var database = try track.open()
        var troubles = TroubledTrack(seed: seed)
        _ = try troubles.write(runs: 2, points: 1_000, to: &database)
        let recompute = Recompute(folder)
        _ = try await recompute.whole()
        let derived = try DerivedDatabase(folder.derived)
        let kept = try derived.coverage()
        var reader = try TrackReader(folder.facts, try TrackIndex(database, TrailRules(), []))
        #expect(kept.blocks.count > 3)
        #expect(try recompute.coverage(of: Set(kept.blocks), derived, &reader) == kept)
        #expect(try Set(derived.passages().map(\.block)) == Set(kept.blocks))
    }

    @Test(
        "a derived file that is damaged, or of another schema, is made anew",
        arguments: [
            "no database at all, but a text", "",
        ])
    func renewed(_ content: String) async throws {
        var database = try track.open()
        var troubles = TroubledTrack(seed: 1)
        _ = try troubles.write(runs: 1, points: 50, to: &database)
        try track.folder.write(content, to: "derived/derived.sqlite")
        #expect(try DerivedDatabase(folder.derived).wasRenewed == !content.isEmpty)
        _ = try await Recompute(folder).whole()
        #expect(try DerivedDatabase(folder.derived).summary().points == 50)
    }

    @Test("an empty track has an empty result")
    func empty() async throws {
        _ = try track.open()
        #expect(try await Recompute(folder).whole().isNothing)
        #expect(try Recompute(folder).local(from: WallTime(0), to: WallTime(1)).isNothing)
    }
}
