import FieldModel

/// A fix far from an anchor that may be the beginning of a way off, or a jump: a later fix tells.
struct Candidate: Equatable {
    var held: NumberedFix
    /// mm from the anchor.
    var distance: Int64
    var isInMotion: Bool

    /// What a later ordinary fix makes of a candidate.
    enum Weighing {
        case confirmed(DwellCause)
        case pending
        /// With what was measured, and the limit it missed.
        case dropped(measured: Int64, limit: Int64)
    }

    /// Whether an ordinary fix so far from the anchor points away from it.
    static func pointsAway(_ fix: Fix, _ moved: Displacement, isInMotion: Bool, _ rules: TrailRules) -> Bool {
        isInMotion
            ? moved.distance >= rules.candidateMoving
            : moved.distance > rules.candidateStill && moved.isDisjoint(fix)
    }

    /// `growthStill`: how much further a fix not in motion must be, in mm.
    func weigh(
        _ fix: Fix, _ moved: Displacement, isInMotion fixIsInMotion: Bool, growthStill: Int64, _ rules: TrailRules
    ) -> Weighing {
        // One fix so far out is Wi-Fi; two in a row are the way there, however long the app was suspended in between.
        if distance > rules.candidateFar {
            return moved.distance > rules.candidateFar
                ? .confirmed(.far) : .dropped(measured: moved.distance, limit: rules.candidateFar)
        }
        let age = fix.sampleTime - held.fix.sampleTime
        if age > rules.candidateTime { return .dropped(measured: age, limit: rules.candidateTime) }
        if fix.hasSatelliteSpeed && moved.distance < rules.candidateMoving {
            return .dropped(measured: moved.distance, limit: rules.candidateMoving)
        }
        if !isInMotion && moved.distance < rules.candidateStill {
            return .dropped(measured: moved.distance, limit: rules.candidateStill)
        }
        let growth = fixIsInMotion ? rules.growthMoving : growthStill
        let isFurther = moved.distance - distance >= growth
        return isFurther && Self.pointsAway(fix, moved, isInMotion: fixIsInMotion, rules)
            ? .confirmed(.left) : .pending
    }
}

extension Candidate: StateCoding {
    var state: Value { ["fix": held.state, "distance": distance.state, "isInMotion": isInMotion.state] }
    init(state: Value) throws(CoreError) {
        held = try state.read("fix")
        distance = try state.read("distance")
        isInMotion = try state.read("isInMotion")
    }
}
