import DecisionCore
import FieldModel
import LogFormat

/// What a core decides, entry by entry, without what a move may change: places, times, measures. A value: a step can be
/// tried, and taken back.
protocol DecisionTracing {
    var name: String { get }
    /// What the entry led to; empty for nothing.
    mutating func take(_ entry: LogEntry) -> String
}

struct DecisionTrace<Core: DecidingCore>: DecisionTracing {
    private var replay: Replay<Core>
    private let heard: Heard

    /// What the step under way led to. A class: the replay's observer and its owner both hold it; copies of a trace share it,
    /// since only one of them takes a step at a time.
    private final class Heard: @unchecked Sendable { var decisions: [String] = [] }

    init() throws(CoreError) {
        let heard = Heard()
        self.heard = heard
        replay = try Replay<Core>(observe: { _, _, decisions, _ in heard.decisions += decisions.map(\.unplaced) })
    }

    var name: String { Core.name }

    mutating func take(_ entry: LogEntry) -> String {
        heard.decisions.removeAll(keepingCapacity: true)
        replay.take(entry)
        return heard.decisions.joined(separator: " + ")
    }
}

extension Decision {
    /// What was decided, without places and times.
    fileprivate var unplaced: String {
        if case .ruled(let ruling) = self { return ReplayOutcome(ruling).text }
        guard let (kind, fields) = event(by: 0) else { return "" }
        let hidden: Set = ["by", "measured", "limit", "stay", "ids", "place", "id"]
        let said = fields.filter { !hidden.contains($0.key) }.map { "\($0.key)=\(JSON.text($0.value))" }
        return "\(kind.rawValue) \(said.joined(separator: " "))"
    }
}

/// Traces of several cores over one log.
struct DecisionTraces {
    private var traces: [any DecisionTracing] = []

    /// The cores called `names`; of those that a scrubbed log cannot be run through there is none.
    init(_ names: [String]) throws(CoreError) {
        for name in names {
            switch name {
            case TrailCore.name: traces.append(try DecisionTrace<TrailCore>())
            case PhaseCore.name: traces.append(try DecisionTrace<PhaseCore>())
            case RunCore.name: traces.append(try DecisionTrace<RunCore>())
            case VisitCore.name: traces.append(try DecisionTrace<VisitCore>())
            default: break
            }
        }
    }

    var names: [String] { traces.map(\.name) }

    /// What each core decides on the entry.
    mutating func take(_ entry: LogEntry) -> [String] { traces.indices.map { traces[$0].take(entry) } }
}
