import DecisionCore
import FieldModel
import LogFormat

/// What a scrubbed log is disguised as: where it lies, when it was, what its ids are.
struct Disguise {
    let move: RigidMove
    /// ms added to every wall clock time: whole days.
    let timeShift: Int64
    private let keepsDevice: Bool
    private let zones: PrivacyZones
    private var names: [String: String] = [:]
    /// Places that were put beside where the move brings them, by where they were.
    private var placed: [Place: Place] = [:]
    private var random: ScrubRandom

    init(
        move: RigidMove, timeShift: Int64, keepsDevice: Bool, zones: PrivacyZones, random: ScrubRandom
    ) {
        self.move = move
        self.timeShift = timeShift
        self.keepsDevice = keepsDevice
        self.zones = zones
        self.random = random
    }

    /// Keys that survive, of any kind of record: numbers and codes. What is not named may say anything.
    private static let keys: Set<String> = [
        "a", "accuracy", "addr", "age", "anchor", "app", "arm-regions", "arrival", "ask-full-accuracy", "at",
        "background", "bat", "began", "by", "bytes", "cancel-timer", "capability", "cause", "cb", "clean", "code",
        "conf", "confidence", "core", "count", "cpu", "crashed", "departure", "dot", "due", "edge", "end", "ended",
        "evidence", "filter", "fired", "format", "from", "hacc", "id", "ids", "indicator", "kind", "label", "last",
        "lat", "level", "limit", "location", "lon", "lost", "low", "m", "machine", "measured", "mem", "motion", "ms",
        "n", "of", "off", "offer-start", "offset", "on", "outcome", "path", "pauses", "pc", "peak", "period", "pid",
        "place", "plugged", "precise", "profile", "r", "reason", "receiver", "records", "recovered", "restated", "rms",
        "rules", "run", "boot", "seconds", "service", "session", "sig", "signal", "slc", "start", "start-timer",
        "state", "stay", "stop", "step", "t", "to", "type", "tz", "unobserved", "version", "visit", "visits", "why",
        "name", "warm", "after", "before",
    ]
    /// Keys of a launch that say what the device and the app are.
    private static let deviceKeys: Set<String> = ["app", "build", "os", "device"]
    /// Keys that hold an id, which becomes another.
    private static let idKeys: Set<String> = ["run", "boot", "id", "ids", "arm-regions", "town", "place"]

    private struct Place: Hashable {
        var latitude: Int32
        var longitude: Int32
    }

    /// From now on the place of `original` goes where `moved` is.
    mutating func put(_ original: Fix, at moved: Fix) {
        placed[Place(latitude: original.latitude, longitude: original.longitude)] = Place(
            latitude: moved.latitude, longitude: moved.longitude)
    }

    /// Where a place goes.
    private func moved(latitude: Int32, longitude: Int32) -> (latitude: Int32, longitude: Int32) {
        if let put = placed[Place(latitude: latitude, longitude: longitude)] { return (put.latitude, put.longitude) }
        return move.moved(latitude: latitude, longitude: longitude)
    }

    /// Whether a text under this key says who, where or what with: it goes, or becomes another.
    static func isIdentifying(_ key: String, _ kind: RecordKind?) -> Bool {
        !keys.contains(key) || kind == .launch && deviceKeys.contains(key) || idKeys.contains(key) && kind != .timer
    }

    /// Whether a word is one of the log's own language, which stands in any log.
    static func isVocabulary(_ word: String) -> Bool {
        keys.contains(word) || RecordKind(rawValue: word) != nil || Reason(rawValue: word) != nil
            || MotionKind(rawValue: word) != nil
    }

    /// The place that an array of a core's state holds: a whole fix, or time, latitude, longitude and accuracy.
    static func statePlace(_ cells: [Value]) -> (index: Int, latitude: Int32, longitude: Int32)? {
        if cells.count == 15, let latitude = cells[4].place, let longitude = cells[5].place {
            return (4, latitude, longitude)
        }
        guard cells.count == 4, cells[0].integer.map(wallTimes.contains) ?? false, let latitude = cells[1].place,
            let longitude = cells[2].place
        else { return nil }
        return (1, latitude, longitude)
    }

    /// The record in disguise. One of a kind that this version does not know keeps its place and nothing else.
    mutating func disguised(_ record: Record) -> Record {
        var disguised = record
        disguised.stamp.wallTime = shifted(record.stamp.wallTime)
        guard let kind = record.knownKind else {
            disguised.kind = "scrubbed"
            disguised.fields = []
            return disguised
        }
        var fields: [Record.Field] = []
        for field in record.fields {
            if kind == .launch, Self.deviceKeys.contains(field.key) {
                if keepsDevice { fields.append(field) }
                continue
            }
            if kind == .core {
                // A game's state names its towns: without its streets it is of no use elsewhere.
                if field.key != "state" || record["core"]?.string != WalkCore.name { fields += coreField(field) }
            } else if kind == .settings, field.value.bool != nil, Self.isCode(field.key) {
                fields.append(field)
            } else if Self.keys.contains(field.key), kind != .mark || field.key != "name" {
                fields.append(Record.Field(field.key, value(field.value, of: field.key, isTimer: kind == .timer)))
            }
        }
        disguised.fields = moved(fields)
        return disguised
    }

