import FieldModel
import LogFormat

/// OwnTracks: the messages an app publishes, as a list, as `{"data":[…]}`, one a line, or in the recorder's lines with a
/// time and a star before each. Speed there is whole km/h; a crossed region becomes an event.
public struct OwnTracksImporter: Importer {
    private var log = ImportedLog()
    private var battery: Int64?

    public init() {}

    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        for value in try ForeignJSON.values(of: ForeignFile(path: file.path, bytes: Self.withoutPrefixes(file.bytes))) {
            for message in value.array ?? value["data"]?.array ?? [value] { read(message) }
        }
    }

    /// The recorder's files have `2026-05-04T08:00:00Z<tab>*<tab>{…}` on each line.
    private static func withoutPrefixes(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.first, (0x30...0x39).contains(first) else { return bytes }
        let lines = bytes.split(separator: 0x0A).map { line in line.drop { $0 != UInt8(ascii: "{") } }
        return Array(lines.filter { !$0.isEmpty }.joined(separator: [0x0A]))
    }

    private mutating func read(_ message: Value) {
        switch message["_type"]?.string {
        case "location": readLocation(message)
        case "transition": readTransition(message)
        case let type: log.leftOut["message of type \(type ?? "unknown")", default: 0] += 1
        }
    }

    /// Names that mean something else here than in other programs: `t` is what triggered the message, `vel` km/h.
    private static let own: Set<String> = [
        "_type", "tst", "created_at", "lat", "lon", "acc", "alt", "vac", "vel", "cog",
    ]

    private mutating func readLocation(_ message: Value) {
        var reading = ForeignReading(time: ForeignTime.read(message["tst"]))
        reading.received = ForeignTime.read(message["created_at"])
        for (name, column) in [
            ("lat", FixColumn.lat), ("lon", .lon), ("acc", .hacc), ("alt", .alt), ("vac", .vacc), ("cog", .course),
        ] { reading.numbers[column] = message[name]?.double }
        reading.numbers[.speed] = message["vel"]?.double.map { $0 < 0 ? $0 : $0 / 3.6 }
        for field in message.fields ?? [] where !Self.own.contains(field.key) {
            let cell = field.value.cell
            if !cell.isEmpty { reading.extra[field.key] = cell }
        }
        log.append(reading)
        guard let time = reading.received ?? reading.time, let level = message["batt"]?.integer, level != battery else {
            return
        }
        battery = level
        // 1 unplugged, 2 charging, 3 full.
        let plugged = message["bs"]?.integer.flatMap { $0 == 1 ? false : $0 == 2 || $0 == 3 ? true : nil }
        log.append(.batteryRead(level: Double(level) / 100, plugged: plugged), at: time)
    }

    private mutating func readTransition(_ message: Value) {
        guard let time = ForeignTime.read(message["tst"]), let event = message["event"]?.string,
            let edge: RegionEdge = event == "enter" ? .enter : event == "leave" ? .exit : nil
        else {
            log.damaged["transition without its values", default: 0] += 1
            return
        }
        log.append(.regionCrossed(id: message["desc"]?.string ?? message["rid"]?.string ?? "", edge), at: time)
    }
}
