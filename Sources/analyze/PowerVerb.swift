import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze power`: percent an hour, milliwatts, and the two gates.
enum PowerVerb {
    static let command = Command(
        "power", summary: "percent per hour, milliwatts, and whether that is little enough",
        details: [
            """
            Battery readings come in steps, so the rate is an interval. Two gates: the whole phone draws at most 782 mW \
            over a walk, through its own capacity and health; the app adds at most 250 mW over a control walk, the same \
            way with the same phone and the app idle. Without a control leg there is no verdict on the app. Charging \
            voids a leg.
            """
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("control", value: .file(name: "INPUT"), help: "the log of the control walk"),
            Flag("battery-wh", value: .text(name: "WH"), help: "the battery's capacity when new, in watt hours"),
            Flag("health", value: .text(name: "PART"), help: "what is left of it: 0.85, or 85%"),
            Flag("fail-on", value: .choice(["fails", "no-verdict"]), help: "end with status 4 where a gate does so"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let battery = try battery(call)
        let (source, window) = try options.sourceAndWindow()
        var progress = Progress("reading \(options.input)")
        let (leg, isDamaged) = try PowerListing.leg(source, window: window) { progress.update($0) }
        let control = try call.text("control").map { try PowerListing.leg(LogSource.open($0)).leg }
        let listing = PowerListing(input: options.input, leg: leg, control: control, battery: battery)
        let language = options.speech.language
        try Listing(whole: listing.value, rows: "gates", text: { text(listing, language) }).print(as: options.format)
        let verdicts = [listing.gates.player, listing.gates.developer]
        switch call.text("fail-on") {
        case "fails" where verdicts.contains(.fails): return .findings
        case "no-verdict" where verdicts.contains(where: { $0 != .passes }): return .findings
        default: return isDamaged ? .damaged : .done
        }
    }

    private static func battery(_ call: Invocation) throws -> PowerGates.Battery? {
        let wattHours = try call.number("battery-wh")
        let text = call.text("health")
        let health = text.flatMap { $0.hasSuffix("%") ? Double($0.dropLast()).map { $0 / 100 } : Double($0) }
        guard wattHours != nil || text != nil else { return nil }
        guard let battery = PowerGates.Battery(wattHours: wattHours, health: health) else {
            throw Complaint.usage(
                "--battery-wh takes watt hours above 0, --health a part of 1, and both are needed",
                hint: "a new battery of 12.7 Wh: --battery-wh 12.7 --health 1")
        }
        return battery
    }

    private static func text(_ listing: PowerListing, _ language: Language) -> String {
        let gates = listing.gates
        var table = TextTable([("", .left), ("", .left)])
        table.add(["measured over", Wording.duration(listing.leg.duration)])
        table.add(["rate", interval(gates.rate.map { ($0.least, $0.most) }, "%/h", digits: 10)])
        table.add(["power", interval(gates.milliwatts.map { ($0.least, $0.most) }, "mW", digits: 1)])
        table.add(["added by the app", interval(gates.added.map { ($0.least, $0.most) }, "mW", digits: 1)])
        table.add(["player's gate, 782 mW", verdict(gates.player, language)])
        table.add(["developer's gate, 250 mW", verdict(gates.developer, language)])
        return table.text()
    }

    private static func interval(_ bounds: (Double, Double)?, _ unit: String, digits: Double) -> String {
        guard let (least, most) = bounds else { return "unknown" }
        func rounded(_ number: Double) -> String { Wording.plain(.number((number * digits).rounded() / digits)) }
        return "\(rounded(least)) to \(rounded(most)) \(unit)"
    }

    private static func verdict(_ verdict: PowerGates.Verdict, _ language: Language) -> String {
        AuditLine(verdict).text(in: language)
    }
}