    /// The sample in disguise; nil for one that lies in a zone.
    func disguised(_ sample: Sample) -> Sample? {
        var disguised = sample
        let fix = sample.fix
        if fix.isPlace, zones.contains(fix) { return nil }
        disguised.fix.sampleTime = shifted(fix.sampleTime)
        disguised.fix.receiveTime = shifted(fix.receiveTime)
        guard fix.isPlace else {
            // No place on Earth, and the same kind of no place as before.
            if fix.latitude != 0 || fix.longitude != 0 {
                (disguised.fix.latitude, disguised.fix.longitude) = (910_000_000, 0)
            }
            return disguised
        }
        (disguised.fix.latitude, disguised.fix.longitude) = moved(latitude: fix.latitude, longitude: fix.longitude)
        if let course = fix.course.number, course >= 0 {
            disguised.fix.course = Quantity(
                move.turned(course: course % 3600, latitude: fix.latitude, longitude: fix.longitude))
        }
        return disguised
    }

    // MARK: Values

    private mutating func value(_ value: Value, of key: String, isTimer: Bool = false) -> Value {
        switch value {
        case .string(let text):
            if Self.idKeys.contains(key), !isTimer { return .string(name(for: text)) }
            return Self.isCode(text) ? value : .null
        case .integer(let number): return .integer(shifted(number))
        case .array(let list): return .array(list.map { self.value($0, of: key, isTimer: isTimer) })
        case .object(let fields):
            let kept = fields.filter { Self.keys.contains($0.key) }
                .map { Record.Field($0.key, self.value($0.value, of: $0.key, isTimer: isTimer)) }
            return .object(moved(kept))
        default: return value
        }
    }

    /// Wall clock times are told by their size: no other number of a log lies there. A clock that was never set shows none.
    private func shifted(_ number: Int64) -> Int64 {
        Self.wallTimes.contains(number) ? number + timeShift : number
    }

    private func shifted(_ time: WallTime) -> WallTime { WallTime(shifted(time.rawValue)) }

    /// From 2001 to 2096, ms.
    static let wallTimes: ClosedRange<Int64> = 1_000_000_000_000...4_000_000_000_000

    /// Members `lat` and `lon` of one object, moved together; none in a zone.
    private func moved(_ fields: [Record.Field]) -> [Record.Field] {
        guard let latitude = fields.last(where: { $0.key == "lat" })?.value.double,
            let longitude = fields.last(where: { $0.key == "lon" })?.value.double,
            let north = Quantity(latitude, scale: 1e7)?.number, let east = Quantity(longitude, scale: 1e7)?.number,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return fields.filter { $0.key != "lat" && $0.key != "lon" } }
        let place = moved(latitude: north, longitude: east)
        let isHidden = zones.contains(latitude: north, longitude: east)
        return fields.map { field in
            switch field.key {
            case "lat": Record.Field("lat", isHidden ? .null : .number(Double(place.latitude) / 1e7))
            case "lon": Record.Field("lon", isHidden ? .null : .number(Double(place.longitude) / 1e7))
            default: field
            }
        }
    }

    /// Letters, digits and the marks that codes are joined by.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.count <= 32
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == 0x2D || byte == 0x2E || byte == 0x3A
            }
    }

    /// Another id for each, the same one every time.
    private mutating func name(for id: String) -> String {
        if let known = names[id] { return known }
        let name = "id-\(String(random.next() >> 16, radix: 36))"
        names[id] = name
        return name
    }

    // MARK: A core's state

    private mutating func coreField(_ field: Record.Field) -> [Record.Field] {
        switch field.key {
        case "core", "version", "rules", "restated": return [field]
        case "state": return state(field.value).map { [Record.Field("state", $0)] } ?? []
        default: return []
        }
    }

    /// The state with its places and times moved; nil where a place in it lies in a zone. Places stand in it as whole
    /// fixes, or as time, latitude, longitude and accuracy.
    private func state(_ value: Value) -> Value? {
        switch value {
        case .array(let cells):
            if let found = Self.statePlace(cells) {
                return found.index == 4
                    ? place(cells, found.latitude, found.longitude, at: 4, times: [1, 2], course: 11)
                    : place(cells, found.latitude, found.longitude, at: 1, times: [0], course: nil)
            }
            var list: [Value] = []
            for cell in cells {
                guard let cell = state(cell) else { return nil }
                list.append(cell)
            }
            return .array(list)
        case .object(let fields):
            var kept: [Record.Field] = []
            for field in fields {
                guard let value = state(field.value) else { return nil }
                kept.append(Record.Field(field.key, value))
            }
            return .object(moved(kept))
        case .integer(let number): return .integer(shifted(number))
        default: return value
        }
    }

    private func place(
        _ cells: [Value], _ latitude: Int32, _ longitude: Int32, at index: Int, times: [Int], course: Int?
    ) -> Value? {
        guard !zones.contains(latitude: latitude, longitude: longitude) else { return nil }
        var cells = cells
        let place = moved(latitude: latitude, longitude: longitude)
        (cells[index], cells[index + 1]) = (.integer(Int64(place.latitude)), .integer(Int64(place.longitude)))
        for time in times { cells[time] = cells[time].integer.map { .integer(shifted($0)) } ?? cells[time] }
        if let course, let tenths = cells[course].integer, tenths >= 0 {
            cells[course] = .integer(
                Int64(move.turned(course: Int32(clamping: tenths % 3600), latitude: latitude, longitude: longitude)))
        }
        return .array(cells)
    }
}

extension Value {
    fileprivate var place: Int32? { integer.flatMap(Int32.init(exactly:)) }
}

extension Fix {
    /// Whether it says a place on Earth; 0/0 exactly is what receivers say that know none.
    var isPlace: Bool {
        defect != .lat && defect != .lon && abs(latitude) <= 900_000_000 && abs(longitude) <= 1_800_000_000
            && (latitude != 0 || longitude != 0)
    }
}
