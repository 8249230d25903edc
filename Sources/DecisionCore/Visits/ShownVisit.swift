import FieldModel

/// A visit as it is shown at one moment: every time says where it comes from.
public struct ShownVisit: Equatable, Sendable {
    /// Which visit it is, whatever is corrected in it.
    public enum ID: Hashable, Sendable {
        /// The platform's, counted from 0.
        case reported(Int)
        /// Added by the correction with this number.
        case added(Int)
        /// The later part, split off by the correction with this number.
        case splitOff(Int)
    }

    /// Where a time comes from.
    public enum Source: String, CaseIterable, Sendable {
        case reported, corrected
        /// Worked out from what came next; marked wherever it is shown.
        case inferred
    }

    /// A time and where it comes from; nil is unknown, or not yet.
    public struct Moment: Equatable, Sendable {
        public var time: WallTime?
        public var source: Source

        public init(_ time: WallTime?, _ source: Source = .reported) {
            self.time = time
            self.source = source
        }
    }

    public var id: ID
    public var arrival: Moment
    /// Without a time the visit is open.
    public var departure: Moment
    /// 1e-7 degree
    public var latitude: Int32
    /// 1e-7 degree
    public var longitude: Int32
    /// cm
    public var accuracy: Quantity
    /// What the user calls the place.
    public var name: String?
    /// When it was first known of; orders visits whose arrival is unknown, and is shown nowhere.
    public var told: WallTime

    public var isOpen: Bool { departure.time == nil }
    /// What orders visits.
    var key: WallTime { arrival.time ?? departure.time ?? told }
    /// From here on an end is looked for.
    var start: WallTime { arrival.time ?? told }

    /// `08:20 - 07:45 +2d`: local times of a zone `offset` seconds east, the days between them, an asterisk behind what
    /// is inferred; `?` for an unknown arrival, nothing behind the dash of an open visit.
    public func span(offset: Int) -> String {
        let from = arrival.time.map { $0.clock(offset: offset) + mark(arrival) } ?? "?"
        guard let end = departure.time else { return "\(from) -" }
        let days = arrival.time.map { end.day(offset: offset) - $0.day(offset: offset) } ?? 0
        return "\(from) - \(end.clock(offset: offset))\(mark(departure))" + (days > 0 ? " +\(days)d" : "")
    }

    /// As JSON: times in RFC 3339, `inferred` names the keys that were worked out.
    public var value: Value {
        var fields: [Record.Field] = [
            .init("arrival", arrival.value), .init("departure", departure.value),
            .init("lat", .number(Double(latitude) / 1e7)), .init("lon", .number(Double(longitude) / 1e7)),
            .init("inferred", .array(keys(.inferred))), .init("corrected", .array(keys(.corrected))),
        ]
        if let name { fields.append(.init("name", .string(name))) }
        return .object(fields)
    }

    private func keys(_ source: Source) -> [Value] {
        (arrival.source == source ? ["arrival"] : []) + (departure.source == source ? ["departure"] : [])
    }

    private func mark(_ moment: Moment) -> String { moment.source == .inferred ? "*" : "" }
}

extension ShownVisit.Moment {
    fileprivate var value: Value { time.map { .string($0.description) } ?? .null }
}

extension WallTime {
    /// Days since 1970-01-01 in a zone `offset` seconds east.
    func day(offset: Int) -> Int64 { CivilDate(self + Int64(offset) * 1000).daysSinceEpoch }

    /// `HH:MM` in a zone `offset` seconds east.
    fileprivate func clock(offset: Int) -> String {
        let local = self + Int64(offset) * 1000
        let minutes = (local - CivilDate(local).startOfDay) / 60_000
        return "\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    }
}
