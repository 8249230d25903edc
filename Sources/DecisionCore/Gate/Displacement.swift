import FieldModel

/// Steps 12 to 14: has a fix moved, against the point it is compared with?
struct Displacement {
    /// mm
    var distance: Int64
    /// cm, of the point it is compared with.
    private var accuracyThere: Int64

    init(of fix: Fix, from point: Fix) {
        distance = Distance.between(fix, point)
        accuracyThere = Int64(point.horizontalAccuracy.rawValue)
    }

    /// The first of steps 12 to 14 that the fix fails.
    func refuse<Listener: CheckListener>(
        _ fix: Fix, _ rules: TrailRules, _ listener: inout Listener
    ) -> Ruling? {
        let spacing = Self.spacing(fix, rules)
        return listener.check(.spacing, .spacing, measured: distance, limit: spacing, fails: distance < spacing)
            ?? refuseWithinError(fix, &listener)
    }

    /// Steps 13 and 14: within its own error circle, or, without satellite speed, circles that touch.
    func refuseWithinError<Listener: CheckListener>(_ fix: Fix, _ listener: inout Listener) -> Ruling? {
        let own = Int64(fix.horizontalAccuracy.rawValue) * 10
        if let refusal = listener.check(.ownError, .drift, measured: distance, limit: own, fails: distance <= own) {
            return refusal
        }
        guard !fix.hasSatelliteSpeed else { return nil }
        let both = own + accuracyThere * 10
        return listener.check(.bothErrors, .drift, measured: distance, limit: both, fails: distance <= both)
    }

    /// The least distance of the next point, in mm: as far as the fix's speed goes in a while, within bounds.
    private static func spacing(_ fix: Fix, _ rules: TrailRules) -> Int64 {
        guard fix.hasSatelliteSpeed else { return rules.spacingLeast }
        // cm/s times ms are hundred-thousandths of a metre: a hundredth of that is mm.
        let way = Int64(fix.speed.rawValue).saturatingMultiply(rules.spacingTime) / 100
        return max(rules.spacingLeast, min(way, rules.spacingMost))
    }

    /// Whether neither error circle touches the other.
    func isDisjoint(_ fix: Fix) -> Bool {
        distance > (Int64(fix.horizontalAccuracy.rawValue) + accuracyThere) * 10
    }
}
