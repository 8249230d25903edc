import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct ThinnedSeriesTests {
    /// A second apart; the values of a saw with single peaks that stand alone.
    private static func saw(_ count: Int, budget: Int, peaks: [Int: Int32]) -> ThinnedSeries {
        var series = ThinnedSeries(budget: budget)
        for index in 0..<count { series.add(Int64(index) * 1000, peaks[index] ?? Int32(index % 7), 5) }
        series.shrink()
        return series
    }

    @Test func `a series within its budget is kept as it is`() {
        let series = Self.saw(100, budget: 100, peaks: [:])
        #expect(series.points.count == 100)
        #expect(series.stretch == 0)
    }

    @Test(arguments: [1_000, 20_000, 604_800]) func `no extreme is lost, however long the series`(count: Int) {
        let peaks: [Int: Int32] = [1: 900, count / 2: -900, count - 2: 901]
        let series = Self.saw(count, budget: 400, peaks: peaks)
        #expect(series.points.count <= 400)
        #expect(series.points.map(\.a).max() == 901)
        #expect(series.points.map(\.a).min() == -900)
        #expect(series.points.contains { $0.time == 1000 && $0.a == 900 })
        #expect(series.points.first?.time == 0)
        #expect(series.points.last?.time == Int64(count - 1) * 1000)
    }

    @Test func `points stay in order and are the ones that were measured`() {
        let series = Self.saw(50_000, budget: 300, peaks: [:])
        #expect(zip(series.points, series.points.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(series.points.allSatisfy { $0.a == Int32($0.time / 1000 % 7) })
    }

    @Test func `the ends of each line stay`() {
        var series = ThinnedSeries(budget: 200)
        for index in 0..<10_000 {
            series.add(Int64(index) * 1000, Int32(index % 100), beginsLine: index % 2500 == 0)
        }
        series.shrink()
        let ends = Dictionary(grouping: series.points, by: \.line).sorted { $0.key < $1.key }
            .map { ($0.value.first!.time / 1000, $0.value.last!.time / 1000) }
        #expect(ends.map(\.0) == [0, 2500, 5000, 7500])
        #expect(ends.map(\.1) == [2499, 4999, 7499, 9999])
    }

    @Test func `a value that was not measured takes no part in extremes`() {
        var series = ThinnedSeries(budget: 50)
        for index in 0..<5_000 { series.add(Int64(index) * 1000, index == 2_500 ? 3 : ThinnedSeries.none, 1) }
        series.shrink()
        #expect(series.points.contains { $0.a == 3 })
    }

    @Test func `lines of a single point are all kept, and thinning ends`() {
        var series = ThinnedSeries(budget: 10)
        for index in 0..<500 { series.add(Int64(index) * 1000, 1, beginsLine: true) }
        series.shrink()
        #expect(series.points.count == 500)
    }
}
