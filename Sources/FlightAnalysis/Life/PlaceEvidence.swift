import FieldModel

/// Tells the ordinary fixes, which are evidence of where the device was, from all others.
struct PlaceEvidence: Sendable {
    /// Reasons for which a fix is no evidence of a place.
    private static let worthless: Set<String> = Set(
        [
            Reason.invalidCoordinate, .invalidAccuracy, .duplicateTime, .future, .stale, .outOfOrder, .cachedRepeat,
            .accuracy, .underground, .fakeSpeed, .deadReckoned, .wake,
        ].map(\.rawValue))

    /// The last reason looked up: reasons come in rows.
    private var last = (reason: "", isWorthless: false)

    mutating func isOrdinary(_ sample: Sample) -> Bool {
        Self.isOrdinary(sample.fix) && (sample.verdict != .rejected || !isWorthless(sample.reason))
    }

    private mutating func isWorthless(_ reason: String) -> Bool {
        if reason != last.reason { last = (reason, Self.worthless.contains(reason)) }
        return last.isWorthless
    }

    private static func isOrdinary(_ fix: Fix) -> Bool {
        fix.defect == nil && fix.source == .gps && fix.horizontalAccuracy.rawValue > 0
            && fix.horizontalAccuracy.rawValue <= GapLimits.ordinaryAccuracy && abs(fix.latitude) <= 900_000_000
            && abs(fix.longitude) <= 1_800_000_000 && (fix.latitude, fix.longitude) != (0, 0)
            && fix.receiveTime - fix.sampleTime <= GapLimits.greatestAge
    }
}
