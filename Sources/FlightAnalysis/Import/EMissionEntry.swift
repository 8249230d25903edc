import FieldModel

/// One entry of an e-mission file, and what its fields mean.
struct EMissionEntry {
    let key: String
    let data: Value
    let metadata: Value
    let received: WallTime
    /// The reading's own time in seconds; the receipt where it has none.
    let time: Double

    /// Nil where there is no key or no time at all.
    init?(_ value: Value) {
        guard let data = value["data"], let metadata = value["metadata"], let key = metadata["key"]?.string,
            let received = (data["write_ts"] ?? metadata["write_ts"] ?? data["ts"])?.double,
            let receipt = WallTime(seconds: received)
        else { return nil }
        self.key = key
        self.data = data
        self.metadata = metadata
        self.received = receipt
        time = data["ts"]?.double ?? received
    }

    private var isAndroid: Bool { metadata["platform"]?.string == "android" }

    // MARK: Positions

    /// Nil where there is no position.
    var reading: FixReading? {
        guard let latitude = data["latitude"]?.double, let longitude = data["longitude"]?.double else { return nil }
        return FixReading(
            sampleTime: time, latitude: latitude, longitude: longitude,
            horizontalAccuracy: data["accuracy"]?.double ?? -1, altitude: measurement("altitude", none: nil),
            verticalAccuracy: data["vaccuracy"]?.double, speed: measurement("sensed_speed"),
            course: measurement("bearing") ?? measurement("heading"))
    }

    /// The value, with something else in the place of an Android's 0.
    private func measurement(_ name: String, none: Double? = -1) -> Double? {
        guard let value = data[name]?.double else { return nil }
        return isAndroid && value == 0 ? none : value
    }

    private static let ownNames: Set = [
        "ts", "write_ts", "fmt_time", "latitude", "longitude", "accuracy", "altitude", "vaccuracy", "sensed_speed",
        "bearing",
        "heading",
    ]

    /// The text of the fields that are not ours.
    var extraCells: [String: String] {
        var cells: [String: String] = [:]
        for field in plainFields where !Self.ownNames.contains(field.key) {
            cells[field.key] = field.value.cell
        }
        return cells
    }

    /// Names of fields that are objects or lists, which say again what other fields say.
    var nestedNames: [String] { (data.fields ?? []).filter(\.value.isNested).map(\.key) }

    // MARK: Motion

    /// Nil where no field says what was felt.
    var motion: MotionReading? {
        guard let kind = motionFlags.map(\.kind) ?? androidKind else { return nil }
        return MotionReading(
            kind: kind, confidence: confidence, since: data["ts"]?.double.flatMap(WallTime.init(seconds:)))
    }

    /// One flag a kind, true or false or 1 or 0; nil where there is none of them.
    private var motionFlags: MotionFlags? {
        let names: [(String, MotionFlags)] = [
            ("stationary", .stationary), ("walking", .walking), ("running", .running), ("cycling", .cycling),
            ("automotive", .automotive),
        ]
        guard names.contains(where: { data[$0.0] != nil }) else { return nil }
        return names.reduce(into: []) { flags, name in
            if data[name.0]?.bool ?? (data[name.0]?.integer == 1) { flags.insert(name.1) }
        }
    }

    /// Android's activity recognition: its number stands under `type`, or in raw recordings under whatever name the
    /// build of Google's library had for it.
    private static let androidNames = [("type", "confidence"), ("zzbhB", "zzbhC")]

    private var androidKind: MotionKind? {
        switch Self.androidNames.lazy.compactMap({ data[$0.0]?.integer }).first {
        case 0: .automotive
        case 1: .cycling
        case 2, 7: .walking
        case 3: .stationary
        case 8: .running
        // Unknown, tilting, and what later versions may add.
        case .some: .unknown
        case nil: nil
        }
    }

    /// A word, or a share of 100.
    private var confidence: Confidence? {
        if let word = (data["confidence_level"] ?? data["confidence"])?.string { return Confidence(rawValue: word) }
        return Self.androidNames.lazy.compactMap { data[$0.1]?.double }.first.map {
            $0 >= 75 ? .high : $0 >= 50 ? .medium : .low
        }
    }

    // MARK: The rest

    /// 0 to 1.
    var batteryLevel: Double? { data["battery_level_pct"]?.double.map { $0 / 100 } }

    /// Two numberings are in use: a phone's own on Android as it was recorded, and one for both platforms once the
    /// server has been over it, which then has times as text.
    var isPlugged: Bool? {
        let isRaw = isAndroid && data["fmt_time"] == nil
        return switch data["battery_status"]?.integer {
        case 1: isRaw ? nil : false
        case 2: true
        case 3: !isRaw
        case 4: isRaw ? false : nil
        case 5: isRaw ? true : nil
        default: nil
        }
    }

    var zone: String? { metadata["time_zone"]?.string }

    /// Seconds east, from the end of the time as text: `-07:00` or `-0700`; nil where there is none.
    var zoneOffset: Int? {
        guard let text = data["fmt_time"]?.string, let sign = text.lastIndex(where: { $0 == "-" || $0 == "+" }) else {
            return nil
        }
        let digits = text[sign...].dropFirst().filter { $0 != ":" }
        guard digits.count == 4, let number = Int(digits) else { return nil }
        return (text[sign] == "-" ? -1 : 1) * (number / 100 * 3600 + number % 100 * 60)
    }

    /// The fields that are neither objects nor lists, times among them.
    var plainFields: [Record.Field] { (data.fields ?? []).filter { !$0.value.isNested } }
}

extension WallTime {
    /// Nil for a time that no clock shows, as for a fix.
    init?(seconds: Double) {
        guard abs(seconds) < 9_007_199_254_740 else { return nil }
        self.init(Int64((seconds * 1000).rounded(.toNearestOrAwayFromZero)))
    }
}

extension Value {
    var isNested: Bool { fields != nil || array != nil }

    /// The text of a table cell; empty for null, objects and lists.
    var cell: String {
        switch self {
        case .string(let it): it
        case .bool(let it): it ? "true" : "false"
        case .integer(let it): String(it)
        case .number(let it): it.description
        case .null, .array, .object: ""
        }
    }
}
