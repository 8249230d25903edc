import DecisionCore
import FieldModel

/// A walk in a small town: one street of 1,010 m northwards from 50 N 10 E, dots every 20 m, in a town of 800 m about its
/// middle; a second town lies 5 km east.
struct WalkScene {
    var core: WalkCore
    var account = WalkAccount()
    var decisions: [Decision] = []
    private var n: SequenceNumber = 0

    init(_ rules: WalkRules = WalkRules(), motion: Authorization.Motion = .authorized) throws {
        core = WalkCore(rules: rules, pack: try StreetPack(Self.pack))
        signal(
            .authorizationChanged(Authorization(location: .always, precise: true, motion: motion)), at: -100)
        decisions = []
    }

    static let pack: Value = [
        "name": "test",
        "towns": [
            town("home", north: 500, east: 0, streets: [street(from: (0, 0), to: (1010, 0))]),
            town("other", north: 0, east: 5000, streets: [street(from: (0, 5000), to: (105, 5000))]),
        ],
    ]

    static func town(_ id: String, north: Double, east: Double, streets: Value) -> Value {
        let middle = position(north, east)
        return [
            "id": .string(id), "lat": middle.array![0], "lon": middle.array![1], "radius_m": 800, "streets": streets,
        ]
    }

    static func street(from: (Double, Double), to: (Double, Double)) -> Value {
        ["name": "s", "line": [position(from.0, from.1), position(to.0, to.1)]]
    }

    static func position(_ north: Double, _ east: Double) -> Value {
        let fix = Scene.fix(0, north: north, east: east)
        return [.number(Double(fix.latitude) / 1e7), .number(Double(fix.longitude) / 1e7)]
    }

    mutating func feed(_ fix: Fix) { decide(.fixArrived(fix), at: fix.stamp) }
    mutating func feed(_ fixes: [Fix]) { for fix in fixes { feed(fix) } }

    mutating func signal(_ signal: Signal, at seconds: Double) {
        let boot = BootTime(Int64((seconds * 1000).rounded()))
        decide(signal, at: Stamp(n: n + 1, wallTime: Scene.wallTime(seconds), bootTime: boot))
    }

    mutating func motion(_ kind: MotionKind, at seconds: Double) {
        signal(.motionRead(MotionReading(kind: kind, confidence: .high)), at: seconds)
    }

    private mutating func decide(_ signal: Signal, at stamp: Stamp) {
        n += 1
        var step: [Decision] = []
        core.decide(signal, at: stamp, into: &step)
        account.take(signal, at: stamp, step, of: core)
        decisions += step
    }

    /// What was decided, without verdicts, as short words.
    var words: [String] {
        decisions.compactMap { decision in
            switch decision {
            case .stateChanged(let change): "\(change.to) by \(change.cause)"
            case .pathChosen(let choice): "\(choice.capability): \(choice.path)"
            case .setProfile(let profile): profile.receiverOn ? "receiver" : "off"
            case .effect(.startTimer(let id, let time)): "start \(id) \(time / 1000)"
            case .effect(.cancelTimer(let id)): "cancel \(id)"
            case .effect(.offerStart(let place)): "offer \(place)"
            case .effect(.askFullAccuracy): "ask full accuracy"
            case .effect(.armRegions(let ids)): "watch \(ids.joined(separator: "+"))"
            case .effect(.start(let service)): "start \(service.rawValue)"
            case .effect(.stop(let service)): "stop \(service.rawValue)"
            default: nil
            }
        }
    }

    /// Dots with their outcomes, `3 collected`.
    var dots: [String] {
        decisions.compactMap { decision in
            guard case .dotRuled(let ruling) = decision else { return nil }
            return "\(ruling.dot) \(ruling.outcome.rawValue.dropFirst(4))"
        }
    }

    /// In town and walking from `seconds` on.
    mutating func begin(at seconds: Double = 0) {
        signal(.regionCrossed(id: "home", .enter), at: seconds)
        motion(.walking, at: seconds)
    }
}
