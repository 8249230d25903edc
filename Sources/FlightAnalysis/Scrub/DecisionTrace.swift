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

    /// What one step led to.
    private struct Heard: ReplayListener {
        var decisions: [String] = []

        mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Core) {
            self.decisions += decisions.map(\.unplaced)
        }
    }

    init() throws(CoreError) { replay = try Replay<Core>() }

    var name: String { Core.name }

    mutating func take(_ entry: LogEntry) -> String {
        var heard = Heard()
        replay.take(entry, heardBy: &heard)
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
