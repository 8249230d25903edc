import FieldModel

/// The visits as they are shown now: facts, corrections over them, and ends worked out from what came next.
public struct VisitBook: Equatable, Sendable {
    public var ledger: VisitLedger
    public var corrections: VisitCorrections

    public init(_ ledger: VisitLedger, corrections: VisitCorrections = VisitCorrections()) {
        self.ledger = ledger
        self.corrections = corrections
    }

    /// In order of time. A visit without a departure ends, for this showing, at the earlier of the next visit's arrival and
    /// the next drive's departure; with neither it is open. A departure before its arrival is no departure.
    public var visits: [ShownVisit] {
        var visits = ledger.newest.map(ShownVisit.init)
        _ = corrections.apply(to: &visits)
        for index in visits.indices where visits[index].departsBeforeArriving {
            visits[index].departure = .init(nil)
        }
        let ends = (visits.compactMap(\.arrival.time) + ledger.drives.map(\.departure)).sorted()
        for index in visits.indices where visits[index].isOpen {
            let start = visits[index].start
            if let end = ends.first(where: { $0 > start }) { visits[index].departure = .init(end, .inferred) }
        }
        return visits.sorted { $0.key < $1.key }
    }
}

extension ShownVisit {
    fileprivate init(_ entry: VisitLedger.Entry) {
        self.init(
            id: .reported(entry.visit), arrival: .init(entry.report.arrival), departure: .init(entry.report.departure),
            latitude: entry.report.latitude, longitude: entry.report.longitude,
            accuracy: entry.report.horizontalAccuracy, name: nil, told: entry.stamp.wallTime)
    }

    fileprivate var departsBeforeArriving: Bool {
        guard let from = arrival.time, let to = departure.time else { return false }
        return to < from
    }
}
