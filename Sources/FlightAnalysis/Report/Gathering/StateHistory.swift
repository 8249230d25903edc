import FieldModel

/// One state of the app or the phone over time, as spans that each hold until the next one.
struct StateHistory: Sendable {
    struct Span: Hashable, Sendable {
        var from: WallTime
        var to: WallTime
        /// A stable code, or a few words of the log.
        var code: String
    }

    private(set) var spans: [Span] = []
    private var current: (from: WallTime, code: String)?

    /// From here on this is the case; nil where it is not known.
    mutating func note(_ code: String?, at time: WallTime) {
        guard code != current?.code else { return }
        end(at: time)
        current = code.map { (time, $0) }
    }

    /// Nothing is known from here on.
    mutating func end(at time: WallTime) {
        if let current, time > current.from {
            spans.append(Span(from: current.from, to: time, code: current.code))
        }
        current = nil
    }

    /// The spans without what lies in gaps: what was the case before a gap is not known to hold in it. Gaps are in order
    /// of time.
    func cut(by gaps: [Gap]) -> [Span] {
        var pieces: [Span] = []
        var first = 0
        for span in spans {
            var rest = span
            while first < gaps.count, gaps[first].to.wallTime <= span.from { first += 1 }
            for gap in gaps[first...].prefix(while: { $0.from.wallTime < span.to }) {
                if gap.from.wallTime > rest.from {
                    pieces.append(Span(from: rest.from, to: gap.from.wallTime, code: rest.code))
                }
                rest.from = max(rest.from, gap.to.wallTime)
            }
            if rest.to > rest.from { pieces.append(rest) }
        }
        return pieces
    }
}
