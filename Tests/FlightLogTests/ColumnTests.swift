import FieldModel
import FlightLog
import LogFormat
import SystemIO
import TestKit
import Testing

/// Runs of one day whose sources give different columns: each row stands under the header line it belongs to.
@Suite struct ColumnTests {
    private static let few = SampleColumns(omitting: [.alt, .vacc, .speed, .sacc, .course, .cacc])

    private func open(_ log: RecordedLog, _ columns: SampleColumns, _ clock: ManualClock = .atNoon()) throws -> Recorder
    {
        try log.open(clock: .manual(clock), ringBytes: 16_384) { $0.columns = columns }
    }

    private func record(_ recorder: Recorder, _ longitudes: ClosedRange<Int32>) {
        for longitude in longitudes {
            recorder.record(RecordedLog.fix(at: recorder.now, longitude: longitude), ruling: nil)
        }
    }

    @Test func `other columns go on in a file of their own, and the same ones in the same file`() throws {
        let log = RecordedLog()
        for (columns, longitudes) in [(SampleColumns.all, 1...2), (Self.few, 3...4), (Self.few, 5...6), (.all, 7...8)]
            as [(SampleColumns, ClosedRange<Int32>)]
        {
            let recorder = try open(log, columns)
            record(recorder, longitudes)
            recorder.close()
        }
        #expect(try log.files("samples") == ["2026-11-30.csv", "2026-11-30_01.csv", "2026-11-30_02.csv"])
        #expect(try log.samples().map(\.fix.longitude) == Array(1...8))
        #expect(
            try log.samples().map { $0.cell(.alt) == .absent } == [false, false, true, true, true, true, false, false])
    }

    @Test func `rows that only the ring had go under their own header, whatever columns the next run has`() throws {
        let log = RecordedLog()
        let first = try open(log, .all)
        record(first, 1...3)
        first.flush()
        record(first, 4...6)
        let dead = try log.died()
        first.close()
        let second = try open(dead, Self.few)
        record(second, 7...9)
        let deadAgain = try dead.died()
        second.close()
        try open(deadAgain, .all).close()
        #expect(try deadAgain.samples().map(\.fix.longitude) == Array(1...9))
        #expect(try deadAgain.samples().map { $0.cell(.alt) == .absent } == (1...9).map { $0 > 6 })
    }

    @Test func `a row of a run whose file another one took the place of is not put under foreign columns`() throws {
        let log = RecordedLog()
        let recorder = try open(log, .all)
        record(recorder, 1...3)
        let dead = try log.died()
        recorder.close()
        try dead.folder.write("n,m,recv,t,lat,lon,hacc\n", to: "log/samples/2026-11-30.csv")
        try open(dead, Self.few).close()
        let rows = try dead.samples()
        #expect(rows.map(\.fix.longitude) == [1, 2, 3])
        #expect(rows.allSatisfy { $0.cell(.alt) != .absent })
    }

    @Test func `recovering under other columns twice gives the same bytes`() throws {
        let log = RecordedLog()
        let recorder = try open(log, .all)
        record(recorder, 1...3)
        let dead = try log.died()
        recorder.close()
        let other = try dead.died()
        for copy in [dead, other] { try open(copy, Self.few).close() }
        // Died before it was anything more, and recovered again.
        try other.restoreOldState()
        try open(other, Self.few).close()
        #expect(try dead.bytes("samples") == other.bytes("samples"))
    }

    @Test(.enabled(if: SmallDisk.isPossible))
    func `what a full disk kept back waits for its own file, and rows of other columns are refused until then`() throws
    {
        let log = RecordedLog()
        let disk = try SmallDisk(at: log.path, kibibytes: 220)
        let first = try open(log, .all)
        var kept: [Int32] = []
        for longitude in 1...3000 as ClosedRange<Int32>
        where first.record(RecordedLog.fix(at: first.now, longitude: longitude), ruling: nil) != 0 {
            kept.append(longitude)
        }
        #expect(kept.count < 3000)
        first.close()
        let second = try open(log, Self.few)
        for longitude in 4001...4010 as ClosedRange<Int32>
        where second.record(RecordedLog.fix(at: second.now, longitude: longitude), ruling: nil) != 0 {
            kept.append(longitude)
        }
        try disk.grow(toKibibytes: 4000)
        second.flush()
        #expect(second.record(RecordedLog.fix(at: second.now, longitude: 5000), ruling: nil) != 0)
        second.close()
        let rows = try log.samples()
        #expect(rows.map(\.fix.longitude) == kept + [5000])
        #expect(rows.allSatisfy { ($0.cell(.alt) == .absent) == ($0.fix.longitude > 4000) })
    }
}
