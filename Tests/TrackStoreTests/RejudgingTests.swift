import DecisionCore
import FieldModel
import SystemIO
import TestKit
import Testing

@testable import TrackStore

/// Facts decided by other rules are judged again, points and doubted fixes alike.
@Suite struct RejudgingTests {
    let track = EmptyTrack()
    var folder: TrackFolder { TrackFolder(track.folder.path) }

    /// A walk north as a phone's live core and store keep it: from the 60th second on every fifth fix claims 90 m,
    /// every seventh a speed without its accuracy; the sensor says walking.
    private func record(
        _ rules: TrailRules, name: String = "walk", from begin: Int = 0,
        isFake: (Int) -> Bool = { $0 % 7 == 6 }
    ) throws -> [Fact] {
        var writer = try TrackWriter(folder, at: WallTime(0))
        let start = RunStart(wallTime: Walk.start.wallTime + Int64(begin) * 1000, zone: 0)
        try writer.begin(name, start)
        var core = TrailCore(rules: rules)
        var keeper = TrailFacts()
        var all: [Fact] = []
        for second in begin..<(begin + 300) {
            let time = WallTime(Walk.start.wallTime + Int64(second) * 1000)
            let fix = Fix(
                sampleTime: time, receiveTime: time, latitude: 475_000_000 + Int32(second * 180),
                longitude: 76_000_000, horizontalAccuracy: Quantity(second % 5 == 4 ? 9_000 : 500),
                speed: Quantity(200), speedAccuracy: Quantity(isFake(second) ? -100 : 30), course: Quantity(0),
                courseAccuracy: Quantity(50), motion: .walking, appState: .background)
            var decisions: [Decision] = []
            core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions)
            core.recorded(as: SequenceNumber(second + 1))
            var stamp = fix.stamp
            stamp.n = SequenceNumber(second + 1)
            let new = keeper.take(.fixArrived(fix), at: stamp, decisions, of: core)
            for fact in new { try writer.append(fact, at: Int64(second) * 1000) }
            all += new
        }
        try writer.end(.finished, at: WallTime(start.wallTime), clock: 0)
        return all
    }

    private func rules(_ changes: [String: Double]) throws -> TrailRules {
        var rules = TrailRules()
        for (name, value) in changes { try rules.set(name, to: value) }
        return rules
    }

    private func points() throws -> Int { try DerivedDatabase(folder.derived).summary().points }

    @Test(
        "under the rules they were decided by nothing changes, whatever these are",
        arguments: [[:], ["fake.speed": 5], ["spacing.least": 25], ["accuracy.ordinary": 50]] as [[String: Double]])
    func same(changes: [String: Double]) async throws {
        let rules = try rules(changes)
        let facts = try record(rules)
        let stored = facts.count { if case .point = $0 { true } else { false } }
        let change = try await Recompute(folder, rules: rules).whole()
        #expect(change.restored == 0 && change.refused == 0)
        #expect(try points() == stored)
        #expect(stored > 20)
    }

    @Test("a rule that no longer refuses brings doubted fixes back, and taking it back takes them away")
    func restored() async throws {
        let facts = try record(TrailRules())
        let doubted = facts.count { if case .doubted(_, .fakeSpeed) = $0 { true } else { false } }
        let before = try await Recompute(folder).whole()
        let open = try await Recompute(folder, rules: rules(["fake.speed": 5])).whole()
        #expect(doubted > 30)
        #expect(open.restored > 10)
        #expect(open.after.points == before.after.points + open.restored - open.refused)
        #expect(open.description.contains("restored"))
        let back = try await Recompute(folder).whole()
        #expect(back.restored == 0)
        #expect(back.after == before.after)
    }

    @Test(
        "doubted fixes come back before the first point, and where a run has no point at all",
        arguments: [100, 300], [0, 1])
    func restoredFirst(fakes: Int, runsBefore: Int) async throws {
        if runsBefore > 0 { _ = try record(TrailRules(), name: "before") }
        let facts = try record(TrailRules(), from: 2_000, isFake: { $0 < 2_000 + fakes })
        let stored = facts.count { if case .point = $0 { true } else { false } }
        #expect((stored == 0) == (fakes == 300))
        let before = try await Recompute(folder).whole()
        let open = try await Recompute(folder, rules: rules(["fake.speed": 5])).whole()
        #expect(open.restored > 10)
        #expect(open.after.points == before.after.points + open.restored - open.refused)
        // The walk is 2 m a second all the way.
        #expect(open.after.solid - before.after.solid > Int64(fakes - 30) * 2_000)
        let end = WallTime(Walk.start.wallTime + 2_300_000)
        let local = try Recompute(folder, rules: rules(["fake.speed": 5])).local(from: WallTime(0), to: end)
        #expect(local.after == open.after)
        let back = try await Recompute(folder).whole()
        #expect(back.after == before.after)
    }

    @Test("a stricter rule refuses points, and their line goes on without them")
    func refused() async throws {
        _ = try record(TrailRules())
        let before = try await Recompute(folder).whole()
        let strict = try await Recompute(folder, rules: rules(["spacing.least": 60, "spacing.most": 60])).whole()
        #expect(strict.refused > 10)
        #expect(strict.after.points == before.after.points - strict.refused)
        #expect(abs(strict.after.solid - before.after.solid) < before.after.solid / 10)
    }

    @Test("a rule that only the judge asks changes no point")
    func judged() async throws {
        _ = try record(TrailRules())
        let change = try await Recompute(folder, rules: rules(["spike.distance": 80, "join.time": 5])).whole()
        #expect(change.restored == 0 && change.refused == 0)
    }

    @Test("facts decided by the new rules stay as they are beside older ones that are judged again")
    func mixed() async throws {
        let new = try rules(["fake.speed": 5])
        _ = try record(TrailRules())
        let late = try record(new, name: "later", from: 1_000).count { if case .point = $0 { true } else { false } }
        _ = try await Recompute(folder, rules: new).whole()
        let verdicts = try DerivedDatabase(folder.derived).verdicts()
        #expect(verdicts.count > 10)
        #expect(Set(verdicts.map(\.run)) == [1])
        #expect(try points() > late)
    }

    @Test("in parts, after an edit and after a purge it is the same result", arguments: 0..<6)
    func localAndInParts(part: Int) async throws {
        for run in 0..<4 { _ = try record(TrailRules(), name: "run \(run)", from: run * 1_000) }
        let new = try rules(["fake.speed": 5, "spacing.least": 14])
        var recompute = Recompute(folder, rules: new, parts: 1)
        _ = try await recompute.whole()
        let alone = try DerivedDatabase(folder.derived).dump()
        #expect(try DerivedDatabase(folder.derived).verdicts().contains { $0.isDoubted })
        recompute.parts = 2 + part
        recompute.leastPart = 5
        _ = try await recompute.whole()
        #expect(try DerivedDatabase(folder.derived).dump() == alone)

        let since = WallTime(Walk.start.wallTime + Int64(part) * 500_000)
        let hidden = Correction(.hide, since: since, until: since + 40_000)
        let id = try FactDatabase(folder.facts).add(hidden, at: WallTime(0))
        _ = try recompute.local(from: hidden.since, to: hidden.until)
        let edited = try DerivedDatabase(folder.derived).dump()
        _ = try await recompute.whole()
        #expect(try DerivedDatabase(folder.derived).dump() == edited)
        try FactDatabase(folder.facts).withdraw(correction: id, at: WallTime(1))
        _ = try recompute.local(from: hidden.since, to: hidden.until)
        #expect(try DerivedDatabase(folder.derived).dump() == alone)

        _ = try recompute.delete(run: 2)
        #expect(try DerivedDatabase(folder.derived).verdicts().allSatisfy { $0.run != 2 })
    }

    @Test("a run that goes on names its rules once; under others it names them again")
    func named() throws {
        _ = try record(TrailRules())
        let noted = try FactDatabase(folder.facts).transitions(ofRun: 1).filter { $0.transition.kind == .rules }
        #expect(noted.map(\.before) == [0])
        #expect(RulesNote.rules(in: noted[0].transition.note ?? "") == TrailRules())
        let other = try rules(["fake.speed": 3.5, "accuracy.ordinary": 80])
        #expect(RulesNote.rules(in: RulesNote.text(other)) == other)
        #expect(RulesNote.rules(in: "trail 9 no.such=1 fake.speed=x") == TrailRules())
    }
}
