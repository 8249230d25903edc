import FieldModel

/// Keeps the records between two times. Before the first event that is kept stand the last ones of the kinds that say
/// what held at that moment (which run, which settings), so that the slice can still be understood.
struct EventSpanFilter: LineFilter {
    private let since: WallTime
    private let until: WallTime
    private var context: [(kind: String, line: [UInt8])] = []
    private var hasBegun = false
    private(set) var removed: [String: Int64] = [:]

    private static let contextKinds: Set<String> = [
        "launch", "settings", "auth", "tz", "track", "app", "motion", "profile", "hb.off", "hb.on", "core",
        "capability",
    ]

    init(since: WallTime?, until: WallTime?) {
        self.since = since ?? WallTime(.min)
        self.until = until ?? WallTime(.max)
    }

    mutating func take(_ line: [UInt8], handing next: (_ line: [UInt8]) -> Void) {
        // A line without a time (damage, a short form) stands with the ones around it.
        guard let time = LineTime.ofEvent(line) else {
            if hasBegun { next(line) } else { removed["since", default: 0] += 1 }
            return
        }
        if time < since {
            removed["since", default: 0] += 1
            guard let kind = LineTime.kind(ofEvent: line), Self.contextKinds.contains(kind) else { return }
            context.removeAll { $0.kind == kind }
            context.append((kind, line))
        } else if time > until {
            removed["until", default: 0] += 1
        } else {
            if !hasBegun {
                removed["since", default: 0] -= Int64(context.count)
                for entry in context { next(entry.line) }
                context = []
            }
            hasBegun = true
            next(line)
        }
    }
}

/// The same for samples; the header line always stays.
struct SampleSpanFilter: LineFilter {
    private let since: WallTime
    private let until: WallTime
    private var column: Int?
    private var sawHeader = false
    private(set) var removed: [String: Int64] = [:]

    init(since: WallTime?, until: WallTime?) {
        self.since = since ?? WallTime(.min)
        self.until = until ?? WallTime(.max)
    }

    mutating func take(_ line: [UInt8], handing next: (_ line: [UInt8]) -> Void) {
        guard sawHeader else {
            sawHeader = true
            let names = CSVLine.names(line)
            // The receipt is what orders a log; a source without it has the sample's own time.
            column = names.firstIndex(of: "recv") ?? names.firstIndex(of: "t")
            return next(line)
        }
        let cells = CSVLine.cells(line)
        guard let column, column < cells.count, let millis = Int64(String(decoding: cells[column], as: UTF8.self))
        else {
            return next(line)
        }
        if WallTime(millis) < since {
            removed["since", default: 0] += 1
        } else if WallTime(millis) > until {
            removed["until", default: 0] += 1
        } else {
            next(line)
        }
    }
}
