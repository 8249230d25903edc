import FieldModel

/// One position of a foreign log as it stood there: numbers in degrees, metres, m/s and seconds, and whatever else stood
/// beside them as text.
struct ForeignReading: Sendable {
    /// The reading's own time.
    var time: WallTime?
    /// When the app received it; nil where the source does not say.
    var received: WallTime?
    /// By the columns of a samples file; one that is not here was not given.
    var numbers: [FixColumn: Double] = [:]
    var motion: MotionKind?
    var source: FixSource = .gps
    /// What is not ours, by its own name.
    var extra: [String: String] = [:]

    init(time: WallTime? = nil) { self.time = time }

    /// Takes a value under a foreign name: a number where the name is one of ours, text kept beside it where not.
    /// False where the name asks for a number and the text is none.
    mutating func take(_ name: String, _ text: String) -> Bool {
        guard let column = ForeignName.column(name), column != .t, column != .recv, numbers[column] == nil else {
            if !text.isEmpty { extra[name] = text }
            return true
        }
        guard !text.isEmpty else { return true }
        guard let number = Double(text) else { return false }
        numbers[column] = number
        return true
    }
}

extension ImportedLog {
    /// Adds a position. One without a place is left out, one without any time cannot be used: both are counted.
    mutating func append(_ reading: ForeignReading) {
        guard let latitude = reading.numbers[.lat], let longitude = reading.numbers[.lon] else {
            leftOut["row without a position", default: 0] += 1
            return
        }
        guard let time = reading.time ?? reading.received else {
            damaged["position without a time", default: 0] += 1
            return
        }
        columns.formUnion(reading.numbers.keys)
        if reading.received != nil { columns.insert(.recv) }
        if reading.motion != nil { columns.insert(.motion) }
        if reading.source != .gps { columns.insert(.src) }
        var fix = Fix(
            FixReading(
                sampleTime: Double(time.rawValue) / 1000, latitude: latitude, longitude: longitude,
                horizontalAccuracy: reading.numbers[.hacc] ?? -1, altitude: reading.numbers[.alt],
                verticalAccuracy: reading.numbers[.vacc], speed: reading.numbers[.speed],
                speedAccuracy: reading.numbers[.sacc], course: reading.numbers[.course],
                courseAccuracy: reading.numbers[.cacc], source: reading.source, motion: reading.motion),
            receiveTime: reading.received ?? time, bootTime: nil)
        // Where no row has it the column is left out: unknown to the source, and not invalid.
        if reading.numbers[.hacc] == nil { fix.horizontalAccuracy = .absent }
        received.append(Received(at: reading.received ?? time, .sample(fix, extra: reading.extra)))
    }

    /// Adds an event.
    mutating func append(_ kind: RecordKind, at time: WallTime, _ fields: [Record.Field]) {
        received.append(Received(at: time, .event(kind: kind.rawValue, fields: fields)))
    }

    /// Adds the signal as the event that stands for it.
    mutating func append(_ signal: Signal, at time: WallTime) {
        guard let parts = signal.eventParts else { return }
        append(parts.kind, at: time, parts.fields)
    }

    /// Adds somebody's mark, with its place where it has one.
    mutating func appendMark(_ text: String, at time: WallTime, latitude: Double? = nil, longitude: Double? = nil) {
        var fields = [Record.Field("text", .string(text))]
        if let latitude, let longitude, latitude.isFinite, longitude.isFinite {
            fields += [Record.Field("lat", .number(latitude)), Record.Field("lon", .number(longitude))]
        }
        append(.mark, at: time, fields)
    }
}
