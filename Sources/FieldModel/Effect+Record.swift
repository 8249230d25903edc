/// The parameters of effects, state changes and what else the cores beside the trail decide, both ways.

extension Effect {
    /// Parameters of an `effect` record.
    public var fields: [Record.Field] {
        switch self {
        case .startTimer(let id, let milliseconds):
            [.init("code", "start-timer"), .init("id", .string(id)), .init("ms", .integer(milliseconds))]
        case .cancelTimer(let id): [.init("code", "cancel-timer"), .init("id", .string(id))]
        case .start(let service): [.init("code", "start"), .init("service", .string(service.rawValue))]
        case .stop(let service): [.init("code", "stop"), .init("service", .string(service.rawValue))]
        case .armRegions(let ids): [.init("code", "arm-regions"), .init("ids", .array(ids.map(Value.string)))]
        case .offerStart(let place): [.init("code", "offer-start"), .init("place", .string(place))]
        case .askFullAccuracy: [.init("code", "ask-full-accuracy")]
        }
    }

    /// The effect that a record tells of; nil where a parameter is missing or unknown.
    public init?(_ record: Record) {
        let effect: Effect? =
            switch record["code"]?.string {
            case "start-timer":
                record["id"]?.string.flatMap { id in
                    record["ms"]?.integer.map { .startTimer(id: id, milliseconds: $0) }
                }
            case "cancel-timer": record["id"]?.string.map { .cancelTimer(id: $0) }
            case "start": record.code("service").map { .start($0) }
            case "stop": record.code("service").map { .stop($0) }
            case "arm-regions": record["ids"]?.array.map { .armRegions($0.compactMap(\.string)) }
            case "offer-start": record["place"]?.string.map { .offerStart(place: $0) }
            case "ask-full-accuracy": .askFullAccuracy
            default: nil
            }
        guard let effect else { return nil }
        self = effect
    }
}

extension StateChange {
    /// Parameters of a `state` record; its code is the machine.
    public var fields: [Record.Field] {
        [
            .init("code", .string(machine)), .init("from", .string(from)), .init("to", .string(to)),
            .init("cause", .string(cause)),
        ]
    }

    /// The change that a record tells of; nil where a parameter is missing.
    public init?(_ record: Record) {
        guard let machine = record["code"]?.string, let from = record["from"]?.string, let to = record["to"]?.string,
            let cause = record["cause"]?.string
        else { return nil }
        self.init(machine, from: from, to: to, cause: cause)
    }
}

extension DotRuling {
    /// Parameters of a `decision` record.
    public var fields: [Record.Field] {
        [
            .init("code", .string(outcome.rawValue)), .init("dot", .integer(Int64(dot))),
            .init("measured", .integer(measured)), .init("limit", .integer(limit)),
        ]
    }

    /// What a record tells of a dot; nil where a parameter is missing or unknown.
    public init?(_ record: Record) {
        guard let outcome: Outcome = record.code("code"), let dot = record["dot"]?.integer.flatMap(Int.init(exactly:)),
            let measured = record["measured"]?.integer, let limit = record["limit"]?.integer
        else { return nil }
        self.init(dot: dot, outcome, measured: measured, limit: limit)
    }
}

extension VisitFiling {
    /// Parameters of a `decision` record.
    public var fields: [Record.Field] {
        [.init("code", .string(way.rawValue)), .init("visit", .integer(Int64(visit)))]
    }

    /// What a record tells of a visit; nil where a parameter is missing or unknown.
    public init?(_ record: Record) {
        guard let way: Way = record.code("code"), let visit = record["visit"]?.integer.flatMap(Int.init(exactly:))
        else { return nil }
        self.init(visit: visit, way)
    }
}

extension PathChoice {
    /// Parameters of a `capability` record.
    public var fields: [Record.Field] { [.init("name", .string(capability)), .init("path", .string(path))] }

    /// The choice that a record tells of; nil where a parameter is missing.
    public init?(_ record: Record) {
        guard let name = record["name"]?.string, let path = record["path"]?.string else { return nil }
        self.init(name, path: path)
    }
}

extension AccelerationBurst {
    /// Parameters of a `burst` record, in g.
    public var fields: [Record.Field] {
        [.init("rms", .number(Double(rms) / 1000)), .init("peak", .number(Double(peak) / 1000))]
    }

    /// What a record measured; nil where a parameter is missing or no measurement.
    public init?(_ record: Record) {
        guard let rms = record["rms"]?.double.flatMap({ Quantity($0, scale: 1000) }),
            let peak = record["peak"]?.double.flatMap({ Quantity($0, scale: 1000) })
        else { return nil }
        self.init(rms: rms.rawValue, peak: peak.rawValue)
    }
}
