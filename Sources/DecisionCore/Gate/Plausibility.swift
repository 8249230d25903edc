import FieldModel

/// Step B: is a fix plausible by itself, for what the motion sensor says and how its radius rose?
struct Plausibility {
    var motion: MotionDebouncer
    var isInMotion: Bool
    /// The radius in cm from which it counts as dead reckoned; nil where its rise is too young to tell.
    var reckonedFrom: Int64?

    func refuse<Listener: CheckListener>(
        _ fix: Fix, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        let accuracy = Int64(fix.horizontalAccuracy.rawValue)
        let limit = motion.kind == .automotive ? rules.coarseAccuracy : rules.ordinaryAccuracy
        let isUnderground =
            motion.maybeStill && accuracy >= rules.undergroundLeast && accuracy <= rules.undergroundMost
        let fakeSpeed = Int64(fix.speed.rawValue) >= rules.fakeSpeed && !fix.speedIsComplete
        let isReckoned = accuracy > rules.deadReckonedAccuracy && accuracy >= reckonedFrom ?? .max
        return listener.check(
            .accuracy, isUnderground ? .underground : .accuracy, measured: accuracy, limit: limit,
            fails: accuracy > limit)
            ?? listener.check(
                .fakeSpeed, .fakeSpeed, measured: Int64(fix.speed.rawValue), limit: rules.fakeSpeed, fails: fakeSpeed)
            ?? listener.check(
                .deadReckoning, .deadReckoned, measured: accuracy,
                limit: max(rules.deadReckonedAccuracy, reckonedFrom ?? .max), fails: isInMotion && isReckoned)
    }
}
