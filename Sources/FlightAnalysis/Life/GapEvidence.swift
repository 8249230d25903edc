import FieldModel
import LogFormat

/// What was gathered around a gap within one run, and the verdict on it: a pure function from facts to kind, certainty
/// and codes.
struct GapEvidence: Sendable {
    /// ms
    var duration: Int64
    var isOff: OffReason?
    /// The log has beats; without them nothing can be said but that it was silent.
    var hasBeats: Bool
    /// CPU time at the last beat before and the first after it; ms.
    var cpuBefore: Int64?
    var cpuAfter: Int64?
    /// CPU time that the life between those two beats, outside the gap, can be expected to have used; ms.
    var cpuOutside: Int64 = 0
    /// The first beat after it was due inside it.
    var beatCameLate = false
    /// The recorder itself noted a hole over it.
    var holeNoted = false
    /// The first beat after it counts losses of the writer.
    var lossCounted = false
    /// Whether a `lost` record covers most of it; nil where there is none.
    var lossCovers: Bool?
    /// ms
    var asleep: Int64?
    var byWallClock = false

    enum OffReason: String, Sendable {
        case tracking = "tracking-off"
        case beats = "beats-off"
    }

    struct Verdict: Sendable {
        var kind: GapKind
        var certainty: Certainty
        var codes: [String]
    }

    var verdict: Verdict {
        var verdict = decided
        if let asleep, duration > 0, Double(asleep) >= GapLimits.sleptShare * Double(duration) {
            verdict.codes.append("device-slept")
        }
        if holeNoted { verdict.codes.append("hole-noted") }
        if byWallClock { verdict.codes.append("wall-clock") }
        return verdict
    }

    private var decided: Verdict {
        if lossCovers ?? lossCounted {
            return Verdict(kind: .unwritten, certainty: .high, codes: ["same-run", "records-lost"])
        }
        if let isOff { return Verdict(kind: .off, certainty: .high, codes: ["same-run", isOff.rawValue]) }
        guard hasBeats else { return Verdict(kind: .silence, certainty: .low, codes: ["no-beats"]) }
        let late = beatCameLate ? ["beat-late"] : []
        guard let cpuBefore, let cpuAfter, cpuAfter >= cpuBefore else {
            return Verdict(kind: .suspended, certainty: .high, codes: ["same-run", "no-cpu-time"] + late)
        }
        let growth = cpuAfter - cpuBefore
        if Double(growth) < GapLimits.idleShare * Double(duration) {
            return Verdict(
                kind: .suspended, certainty: beatCameLate ? .certain : .high, codes: ["same-run", "cpu-idle"] + late)
        }
        // What grew may have been used by the life on both sides of the gap.
        if Double(growth - cpuOutside) < GapLimits.idleShare * Double(duration) {
            return Verdict(kind: .suspended, certainty: .medium, codes: ["same-run", "cpu-outside"] + late)
        }
        let busy = Double(growth) >= GapLimits.busyShare * Double(duration)
        return Verdict(kind: .stalled, certainty: busy ? .high : .medium, codes: ["same-run", "cpu-grew"] + late)
    }
}
