import FieldModel
import SQLiteIO
import TestKit
import Testing

@testable import TrackStore

@Suite struct RetentionTests {
    let track = EmptyTrack()
    private static let day: Int64 = 86_400_000

    @Test("0 keeps one kind for ever and does not stop the other")
    func cutoffs() {
        let now = WallTime(100 * Self.day)
        #expect(Retention().pointCutoff(now: now) == WallTime(70 * Self.day))
        #expect(Retention().logCutoff(now: now) == WallTime(93 * Self.day))
        #expect(Retention(pointDays: 0).pointCutoff(now: now) == nil)
        #expect(Retention(pointDays: 0).logCutoff(now: now) == WallTime(93 * Self.day))
        #expect(Retention(logDays: 0).pointCutoff(now: now) == WallTime(70 * Self.day))
    }

    @Test(
        "a purge is due at launch and on demand always, and else every twelve hours",
        arguments: [
            (Retention.Occasion.launch, Int64?(99), Int64(100), true), (.demand, 99, 100, true),
            (.periodic, nil, 0, true),
            (.periodic, 0, 43_199_999, false), (.periodic, 0, 43_200_000, true), (.periodic, 99, 98, true),
        ])
    func due(_ occasion: Retention.Occasion, last: Int64?, now: Int64, due: Bool) {
        #expect(Retention.isDue(occasion, last: last.map { WallTime($0) }, now: WallTime(now)) == due)
    }

    @Test("purging tens of thousands of rows leaves the runs' records, and what lies behind the cutoff")
    func purge() throws {
        var database = try track.recording()
        let stay = Transition(.stay, at: WallTime(Walk.start.wallTime), until: WallTime(Walk.start.wallTime + 5))
        _ = try database.write(Walk.batch(0..<30_000) + [NumberedFact(seq: 1, .transition(stay))], to: 1)
        try database.move(1, to: .finished)
        let before = try database.runs()
        let purged = try database.purge(before: WallTime(Walk.start.wallTime + 25_000 * 5_000))
        #expect(purged == Purged(points: 25_000, doubted: 0, transitions: 1))
        #expect(try database.points(ofRun: 1).map(\.seq) == Array(25_000..<30_000))
        #expect(try database.runs() == before)
        #expect(try database.transitions(ofRun: 1).map(\.transition.kind) == [.begun])
    }
}
