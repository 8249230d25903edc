/// Decisions as events of the log, both ways. A verdict on the fix just given is no event: it stands in the sample's own
/// `verdict` and `reason`. Every other decision carries `by`, the number of the input that led to it; a record without
/// `by` is something that happened, not something that was decided.

extension Decision {
    /// The event that tells of this decision, led to by the input numbered `input`; nil for `ruled`.
    public func event(by input: SequenceNumber) -> (kind: RecordKind, fields: [Record.Field])? {
        let (kind, fields): (RecordKind, [Record.Field])
        switch self {
        case .ruled: return nil
        case .settled(let of, let settlement):
            (kind, fields) = (
                .decision,
                [Record.Field("code", .string(settlement.code)), Record.Field("of", number(of))]
                    + settlement.measure
            )
        case .motionBecame(let motion):
            (kind, fields) = (
                .state, [Record.Field("code", "motion"), Record.Field("to", .string(motion.rawValue))]
            )
        case .setProfile(let profile): (kind, fields) = (.profile, profile.fields)
        case .dwellBegan(let cause, let anchor):
            (kind, fields) = (
                .dwell,
                [
                    Record.Field("code", "began"), Record.Field("cause", .string(cause.rawValue)),
                    Record.Field("anchor", number(anchor)),
                ]
            )
        case .dwellEnded(let cause, let stay):
            (kind, fields) = (
                .dwell,
                [Record.Field("code", "ended"), Record.Field("cause", .string(cause.rawValue))]
                    + (stay.map { [Record.Field("stay", $0.value)] } ?? [])
            )
        case .effect(let effect): (kind, fields) = (.effect, effect.fields)
        case .stateChanged(let change): (kind, fields) = (.state, change.fields)
        case .dotRuled(let ruling): (kind, fields) = (.decision, ruling.fields)
        case .visitFiled(let filing): (kind, fields) = (.decision, filing.fields)
        case .pathChosen(let choice): (kind, fields) = (.capability, choice.fields)
        }
        return (kind, fields + [Record.Field("by", number(input))])
    }

    /// The decision a record tells of and the number of the input that led to it; nil where it tells of none.
    public static func read(_ record: Record) -> (decision: Decision, input: SequenceNumber)? {
        guard let input = record["by"]?.sequenceNumber else { return nil }
        let decision: Decision?
        switch record.knownKind {
        case .decision where record["dot"] != nil: decision = DotRuling(record).map { .dotRuled($0) }
        case .decision where record["visit"] != nil: decision = VisitFiling(record).map { .visitFiled($0) }
        case .decision:
            let settlement = record["code"]?.string.flatMap { code in
                Settlement(
                    code: code, measured: record["measured"]?.integer ?? 0, limit: record["limit"]?.integer ?? 0)
            }
            decision = record["of"]?.sequenceNumber.flatMap { of in settlement.map { .settled(of: of, $0) } }
        case .state where record["code"]?.string == "motion":
            decision = record["to"]?.string.flatMap(MotionKind.init).map { .motionBecame($0) }
        case .state: decision = StateChange(record).map { .stateChanged($0) }
        case .effect: decision = Effect(record).map { .effect($0) }
        case .capability: decision = PathChoice(record).map { .pathChosen($0) }
        case .profile: decision = ReceiverProfile(record).map { .setProfile($0) }
        case .dwell:
            guard let cause = record["cause"]?.string.flatMap(DwellCause.init) else { return nil }
            switch record["code"]?.string {
            case "began": decision = record["anchor"]?.sequenceNumber.map { .dwellBegan(cause, anchor: $0) }
            case "ended": decision = .dwellEnded(cause, record["stay"].flatMap(Stay.init))
            default: decision = nil
            }
        default: decision = nil
        }
        return decision.map { ($0, input) }
    }
}

extension Settlement {
    /// The stable code: how it was stored, or why it was not.
    public var code: String {
        switch self {
        case .accepted: "accepted"
        case .backfilled: "backfilled"
        case .openEnd: "openEnd"
        case .refused(let ruling): ruling.reason?.rawValue ?? "dwelling"
        }
    }

    fileprivate var measure: [Record.Field] {
        guard case .refused(let ruling) = self else { return [] }
        return [Record.Field("measured", .integer(ruling.measured)), Record.Field("limit", .integer(ruling.limit))]
    }

    fileprivate init?(code: String, measured: Int64, limit: Int64) {
        switch code {
        case "accepted": self = .accepted
        case "backfilled": self = .backfilled
        case "openEnd": self = .openEnd
        case "dwelling": self = .refused(Ruling(.dwelling, measured: measured, limit: limit))
        default:
            guard let reason = Reason(rawValue: code) else { return nil }
            self = .refused(Ruling(.rejected, reason, measured: measured, limit: limit))
        }
    }
}

extension ReceiverProfile {
    /// Parameters of a `profile` record.
    public var fields: [Record.Field] {
        [
            Record.Field("accuracy", .string(accuracy.rawValue)), Record.Field("filter", .integer(Int64(filter))),
            Record.Field("type", .string(activity.rawValue)), Record.Field("receiver", .bool(receiverOn)),
            Record.Field("label", .string(label)),
        ]
    }

    /// The profile that a `profile` record carries; nil where a parameter is missing or unknown.
    public init?(_ record: Record) {
        guard let accuracy = record["accuracy"]?.string.flatMap(Accuracy.init),
            let filter = record["filter"]?.integer.flatMap({ Int(exactly: $0) }),
            let activity = record["type"]?.string.flatMap(Activity.init), let on = record["receiver"]?.bool,
            let label = record["label"]?.string
        else { return nil }
        self.init(accuracy: accuracy, filter: filter, activity: activity, receiverOn: on, label: label)
    }
}

extension Stay {
    /// `{"anchor":…,"lat":…,"lon":…,"from":…,"to":…,"unobserved":[[from,to],…]}`, times in ms, position in degrees.
    public var value: Value {
        [
            "anchor": number(anchor), "lat": .number(Double(latitude) / 1e7), "lon": .number(Double(longitude) / 1e7),
            "from": .integer(span.from.rawValue), "to": .integer(span.to.rawValue),
            "unobserved": .array(unobserved.map { [.integer($0.from.rawValue), .integer($0.to.rawValue)] }),
        ]
    }

    /// Reads what `value` gives; nil where a part is missing.
    public init?(_ value: Value) {
        guard let anchor = value["anchor"]?.sequenceNumber,
            let latitude = value["lat"]?.double.flatMap({ Quantity($0, scale: 1e7)?.number }),
            let longitude = value["lon"]?.double.flatMap({ Quantity($0, scale: 1e7)?.number }),
            let from = value["from"]?.integer, let to = value["to"]?.integer
        else { return nil }
        var unobserved: [Span] = []
        for span in value["unobserved"]?.array ?? [] {
            guard let ends = span.array, ends.count == 2, let from = ends[0].integer, let to = ends[1].integer else {
                return nil
            }
            unobserved.append(Span(from: WallTime(from), to: WallTime(to)))
        }
        self.init(
            anchor: anchor, latitude: latitude, longitude: longitude,
            span: Span(from: WallTime(from), to: WallTime(to)), unobserved: unobserved)
    }
}

private func number(_ n: SequenceNumber) -> Value { .integer(Int64(clamping: n)) }

extension Value {
    /// A whole number zero or above.
    package var sequenceNumber: SequenceNumber? { integer.flatMap { SequenceNumber(exactly: $0) } }
}
