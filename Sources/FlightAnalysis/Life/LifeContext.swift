import FieldModel
import LogFormat

/// What is known of the app and its settings at a moment: folded from the events so far.
public struct LifeContext: Hashable, Sendable {
    public var app: AppState?
    public var motion: MotionKind?
    public var tracking: Bool?
    /// Parameters of the last `profile` event.
    public var profile: [Record.Field] = []
    /// Parameters of the last `settings` events, the newest value of each.
    public var settings: [Record.Field] = []
    /// Parameters of the last `auth` events, the newest value of each.
    public var authorization: [Record.Field] = []
    public var device: String?
    public var os: String?
    /// Of the app.
    public var build: String?
    /// Seconds east of UTC.
    public var zoneOffset: Int?
    /// False between `hb.off` and `hb.on`.
    public var beatsExpected = true

    public init() {}

    /// Whether the receiver is on and no distance filter holds fixes back; nil where no profile was recorded.
    public var expectsFixes: Bool? {
        guard let receiver = profile.first(where: { $0.key == "receiver" })?.value.bool else { return nil }
        let filter = profile.first { $0.key == "filter" }?.value.double
        return receiver && (filter ?? 0) == 0
    }

    /// The receiver's configuration in a few words, for grouping: `best, filter 10 m`.
    public var configuration: String {
        func text(_ key: String) -> String? { profile.first { $0.key == key }?.value.string }
        guard !profile.isEmpty else { return "unknown" }
        if profile.first(where: { $0.key == "receiver" })?.value.bool == false { return "receiver off" }
        let filter = profile.first { $0.key == "filter" }?.value.double ?? 0
        let name = text("accuracy") ?? text("label") ?? "on"
        return name + (filter > 0 ? ", filter \(JSON.text(.number(filter)).droppingZeroFraction) m" : ", no filter")
    }

    mutating func note(_ event: Event) {
        let record = event.record
        switch event.kind {
        case .app: app = record.code("to") ?? app
        case .heartbeat:
            app = record.code("app") ?? app
            motion = record.code("motion") ?? motion
        case .motion: motion = record.code("kind") ?? motion
        case .track: tracking = record["on"]?.bool ?? tracking
        case .profile: profile = record.fields
        case .settings: Self.merge(record.fields, into: &settings)
        case .authorization: Self.merge(record.fields, into: &authorization)
        case .zone: zoneOffset = record["offset"]?.integer.flatMap(Int.init(exactly:)) ?? zoneOffset
        case .launch:
            device = record["device"]?.string ?? device
            os = record["os"]?.string ?? os
            build = record["build"]?.string ?? build
            zoneOffset = record["tz"]?.integer.flatMap(Int.init(exactly:)) ?? zoneOffset
            // A new process knows nothing of where the old one stood.
            app = nil
            beatsExpected = true
        case .heartbeatsOff: beatsExpected = false
        case .heartbeatsOn: beatsExpected = true
        default: break
        }
    }

    private static func merge(_ fields: [Record.Field], into all: inout [Record.Field]) {
        for field in fields {
            if let index = all.firstIndex(where: { $0.key == field.key }) {
                all[index].value = field.value
            } else {
                all.append(field)
            }
        }
    }
}

extension String {
    /// `10.0` as `10`.
    var droppingZeroFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
