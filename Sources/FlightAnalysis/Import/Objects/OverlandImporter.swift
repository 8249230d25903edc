import FieldModel
import LogFormat

/// Overland for iOS: batches `{"locations":[GeoJSON points]}`, one file or one line a batch. Negative values are the
/// platform's invalid ones and stay as they are. Motion comes with each point; battery becomes an event where it changes.
public struct OverlandImporter: Importer {
    private var log = ImportedLog()
    private var battery: Value?

    public init() {}

    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        for batch in try ForeignJSON.values(of: file) {
            guard let locations = batch["locations"]?.array else {
                throw .shape(path: file.path, wanted: "an object with a list in locations")
            }
            for location in locations { read(location) }
        }
    }

    private mutating func read(_ location: Value) {
        let properties = location["properties"] ?? .object([])
        guard location["geometry"]?["type"] == "Point", properties["type"] != "trip" else {
            log.leftOut[properties["type"]?.string ?? "location without a point", default: 0] += 1
            return
        }
        var reading = ForeignReading(time: ForeignTime.read(properties["timestamp"]))
        reading.place(location["geometry"]?["coordinates"])
        // A point's own third coordinate is not written by this program; its altitude is.
        for field in properties.fields ?? [] where field.key != "timestamp" {
            if field.key == "motion" {
                reading.motion = MotionKind(foreignWord: field.value.array?.first?.string ?? "")
            } else if !reading.take(field.key, field.value.cell) {
                log.damaged["\(field.key) that is no number", default: 0] += 1
            }
        }
        if let time = reading.time { noteBattery(properties, at: time) }
        log.append(reading)
    }

    private mutating func noteBattery(_ properties: Value, at time: WallTime) {
        guard let level = properties["battery_level"], level != battery else { return }
        battery = level
        let plugged: Bool? =
            switch properties["battery_state"]?.string {
            case "charging", "full": true
            case "unplugged": false
            default: nil
            }
        log.append(.batteryRead(level: level.double.flatMap { $0 < 0 ? nil : $0 }, plugged: plugged), at: time)
    }
}
