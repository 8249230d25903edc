import DecisionCore
import FieldModel

/// What visits come to: as they are shown at the end of the log, with the drives between them and the places they are at.
public struct VisitAccount: CoreAccount {
    private var ledger = VisitLedger()
    private var rules = VisitRules()
    private var offset = 0

    public init() {}

    public mutating func hear(
        _ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing VisitCore
    ) {
        if case .zoneChanged(let offset) = signal { self.offset = offset }
        if !decisions.isEmpty { ledger.take(signal, at: stamp, decisions) }
        rules = core.rules
    }

    private var visits: [ShownVisit] { VisitBook(ledger).visits }
    private var places: UsualPlaces {
        UsualPlaces(visits.compactMap { UsualPlaces.Visit($0, offset: offset) }, rules: rules)
    }

    public var figures: [Figure] {
        let (visits, places) = (visits, places)
        return [
            Figure("reports", .count(ledger.entries.count)), Figure("visits", .count(visits.count)),
            Figure("open", .count(visits.count(where: \.isOpen))),
            Figure("inferred_ends", .count(visits.count { $0.departure.source == .inferred })),
            Figure("drives", .count(ledger.drives.count)), Figure("places", .count(places.places.count)),
            Figure("anchors", .count(places.places.count(where: \.isAnchor))),
        ] + visits.enumerated().map { Figure("visit_\($0 + 1)", .text($1.span(offset: offset))) }
    }

    public var lists: [Record.Field] {
        let places = places
        let shown = visits.map { visit -> Value in
            let away = places.away(latitude: visit.latitude, longitude: visit.longitude)
            return .object(
                (visit.value.fields ?? []) + [.init("away_m", away.map { .metres($0) } ?? .null)])
        }
        let drives = ledger.drives.map { drive in
            Value.object([
                .init("departure", .string(drive.departure.description)), .init("end", .text(drive.end?.description)),
            ])
        }
        return [.init("list", .array(shown)), .init("drive_list", .array(drives))]
    }
}
