import FieldModel
import Testing

@testable import FlightAnalysis

@Suite struct FixCountsTests {
    @Test func `fixes are counted by the minute, accepted ones apart`() {
        var counts = FixCounts()
        for second in 0..<150 { counts.add(at: WallTime(origin + Int64(second) * 1000), accepted: second % 3 == 0) }
        #expect(counts.inOrder.map(\.from) == [origin, origin + 60_000, origin + 120_000])
        #expect(counts.inOrder.map(\.count.accepted) == [20, 20, 10])
        #expect(counts.inOrder.map(\.count.other) == [40, 40, 20])
    }

    @Test func `a long log has longer stretches and the same sum`() {
        var counts = FixCounts()
        let minutes = FixCounts.mostStretches * 3
        for minute in 0..<minutes { counts.add(at: WallTime(Int64(minute) * 60_000), accepted: true) }
        #expect(counts.counts.count <= FixCounts.mostStretches)
        #expect(counts.stretch == 240_000)
        #expect(counts.inOrder.reduce(0) { $0 + $1.count.accepted } == minutes)
    }

    @Test func `times before 1970 have a minute too`() {
        var counts = FixCounts()
        counts.add(at: WallTime(-1), accepted: true)
        #expect(counts.inOrder.map(\.from) == [-60_000])
    }
}
