import FieldModel
import LogFormat

/// What the checks look at: the life of the log, and what was gathered from its events and samples on the way.
struct CheckFacts: Sendable {
    /// A count with its first few places.
    struct Found: Hashable, Sendable {
        var count = 0
        var first: [Evidence] = []

        mutating func add(_ at: WallTime, _ phrase: Phrase, _ parameters: Record.Field...) {
            add(at, phrase, parameters: parameters)
        }

        mutating func add(_ at: WallTime, _ phrase: Phrase, parameters: [Record.Field]) {
            count += 1
            if first.count < CheckResult.keptEvidence { first.append(Evidence(at, phrase, parameters)) }
        }
    }

    var report: LifeReport
    var samples: SampleFacts
    var events: EventFacts
    var capabilities = CapabilityFacts()
    var grid: GridFacts
    /// When whoever made the bundle wants it gone; nil where nothing was said or the input is none.
    var expires: WallTime?
    /// Nil where nobody said.
    var now: WallTime?

    var lives: [Life] { report.lives }
    /// Those that touch the part that is asked for.
    var gaps: [Gap] { lives.flatMap(\.gaps) }
    var ends: [RunEnd] { lives.flatMap(\.ends) }
}
