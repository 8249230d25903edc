import FieldModel

/// The two questions about power, and when they have an answer.
///
/// The player's: the whole phone draws no more than a fifth of a small battery in two hours. The developer's: the app
/// adds no more than a limit over a control walk, the same way with the same phone and the app idle. Without that walk
/// there is no verdict, whatever the figures look like.
public struct PowerGates: Equatable, Sendable {
    /// mW: 20 % of 7.82 Wh in two hours.
    public static let player = 782.0
    /// mW over the control walk.
    public static let developer = 250.0

    /// The answer to one of the questions, where there is one.
    public enum Verdict: Equatable, Sendable {
        case passes, fails
        case none(Missing)
    }

    /// What keeps a gate from a verdict.
    public enum Missing: String, CaseIterable, Sendable {
        case controlLeg = "needs-control-leg"
        /// Percent say nothing of power without that phone's own capacity and health.
        case capacity = "needs-capacity-and-health"
        case charging
        case tooShort = "too-short"
        case controlCharging = "control-charging"
        case controlTooShort = "control-too-short"
        /// The limit lies within the interval.
        case undecided
    }

    /// The phone's own battery.
    public struct Battery: Equatable, Sendable {
        /// When new.
        public var wattHours: Double
        /// The part that is left, 0-1.
        public var health: Double

        /// Nil where either is no such figure.
        public init?(wattHours: Double?, health: Double?) {
            guard let wattHours, let health, wattHours > 0, wattHours.isFinite, health > 0, health <= 1 else {
                return nil
            }
            self.wattHours = wattHours
            self.health = health
        }
    }

    public let rate: BatteryRate?
    public let milliwatts: Milliwatts?
    /// Over the control walk.
    public let added: Milliwatts?
    public let player: Verdict
    public let developer: Verdict

    public init(_ leg: BatteryLeg, control: BatteryLeg?, battery: Battery?) {
        func power(_ leg: BatteryLeg?) -> Milliwatts? {
            guard let battery, let rate = leg?.rate else { return nil }
            return rate.milliwatts(wattHours: battery.wattHours, health: battery.health)
        }
        rate = leg.rate
        milliwatts = power(leg)
        added = milliwatts.flatMap { own in power(control).map { own - $0 } }
        let missing: Missing? =
            switch leg.void {
            case .charging: .charging
            case .tooShort: .tooShort
            case nil: battery == nil ? .capacity : nil
            }
        player = Self.verdict(milliwatts, limit: Self.player, missing: missing)
        // Said every time, whatever else is missing: nobody shall take the other figures for an answer.
        let missingControl: Missing? =
            switch control.map(\.void) {
            case nil: .controlLeg
            case .some(.charging): .controlCharging
            case .some(.tooShort): .controlTooShort
            case .some(nil): missing
            }
        developer = Self.verdict(added, limit: Self.developer, missing: missingControl)
    }

    private static func verdict(_ power: Milliwatts?, limit: Double, missing: Missing?) -> Verdict {
        if let missing { return .none(missing) }
        guard let power else { return .none(.capacity) }
        return power.most <= limit ? .passes : power.least > limit ? .fails : .none(.undecided)
    }
}
