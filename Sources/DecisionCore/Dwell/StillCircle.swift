import FieldModel

/// The circle that a phone lying still without a motion sensor stays in. It begins at an accepted point, and anew at the
/// first accepted one outside of it.
struct StillCircle: Equatable {
    /// Where and when it began.
    private(set) var center: NumberedFix

    init(at center: NumberedFix) { self.center = center }

    /// An ordinary point was accepted.
    mutating func accept(_ point: NumberedFix, _ rules: TrailRules) {
        if Distance.between(point.fix, center.fix) > rules.circleRadius { center = point }
    }

    mutating func number(_ n: SequenceNumber) { center.number(n) }

    /// Whether an ordinary fix not in motion shows that the phone has stayed.
    func holds(_ fix: Fix, _ rules: TrailRules) -> Bool {
        fix.sampleTime - center.fix.sampleTime >= rules.circleTime
            && Distance.between(fix, center.fix) <= rules.circleRadius
    }
}

extension StillCircle: StateCoding {
    var state: Value { center.state }
    init(state: Value) throws(CoreError) { center = try NumberedFix(state: state) }
}
