import DecisionCore
import SimulatedDay

/// The page docs/trail-truth.md.
public struct TruthPage {
    public private(set) var text =
        """
        # The trail against the truth

        Made by `Tests/trail-truth`; do not edit. FieldSim lives days of which every metre is known, and spoils them;
        the trail, which knows nothing of the simulator, draws its line. *Covered*: the part of the true way that a
        solid line passes within 50 m at that time. *False*: metres of solid line further than 50 m from where the phone
        was within 30 s. All figures are per day.

        """

    public init() {}

    /// The troubles of a set of days.
    public mutating func add(_ truth: TrailTruth, _ title: String) {
        text += "\n## \(title)\n\n"
        text += "| trouble | true way m | covered % | false m | what handles it |\n|---|---:|---:|---:|---|\n"
        for trouble in [nil] + Trouble.allCases.map(Optional.some) {
            row(
                trouble?.rawValue ?? "none", truth.way[trouble] ?? 0, truth.missed[trouble] ?? 0,
                truth.falseLine[trouble] ?? 0, truth.days, trouble?.handledBy ?? "")
        }
        row("all", truth.wayTotal, truth.missedTotal, truth.falseTotal, truth.days, "\(truth.stays) stays in all")
    }

    private mutating func row(
        _ name: String, _ way: Double, _ missed: Double, _ wrong: Double, _ days: Int, _ rule: String
    ) {
        let covered = way > 0 ? Self.decimal((1 - missed / way) * 100) : "-"
        text += "| \(name) | \(Int((way / Double(days)).rounded())) | \(covered) | "
        text += "\(Self.decimal(wrong / Double(days))) | \(rule) |\n"
    }

    /// What moving each threshold changes.
    public mutating func add(_ sweep: TruthSweep, _ title: String) {
        let days = Double(sweep.standard.days)
        text += "\n## \(title)\n\nAs the rules are: \(Self.decimal(Self.covered(sweep.standard))) % covered, "
        text +=
            "\(Self.decimal(sweep.standard.falseTotal / days)) m false. Thresholds that are not in the table change "
        text += "neither by a tenth.\n\n| rule | by | covered % | false m |\n|---|---:|---:|---:|\n"
        let standard = (Self.decimal(Self.covered(sweep.standard)), Self.decimal(sweep.standard.falseTotal / days))
        for row in sweep.rows {
            let moved = (Self.decimal(Self.covered(row.truth)), Self.decimal(row.truth.falseTotal / days))
            guard moved != standard else { continue }
            let percent = Int(((row.factor - 1) * 100).rounded())
            text += "| `\(row.rule)` | \(percent > 0 ? "+" : "")\(percent) % | \(moved.0) | \(moved.1) |\n"
        }
    }

    private static func covered(_ truth: TrailTruth) -> Double {
        truth.wayTotal > 0 ? (1 - truth.missedTotal / truth.wayTotal) * 100 : 100
    }

    private static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}

extension Trouble {
    /// The rule that handles it, or why its way has no line.
    var handledBy: String {
        switch self {
        case .staleStart: "`valid.stale`: dropped, however good it looks"
        case .tunnel: "`reckoned.*`: no line from the 13th second on, a connector to the far mouth"
        case .lateBatch: "`valid.stale` lets what is late and later pass; all windows run on sample times"
        case .parkingSpike: "`spike.*`: marked, and what comes back from it is no jump"
        case .wifiDrift: "`dwell.*`, `leave.*`: nothing is stored while dwelling"
        case .wifiOutlier: "`leave.far`, `leave.growth-still`: one fix alone leads nowhere"
        case .cachedRepeat: "`valid.repeat`: the true fixes between make the line"
        case .suspension: "nothing came: a connector, unless the phone lay still"
        case .coarse: "`accuracy.coarse`: kept, not drawn"
        case .falseSpeed: "`fake.speed`, `fake.doubt`: doubted"
        }
    }
}
