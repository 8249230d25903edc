/// A core of your own: a value with rules and one function from a signal to the ordered decisions it leads to. Copy this
/// folder, put your rules in, and `analyze replay LOG --exec PROGRAM` argues about them with recorded days.
///
/// This one stores a fix when it is good enough and far enough from the last one stored.

import DecisionCore
import FieldModel

struct OwnCore: DecidingCore {
    static let name = "own"
    static let version = 1

    var rules: OwnRules
    /// The last fix stored: all that this core remembers.
    private var last: Place?

    struct Place: Equatable {
        var latitude: Int32
        var longitude: Int32
    }

    init(rules: OwnRules) { self.rules = rules }

    /// The state goes into a log's `core` records and comes back equal.
    var state: Value {
        last.map { ["lat": .integer(Int64($0.latitude)), "lon": .integer(Int64($0.longitude))] } ?? [:]
    }

    init(rules: OwnRules, state: Value) throws(CoreError) {
        self.init(rules: rules)
        guard let latitude = state["lat"]?.integer.flatMap(Int32.init(exactly:)),
            let longitude = state["lon"]?.integer.flatMap(Int32.init(exactly:))
        else { return }
        last = Place(latitude: latitude, longitude: longitude)
    }

    mutating func decide<Listener: CheckListener>(
        _ signal: Signal, at stamp: Stamp, into decisions: inout [Decision], heardBy listener: inout Listener
    ) {
        guard case .fixArrived(let fix) = signal else { return }
        let refusal = refuse(fix, &listener)
        if refusal == nil { last = Place(latitude: fix.latitude, longitude: fix.longitude) }
        decisions.append(.ruled(refusal ?? Ruling(.accepted)))
    }

    /// A verdict is the fold of its checks, so that an account of them cannot disagree with it.
    private func refuse<Listener: CheckListener>(_ fix: Fix, _ listener: inout Listener) -> Ruling? {
        let accuracy = Int64(fix.horizontalAccuracy.rawValue)
        let isPoor = !fix.horizontalAccuracy.isValid || accuracy > rules.accuracy
        if let ruling = Self.check("accuracy", .accuracy, accuracy, rules.accuracy, isPoor, &listener) {
            return ruling
        }
        guard let last else { return nil }
        let moved = Distance.between(
            latitude: last.latitude, longitude: last.longitude, and: fix.latitude, fix.longitude)
        return Self.check("spacing", .spacing, moved, rules.spacing, moved < rules.spacing, &listener)
    }

    private static func check<Listener: CheckListener>(
        _ code: String, _ reason: Reason, _ measured: Int64, _ limit: Int64, _ fails: Bool,
        _ listener: inout Listener
    ) -> Ruling? {
        listener.hear(Check(code, measured: measured, limit: limit, outcome: fails ? .failed : .passed))
        return fails ? Ruling(.rejected, reason, measured: measured, limit: limit) : nil
    }

    mutating func recorded(as n: SequenceNumber) {}
}

/// The thresholds, in the whole units that fixes are compared in: one table drives `--set` and the `core` record.
struct OwnRules: Hashable, RuleSet {
    /// cm
    var accuracy: Int64 = 5_000
    /// mm
    var spacing: Int64 = 15_000

    static let table: [Rule<OwnRules>] = [
        Rule("own.accuracy", .accuracyMetre, \.accuracy, .guess, "worst accuracy that is stored"),
        Rule("own.spacing", .metre, \.spacing, .guess, "least distance between two stored fixes"),
    ]

    static func names(askedByCheck code: String) -> [String] { ["own.\(code)"] }
}
