import DecisionCore
import FieldModel
import LogFormat

/// Follows a moved log beside the original, decision by decision, and moves a place by some millimetres where rounding would
/// turn one.
struct Pursuit {
    /// By entry, then by core: what the original led to.
    private let reference: [[String]]
    private var traces: DecisionTraces
    private var index = 0
    /// Inputs that are decided otherwise wherever their place is put.
    private(set) var differences: [LogScrub.Difference] = []

    init(_ reference: [[String]], _ cores: [String]) throws(CoreError) {
        self.reference = reference
        traces = try DecisionTraces(cores)
    }

    /// Something that is in the original only.
    mutating func skip() { index += 1 }

    mutating func follow(_ event: Event) {
        let decided = traces.take(.event(event))
        note(decided, event.record.stamp.n)
    }

    /// Follows a sample, on the nearest lattice point that is decided as the original was.
    mutating func follow(_ sample: inout Sample) {
        let before = traces
        var decided = traces.take(.sample(sample))
        guard decided != wanted, sample.fix.isPlace else { return note(decided, sample.n) }
        for (north, east) in Self.steps {
            var other = sample
            other.fix.latitude += north
            other.fix.longitude += east
            var tried = before
            let found = tried.take(.sample(other))
            guard found == wanted else { continue }
            (traces, decided, sample) = (tried, found, other)
            break
        }
        note(decided, sample.n)
    }

    private var wanted: [String] { index < reference.count ? reference[index] : [] }

    private mutating func note(_ decided: [String], _ n: SequenceNumber) {
        for (core, (now, then)) in zip(traces.names, zip(decided, wanted)) where now != then {
            differences.append(
                LogScrub.Difference(
                    core: core, n: n, then: then.isEmpty ? "none" : then, now: now.isEmpty ? "none" : now))
        }
        index += 1
    }

    /// Steps on the lattice of 1e-7 degree, the shortest first.
    private static let steps: [(north: Int32, east: Int32)] = {
        let all = (-3...3 as ClosedRange<Int32>).flatMap { north in (-3...3 as ClosedRange<Int32>).map { (north, $0) } }
        return all.filter { $0 != (0, 0) }.sorted { $0.0 * $0.0 + $0.1 * $0.1 < $1.0 * $1.0 + $1.1 * $1.1 }
    }()
}
