import FieldModel
import LogFormat

/// Records.json of Google's location history: positions in 1e-7 degree, times as text or ms, guesses of the activity
/// beside them. Android's zero for a speed, course or height that is not there never occurs: such keys are missing.
public struct GoogleRecordsImporter: Importer {
    private var log = ImportedLog()

    public init() {}

    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        for value in try ForeignJSON.values(of: file) {
            guard let locations = value["locations"]?.array else {
                throw .shape(path: file.path, wanted: "an object with a list in locations")
            }
            for location in locations { read(location) }
        }
    }

    private static let own: [(name: String, column: FixColumn)] = [
        ("accuracy", .hacc), ("altitude", .alt), ("verticalAccuracy", .vacc), ("velocity", .speed),
        ("heading", .course),
    ]
    private static let times: Set<String> = ["timestamp", "timestampMs", "serverTimestamp", "activity"]

    private mutating func read(_ location: Value) {
        var reading = ForeignReading(time: Self.time(location))
        reading.numbers[.lat] = Self.degrees(location["latitudeE7"])
        reading.numbers[.lon] = Self.degrees(location["longitudeE7"])
        for field in location.fields ?? [] where !field.key.hasSuffix("E7") && !Self.times.contains(field.key) {
            if let own = Self.own.first(where: { $0.name == field.key }) {
                reading.numbers[own.column] = field.value.double
            } else {
                let cell = field.value.cell
                if !cell.isEmpty { reading.extra[field.key] = cell }
            }
        }
        log.append(reading)
        for guess in location["activity"]?.array ?? [] { readActivity(guess) }
    }

    private mutating func readActivity(_ guess: Value) {
        guard let time = Self.time(guess), let best = guess["activity"]?.array?.first, let type = best["type"]?.string
        else {
            log.damaged["activity without its values", default: 0] += 1
            return
        }
        let confidence = best["confidence"]?.double.map { share -> Confidence in
            share >= 75 ? .high : share >= 50 ? .medium : .low
        }
        log.append(
            .motionRead(MotionReading(kind: MotionKind(foreignWord: type), confidence: confidence, since: time)),
            at: time)
    }

    private static func time(_ value: Value) -> WallTime? {
        ForeignTime.read(value["timestamp"]) ?? ForeignTime.read(value["timestampMs"])
    }

    /// Some exports hold numbers beyond the globe: the upper bits of a 32-bit count that wrapped.
    private static func degrees(_ value: Value?) -> Double? {
        guard var count = value?.integer else { return nil }
        if count > 1_800_000_000 { count -= 4_294_967_296 }
        return Double(count) / 1e7
    }
}
