import FieldModel
import LogFormat

/// What must not survive a scrub: every coordinate, date, id and text of the original.
struct Originals {
    /// 1e-7 degree, latitudes and longitudes alike.
    private(set) var coordinates: Set<Int32> = []
    /// For an integer, which alone may be anything: the other half of each place.
    private(set) var partners: [Int32: Set<Int32>] = [:]
    private(set) var days: Set<CivilDate> = []
    /// Ids and texts of four letters or more; codes of the log's own language are none.
    private(set) var words: Set<String> = []
    /// Places, for choosing where to put the track.
    private(set) var north: ClosedRange<Int32>?
    private(set) var east: ClosedRange<Int32>?
    private(set) var firstPlace: (latitude: Int32, longitude: Int32)?

    /// Zones that are cut out: what lies in them counts as well.
    mutating func add(_ entry: LogEntry) {
        switch entry {
        case .tear: break
        case .sample(let sample):
            if sample.fix.isPlace { add(sample.fix.latitude, sample.fix.longitude) }
            add(sample.fix.sampleTime)
            add(sample.fix.receiveTime)
        case .event(let event):
            add(event.record.stamp.wallTime)
            if event.kind == nil { add(word: event.record.kind) }
            add(event.record.fields, isKnown: event.kind != nil, in: event.kind)
        }
    }

    private mutating func add(_ latitude: Int32, _ longitude: Int32) {
        coordinates.insert(latitude)
        coordinates.insert(longitude)
        partners[latitude, default: []].insert(longitude)
        north = (min(north?.lowerBound ?? latitude, latitude))...(max(north?.upperBound ?? latitude, latitude))
        east = (min(east?.lowerBound ?? longitude, longitude))...(max(east?.upperBound ?? longitude, longitude))
        firstPlace = firstPlace ?? (latitude, longitude)
    }

    private mutating func add(_ time: WallTime) {
        if Disguise.wallTimes.contains(time.rawValue) { days.insert(CivilDate(time)) }
    }

    private mutating func add(_ fields: [Record.Field], isKnown: Bool, in kind: RecordKind?) {
        let latitude = fields.last { $0.key == "lat" }?.value.double.flatMap { Quantity($0, scale: 1e7)?.number }
        let longitude = fields.last { $0.key == "lon" }?.value.double.flatMap { Quantity($0, scale: 1e7)?.number }
        if let latitude, let longitude { add(latitude, longitude) }
        for field in fields { add(field.value, key: field.key, isKnown: isKnown, in: kind) }
    }

    private mutating func add(_ value: Value, key: String, isKnown: Bool, in kind: RecordKind?) {
        switch value {
        case .string(let text):
            if !isKnown || Disguise.isIdentifying(key, kind) { add(word: text) }
        case .integer(let number):
            if Disguise.wallTimes.contains(number) { days.insert(CivilDate(WallTime(number))) }
        case .array(let cells):
            if let place = Disguise.statePlace(cells) { add(place.latitude, place.longitude) }
            for cell in cells { add(cell, key: key, isKnown: isKnown, in: kind) }
        case .object(let fields): add(fields, isKnown: isKnown, in: kind)
        default: break
        }
    }

    private mutating func add(word: String) {
        if word.utf8.count >= 4, !Disguise.isVocabulary(word) { words.insert(word) }
    }
}
