import FieldModel
import Testing

@testable import TrackStore

@Suite struct RecomputePaceTests {
    @Test(
        "in the background every hundredth point is worth a recompute, in the foreground every batch",
        arguments: [
            (true, [100, 200]), (false, [20, 40, 60, 80, 100, 120, 140, 160, 180, 200]),
        ])
    func pace(inBackground: Bool, due: [Int]) {
        var pace = RecomputePace()
        let found = (1...210).filter { pace.stored(at: WallTime(Int64($0)), inBackground: inBackground) != nil }
        #expect(found == due)
    }

    @Test("the span covers the points since the last recompute, in whatever order they came")
    func span() {
        var pace = RecomputePace()
        #expect(pace.take() == nil)
        for time in [50, 40, 60] as [Int64] { _ = pace.stored(at: WallTime(time), inBackground: true) }
        #expect(pace.take() == Stay.Span(from: WallTime(40), to: WallTime(60)))
        #expect(pace.take() == nil)
    }
}
