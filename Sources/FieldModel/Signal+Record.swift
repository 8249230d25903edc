/// What a log holds of a signal, both ways: the one mapping between signals and lines. A fix is a sample, everything
/// else an event. docs/formats.md has the keys.

extension Signal {
    /// The signal that an event stands for; nil for an event that is none (a decision, a heartbeat), or one whose
    /// parameters are missing or unknown.
    public init?(_ record: Record) {
        switch record.knownKind {
        case .motion: self.init(motion: record)
        case .steps: self.init(record["count"]?.integer.flatMap(Int.init(exactly:)).map(Signal.stepsCounted))
        case .burst: self.init(AccelerationBurst(record).map(Signal.burstMeasured))
        case .wake: self.init(record.code("by").map(Signal.woken))
        case .region: self.init(region: record)
        case .visit: self.init(visit: record)
        case .timer: self.init(record["id"]?.string.map(Signal.timerFired))
        case .app: self.init(record.code("to").map(Signal.appMoved))
        case .track: self.init(record["on"]?.bool.map(Signal.trackingTurned))
        case .authorization:
            self = .authorizationChanged(
                Authorization(
                    location: record.code("location"), precise: record["precise"]?.bool,
                    motion: record.code("motion")))
        case .battery:
            self = .batteryRead(level: record["level"]?.double, plugged: record["plugged"]?.bool)
        case .settings: self = .settingsChanged(record.fields)
        case .launch:
            self = .launched(run: record["run"]?.string ?? "", boot: record["boot"]?.string ?? "")
        case .hole:
            guard let from = record["from"]?.integer, let to = record["to"]?.integer else { return nil }
            self = .holeFound(from: BootTime(from), to: BootTime(to))
        case .zone: self.init(record["offset"]?.integer.flatMap(Int.init(exactly:)).map(Signal.zoneChanged))
        default: return nil
        }
    }

    private init?(_ signal: Signal?) {
        guard let signal else { return nil }
        self = signal
    }

    private init?(motion record: Record) {
        guard let kind: MotionKind = record.code("kind") else { return nil }
        self = .motionRead(
            MotionReading(
                kind: kind, confidence: record.code("conf"), since: record["at"]?.integer.map { WallTime($0) }))
    }

    private init?(region record: Record) {
        guard let id = record["id"]?.string, let edge: RegionEdge = record.code("edge") else { return nil }
        self = .regionCrossed(id: id, edge)
    }

    private init?(visit record: Record) {
        guard let latitude = record["lat"]?.double.flatMap({ Quantity($0, scale: 1e7) }),
            let longitude = record["lon"]?.double.flatMap({ Quantity($0, scale: 1e7) })
        else { return nil }
        let accuracy = record["hacc"].map { $0.double.flatMap { Quantity($0, scale: 100) } ?? .empty }
        self = .visitReported(
            VisitReport(
                arrival: record["arrival"]?.integer.map { WallTime($0) },
                departure: record["departure"]?.integer.map { WallTime($0) }, latitude: latitude.rawValue,
                longitude: longitude.rawValue, horizontalAccuracy: accuracy ?? .absent))
    }

    /// The event that holds this signal, as it is written; nil for a fix, which is a sample.
    public func record(at stamp: Stamp) -> Record? {
        eventParts.map { Record(stamp: stamp, kind: $0.kind.rawValue, fields: $0.fields) }
    }

    /// Kind and parameters of the event that holds this signal; nil for a fix.
    public var eventParts: (kind: RecordKind, fields: [Record.Field])? {
        switch self {
        case .fixArrived: nil
        case .motionRead(let it): (.motion, it.fields)
        case .stepsCounted(let count): (.steps, [.init("count", .integer(Int64(count)))])
        case .burstMeasured(let burst): (.burst, burst.fields)
        case .woken(let cause): (.wake, [.init("by", .string(cause.rawValue))])
        case .regionCrossed(let id, let edge):
            (.region, [.init("id", .string(id)), .init("edge", .string(edge.rawValue))])
        case .visitReported(let it): (.visit, it.fields)
        case .timerFired(let id): (.timer, [.init("id", .string(id))])
        case .appMoved(let state): (.app, [.init("to", .string(state.rawValue))])
        case .trackingTurned(let on): (.track, [.init("on", .bool(on))])
        case .authorizationChanged(let it): (.authorization, it.fields)
        case .batteryRead(let level, let plugged):
            (
                .battery,
                [level.map { Record.Field("level", .number($0)) }, plugged.map { .init("plugged", .bool($0)) }]
                    .compactMap(\.self)
            )
        case .settingsChanged(let fields): (.settings, fields)
        case .launched(let run, let boot): (.launch, [.init("run", .string(run)), .init("boot", .string(boot))])
        case .holeFound(let from, let to):
            (.hole, [.init("from", .integer(from.rawValue)), .init("to", .integer(to.rawValue))])
        case .zoneChanged(let offset): (.zone, [.init("offset", .integer(Int64(offset)))])
        }
    }
}

extension Sample {
    /// The signal that a sample stands for, and when it came.
    public var signal: Signal { .fixArrived(fix) }

    /// The number and clocks of the callback.
    public var stamp: Stamp { Stamp(n: n, wallTime: fix.receiveTime, bootTime: fix.bootTime) }
}

extension Record {
    /// The meaning of a text parameter; nil where it is missing or unknown.
    public func code<Code: RawRepresentable<String>>(_ key: String) -> Code? {
        self[key]?.string.flatMap(Code.init(rawValue:))
    }
}

extension MotionReading {
    fileprivate var fields: [Record.Field] {
        var fields: [Record.Field] = [.init("kind", .string(kind.rawValue))]
        if let confidence { fields.append(.init("conf", .string(confidence.rawValue))) }
        if let since { fields.append(.init("at", .integer(since.rawValue))) }
        return fields
    }
}

extension VisitReport {
    fileprivate var fields: [Record.Field] {
        var fields: [Record.Field] = [
            .init("arrival", arrival.map { .integer($0.rawValue) } ?? .null),
            .init("departure", departure.map { .integer($0.rawValue) } ?? .null),
            .init("lat", .number(Double(latitude) / 1e7)), .init("lon", .number(Double(longitude) / 1e7)),
        ]
        if !horizontalAccuracy.isAbsent {
            fields.append(.init("hacc", horizontalAccuracy.number.map { .number(Double($0) / 100) } ?? .null))
        }
        return fields
    }
}

extension Authorization {
    fileprivate var fields: [Record.Field] {
        var fields: [Record.Field] = []
        if let location { fields.append(.init("location", .string(location.rawValue))) }
        if let precise { fields.append(.init("precise", .bool(precise))) }
        if let motion { fields.append(.init("motion", .string(motion.rawValue))) }
        return fields
    }
}
