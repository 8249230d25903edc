import DecisionCore
import FieldModel
import Testing

@testable import TrackStore

@Suite struct FactQueueTests {
    @Test(
        "a batch is due at twenty facts, or ten seconds after its first",
        arguments: [
            (facts: 1, after: Int64(9_999), due: false), (1, 10_000, true), (19, 0, false), (20, 0, true),
            (0, 60_000, false),
        ])
    func due(facts: Int, after: Int64, due: Bool) {
        var queue = FactQueue(next: FactCounters())
        for index in 0..<facts { queue.append(.point(Walk.point(index)), at: 1_000) }
        #expect(queue.isDue(at: 1_000 + after) == due)
    }

    @Test("each kind of fact counts by itself, and a transition knows the point that follows it")
    func numbers() {
        var queue = FactQueue(next: FactCounters(point: 7, doubted: 2, transition: 1))
        queue.append(.point(Walk.point(0)), at: 0)
        queue.append(.transition(Transition(.hole, at: WallTime(0), until: WallTime(9))), at: 0)
        queue.append(.doubted(Walk.point(1), .drift), at: 0)
        queue.append(.point(Walk.point(2)), at: 0)
        #expect(queue.pending.map(\.seq) == [7, 1, 2, 8])
        #expect(queue.pending[1].before == 8)
    }

    @Test("a failed batch goes back to the front with the numbers it has, and is due a batch time later")
    func putBack() {
        var queue = FactQueue(next: FactCounters())
        for index in 0..<3 { queue.append(.point(Walk.point(index)), at: 0) }
        let batch = queue.take()
        queue.append(.point(Walk.point(3)), at: 5)
        queue.putBack(batch, at: 100)
        #expect(queue.pending.map(\.seq) == [0, 1, 2, 3])
        #expect(!queue.isDue(at: 10_099) && queue.isDue(at: 10_100))
        queue.append(.point(Walk.point(4)), at: 200)
        #expect(queue.take().map(\.seq) == [0, 1, 2, 3, 4])
    }
}
