/// e-mission, and MobilityNet which records with it: a JSON list of entries `{metadata: {key, write_ts, platform,
/// time_zone}, data: {ts, …}}`. One file may hold every kind of entry, or each kind has a file of its own; then all of
/// them are given together.
///
/// - `data.ts` is the reading's own time; `data.write_ts`, else `metadata.write_ts`, is when the app received it, and
///   what orders the log.
/// - Speed and course accuracy do not exist: the columns are left out.
/// - Android gives 0 for a speed, course or altitude it does not have. Each exact 0 becomes invalid; a phone that
///   truly stands, heads due north or lies at the sea cannot be told apart.
/// - `background/filtered_location` repeats positions that `background/location` has: left out.
import FieldModel
import LogFormat

/// e-mission: entries of its database as JSON.
public struct EMissionImporter: Importer {
    private var log = ImportedLog()
    private var zone: String?

    public init() {}

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        let root: Value
        do throws(JSONError) { root = try JSON.parse(file.bytes) } catch { throw .notJSON(path: file.path, error) }
        guard let entries = root.array else { throw .shape(path: file.path, wanted: "a list of entries") }
        for value in entries {
            if let entry = EMissionEntry(value) {
                read(entry)
            } else {
                log.damaged["entry without key or time", default: 0] += 1
            }
        }
    }

    public func finished() -> ImportedLog { log }

    private mutating func read(_ entry: EMissionEntry) {
        switch entry.key {
        case "background/location": readFix(entry)
        case "background/motion_activity":
            guard let reading = entry.motion else { return note(damaged: entry) }
            append(.motionRead(reading), at: entry)
        case "background/battery":
            append(.batteryRead(level: entry.batteryLevel, plugged: entry.isPlugged), at: entry)
        case "statemachine/transition": readTransition(entry)
        case "background/filtered_location":
            log.leftOut["\(entry.key) (repeats background/location)", default: 0] += 1
        default: log.leftOut[entry.key, default: 0] += 1
        }
    }

    private mutating func readFix(_ entry: EMissionEntry) {
        guard let reading = entry.reading else { return note(damaged: entry) }
        noteZone(entry)
        let given: [(FixColumn, Double?)] = [
            (.alt, reading.altitude), (.vacc, reading.verticalAccuracy), (.speed, reading.speed),
            (.course, reading.course),
        ]
        log.columns.formUnion([.recv, .hacc])
        for (column, value) in given where value != nil { log.columns.insert(column) }
        let fix = Fix(reading, receiveTime: entry.received, bootTime: nil)
        log.received.append(.init(at: entry.received, .sample(fix, extra: entry.extraCells)))
        for name in entry.nestedNames { log.leftOut["\(entry.key) \(name) (says the same again)", default: 0] += 1 }
    }

    /// What the app's own state machine did is kept as it is; a silent push is what the toolkit calls a wake.
    private mutating func readTransition(_ entry: EMissionEntry) {
        if entry.data["transition"]?.string == "T_RECEIVED_SILENT_PUSH" { append(.woken(by: .push), at: entry) }
        log.received.append(.init(at: entry.received, .event(kind: entry.key, fields: entry.plainFields)))
    }

    /// The phone's zone, as a position tells it: at the first one and at every change.
    private mutating func noteZone(_ entry: EMissionEntry) {
        guard let name = entry.zone, name != zone, let offset = entry.zoneOffset else { return }
        zone = name
        log.received.append(
            .init(
                at: entry.received,
                .event(
                    kind: RecordKind.zone.rawValue,
                    fields: [.init("offset", .integer(Int64(offset))), .init("zone", .string(name))])))
    }

    private mutating func append(_ signal: Signal, at entry: EMissionEntry) {
        guard let parts = signal.eventParts else { return }
        log.received.append(.init(at: entry.received, .event(kind: parts.kind.rawValue, fields: parts.fields)))
    }

    private mutating func note(damaged entry: EMissionEntry) {
        log.damaged["\(entry.key) without its values", default: 0] += 1
    }
}
