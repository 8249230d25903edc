import DecisionCore
import FieldModel
import SQLiteIO
import SystemIO
import TestKit
import Testing
@testable import TrackStore

@Suite struct FactDatabaseTests {
    let track = EmptyTrack()

    @Test("ten points, then a batch that repeats five of them, are fifteen rows")
    func repeats() throws {
        var database = try track.recording()
        #expect(try database.write(Walk.batch(0..<10), to: 1) == BatchOutcome(written: 10, repeated: 0))
        #expect(try database.write(Walk.batch(5..<15), to: 1) == BatchOutcome(written: 5, repeated: 5))
        #expect(try rows("point") == 15)
        #expect(try database.run(1).next.point == 15)
    }

    @Test("a batch with one fact that cannot be stored leaves nothing, and moves no counter")
    func wholeBatch() throws {
        var database = try track.recording()
        var unfit = Walk.point(3)
        unfit.held.fix.source = .visit
        #expect(throws: TrackStoreError.unfit(wanted: "a fix of source gps", found: "visit")) {
            _ = try database.write(Walk.batch(0..<3) + [NumberedFact(seq: 3, .point(unfit))], to: 1)
        }
        #expect(try rows("point") == 0)
        #expect(try database.run(1).next.point == 0)
        #expect(try database.write(Walk.batch(0..<3), to: 1).written == 3)
    }

    @Test("a number is not used again after its row was purged")
    func purgedNumbers() throws {
        var database = try track.recording()
        _ = try database.write(Walk.batch(0..<10), to: 1)
        let purged = try database.purge(before: WallTime(Walk.start.wallTime + 3_600_000))
        #expect(purged.points == 10)
        #expect(try database.write(Walk.batch(0..<10), to: 1) == BatchOutcome(written: 0, repeated: 10))
        #expect(try rows("point") == 0)
        #expect(try database.run(1).next.point == 10)
    }

    @Test("facts for a run that is not there are refused")
    func noRun() throws {
        var database = try track.open()
        #expect(throws: TrackStoreError.noRun(7, path: track.path)) {
            _ = try database.write(Walk.batch(0..<1), to: 7)
        }
    }

    @Test("every field of a fix comes back as it went in", arguments: FixExamples.all)
    func fields(_ fix: Fix) throws {
        var database = try track.recording()
        let stored = TrailPoint(NumberedFix(fix), isCoarse: true, origin: .backfilled, segment: 1)
        _ = try database.write([NumberedFact(seq: 0, .point(stored))], to: 1)
        #expect(try database.points(ofRun: 1).map(\.point) == [stored])
    }

    @Test(
        "a doubted fix comes back with its reason",
        arguments: [Reason.fakeSpeed, .deadReckoned, .underground, .drift, .jump])
    func doubted(_ reason: Reason) throws {
        var database = try track.recording()
        _ = try database.write([NumberedFact(seq: 0, .doubted(Walk.point(0), reason))], to: 1)
        let kept = try database.doubted(ofRun: 1)
        #expect(kept.map(\.reason) == [reason] && kept.map(\.point) == [Walk.point(0)])
    }

    @Test("what is refused for certain is not doubted")
    func certain() throws {
        var database = try track.recording()
        #expect(throws: TrackStoreError.unfit(wanted: "a reason that is a guess", found: "spacing")) {
            _ = try database.write([NumberedFact(seq: 0, .doubted(Walk.point(0), .spacing))], to: 1)
        }
    }

    @Test("the view shows degrees, metres, seconds and names, and the zone that held")
    func view() throws {
        var database = try track.recording()
        let zone = Transition(.zone, at: WallTime(Walk.start.wallTime + 5_000), value: 3_600)
        _ = try database.write(
            Walk.batch(0..<1) + [NumberedFact(seq: 1, before: 1, .transition(zone))] + Walk.batch(1..<2), to: 1)
        let reader = try Connection(track.path, .readOnly)
        let columns =
            "time || ' ' || received || ' ' || boot || ' ' || lat || ' ' || lon || ' ' || hacc || ' ' || alt || ' ' "
            + "|| vacc || ' ' || speed || ' ' || sacc || ' ' || course || ' ' || cacc || ' ' || coarse || ' ' "
            + "|| origin || ' ' || app || ' ' || motion || ' ' || zone || ' ' || source"
        #expect(
            try reader.texts("SELECT \(columns) FROM track ORDER BY seq") == [
                "2026-05-04T08:00:00.000Z 1777881600.12 5000.12 47.5 7.6 4.8 260.0 3.0 1.4 0.35 0.0 8.0 0 direct bg walking 7200 gps",
                "2026-05-04T08:00:05.000Z 1777881605.12 5005.12 47.500063 7.6 4.8 260.0 3.0 1.4 0.35 0.0 8.0 0 direct bg walking 3600 gps",
            ])
    }

    @Test("deleting a run deletes everything in it, and its number is not given again")
    func deletion() throws {
        var database = try track.recording()
        _ = try database.write(
            Walk.batch(0..<5) + [NumberedFact(seq: 0, .doubted(Walk.point(5), .jump))], to: 1)
        try database.delete(run: 1)
        #expect(try rows("point") + rows("doubted") + rows("transition") + rows("run") == 0)
        #expect(try database.beginRun("another", Walk.start) == 2)
    }

    @Test("visits are kept report by report, unknown times and all")
    func visits() throws {
        let database = try track.open()
        let reports = [
            VisitReport(arrival: nil, departure: WallTime(5), latitude: 1, longitude: 2, horizontalAccuracy: .absent),
            VisitReport(arrival: WallTime(9), departure: nil, latitude: 1, longitude: 2, horizontalAccuracy: .empty),
            VisitReport(
                arrival: WallTime(9), departure: WallTime(12), latitude: 1, longitude: 2,
                horizontalAccuracy: Quantity(4_000)),
        ]
        for report in reports { try database.add(report, at: WallTime(20)) }
        #expect(try database.visits().map(\.report) == reports)
    }

    @Test("a correction can be taken back, once, and is still there")
    func corrections() throws {
        let database = try track.open()
        let hide = Correction(.hide, since: WallTime(1), until: WallTime(2), note: "not me")
        let id = try database.add(hide, at: WallTime(10))
        #expect(try database.withdraw(correction: id, at: WallTime(11)))
        #expect(try !database.withdraw(correction: id, at: WallTime(12)))
        #expect(
            try database.corrections() == [
                KeptCorrection(id: id, made: WallTime(10), correction: hide, withdrawn: WallTime(11))
            ])
    }

    private func rows(_ table: String) throws -> Int64 {
        try #require(try Connection(track.path, .readOnly).integer("SELECT count(*) FROM \(table)"))
    }
}

/// Fixes with each field in each of its conditions.
enum FixExamples {
    static let all: [Fix] = [
        Walk.fix(0),
        with { $0.bootTime = nil },
        with {
            $0.altitude = .absent
            $0.verticalAccuracy = .absent
            $0.speed = .absent
            $0.speedAccuracy = .absent
            $0.course = .absent
            $0.courseAccuracy = .absent
        },
        with {
            $0.speed = .empty
            $0.course = Quantity(-10)
            $0.altitude = Quantity(-39_000)
        },
        with {
            $0.sampleTime = WallTime(0)
            $0.latitude = -900_000_000
            $0.longitude = 1_800_000_000
            $0.horizontalAccuracy = Quantity(.max)
        },
        with {
            $0.motion = nil
            $0.appState = nil
        },
        with {
            $0.motion = .unknown
            $0.appState = .terminating
            $0.bootTime = BootTime(17)
        },
    ]

    private static func with(_ change: (inout Fix) -> Void) -> Fix {
        var fix = Walk.fix(0)
        change(&fix)
        return fix
    }
}
