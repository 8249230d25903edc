import FieldModel
import Testing

@testable import FlightAnalysis

@Suite struct StateHistoryTests {
    private func at(_ second: Int64) -> WallTime { WallTime(origin + second * 1000) }

    private func gap(_ from: Int64, _ to: Int64) -> Gap {
        func moment(_ second: Int64) -> Moment { Moment(Stamp(wallTime: at(second)), boot: 0) }
        return Gap(
            kind: .suspended, from: moment(from), to: moment(to), duration: (to - from) * 1000, run: "",
            certainty: .low,
            evidence: [], records: [], before: LifeContext(), endedBy: "hb")
    }

    private func seconds(_ spans: [StateHistory.Span]) -> [[Int64]] {
        spans.map { [($0.from.rawValue - origin) / 1000, ($0.to.rawValue - origin) / 1000] }
    }

    @Test func `a state holds until the next one, and the same again changes nothing`() {
        var history = StateHistory()
        history.note("bg", at: at(0))
        history.note("bg", at: at(10))
        history.note("fg", at: at(20))
        history.end(at: at(30))
        #expect(history.spans.map(\.code) == ["bg", "fg"])
        #expect(seconds(history.spans) == [[0, 20], [20, 30]])
    }

    @Test func `what is not known leaves a hole`() {
        var history = StateHistory()
        history.note("walking", at: at(0))
        history.note(nil, at: at(10))
        history.note("walking", at: at(15))
        history.end(at: at(20))
        #expect(seconds(history.spans) == [[0, 10], [15, 20]])
    }

    @Test(
        arguments: [
            ([(5, 8)], [[0, 5], [8, 20]]), ([(0, 20)], []), ([(2, 4), (6, 30)], [[0, 2], [4, 6]]),
            ([(-5, 3), (18, 25)], [[3, 18]]), ([(30, 40)], [[0, 20]]),
        ] as [([(Int64, Int64)], [[Int64]])])
    func `no state reaches over a gap`(gaps: [(Int64, Int64)], pieces: [[Int64]]) {
        var history = StateHistory()
        history.note("bg", at: at(0))
        history.end(at: at(20))
        #expect(seconds(history.cut(by: gaps.map { gap($0.0, $0.1) })) == pieces)
    }
}
