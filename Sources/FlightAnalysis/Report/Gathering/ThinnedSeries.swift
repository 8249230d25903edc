/// Pairs of measured values in order of time, thinned while they come so that memory and page stay bounded however long
/// the log is. Of each stretch of time stay the points with the least and the greatest of either value, as they were
/// measured: no extreme is lost, and nothing is averaged.
///
/// A *line* is what may be joined: whoever adds a point says where a new one begins, and no stretch reaches over that.
struct ThinnedSeries: Sendable {
    struct Point: Hashable, Sendable {
        /// ms since the Unix epoch.
        var time: Int64
        var a: Int32
        var b: Int32
        /// Which line it belongs to, counted from 0.
        var line: Int32
    }

    /// Stands for a value that was not measured: it takes no part in extremes.
    static let none = Int32.min

    private(set) var points: [Point] = []
    /// Length of a stretch, ms; 0 where every point is kept.
    private(set) var stretch: Int64 = 0
    private var line: Int32 = -1
    private let budget: Int
    /// With more points than this it is time to thin them.
    private var limit: Int

    /// - Parameter budget: points that are kept at the end; up to twice as many while it grows.
    init(budget: Int) {
        self.budget = budget
        limit = 2 * budget
    }

    var isEmpty: Bool { points.isEmpty }

    mutating func add(_ time: Int64, _ a: Int32, _ b: Int32 = none, beginsLine: Bool = false) {
        if beginsLine || line < 0 { line += 1 }
        points.append(Point(time: time, a: a, b: b, line: line))
        if points.count > limit { shrink() }
    }

    /// Thins what has come to the budget, where lines allow it: each keeps its ends and extremes.
    mutating func shrink() {
        guard points.count > budget else { return }
        if stretch > 0 { thin() }
        while points.count > budget, widen() {}
        limit = 2 * max(budget, points.count)
    }

    /// Doubles the stretches; false where one already takes in everything.
    private mutating func widen() -> Bool {
        let span = max(1, (points.last?.time ?? 0).clamped(minus: points.first?.time ?? 0))
        guard stretch < span else { return false }
        stretch = max(stretch.times(2), span / Int64(budget), 1)
        thin()
        return true
    }

    private mutating func thin() {
        var kept: [Point] = []
        kept.reserveCapacity(points.count)
        var start = 0
        while start < points.count {
            var end = start + 1
            let slot = points[start].time / stretch, line = points[start].line
            while end < points.count, points[end].line == line, points[end].time / stretch == slot { end += 1 }
            keepExtremes(of: start..<end, in: &kept)
            start = end
        }
        points = kept
    }

    private func keepExtremes(of range: Range<Int>, in kept: inout [Point]) {
        guard range.count > 2 else { return kept.append(contentsOf: points[range]) }
        var a = Extremes(), b = Extremes()
        for index in range {
            a.see(points[index].a, at: index)
            b.see(points[index].b, at: index)
        }
        // The ends of a line are where something began or broke off.
        let (first, last) = (range.lowerBound, range.upperBound - 1)
        let beginsLine = first == 0 || points[first - 1].line != points[first].line
        let endsLine = last + 1 == points.count || points[last + 1].line != points[last].line
        for index in range
        where a.holds(index) || b.holds(index) || index == first && beginsLine || index == last && endsLine {
            kept.append(points[index])
        }
    }

    /// Where the least and the greatest value stand.
    private struct Extremes {
        private var least: (value: Int32, at: Int) = (.max, -1)
        private var greatest: (value: Int32, at: Int) = (.min, -1)

        mutating func see(_ value: Int32, at index: Int) {
            guard value != ThinnedSeries.none else { return }
            if least.at < 0 || value < least.value { least = (value, index) }
            if greatest.at < 0 || value > greatest.value { greatest = (value, index) }
        }

        func holds(_ index: Int) -> Bool { index == least.at || index == greatest.at }
    }
}
