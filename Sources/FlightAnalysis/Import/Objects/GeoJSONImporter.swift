import FieldModel
import LogFormat

/// GeoJSON: points with a time in their properties, lines with times in `coordTimes` parallel to their coordinates. Lines
/// without times are drawings, not a recording: left out, as are gaps. Values parallel to the coordinates are kept.
public struct GeoJSONImporter: Importer {
    private var log = ImportedLog()

    public init() {}

    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        for value in try ForeignJSON.values(of: file) {
            switch value["type"]?.string {
            case "FeatureCollection": for feature in value["features"]?.array ?? [] { read(feature) }
            case "Feature": read(value)
            case let type: throw .shape(path: file.path, wanted: "a FeatureCollection, found \(type ?? "no type")")
            }
        }
    }

    private mutating func read(_ feature: Value) {
        let properties = feature["properties"] ?? .null
        let coordinates = feature["geometry"]?["coordinates"]
        switch (feature["geometry"]?["type"]?.string, properties["kind"]?.string) {
        case (_, "gap"): log.leftOut["gap", default: 0] += 1
        case ("Point", "mark"): readMark(properties, coordinates)
        case ("Point", _): readPoint(properties, coordinates)
        case ("LineString", _): readLine(properties, coordinates) { $0 }
        case ("MultiLineString", _):
            for index in (coordinates?.array ?? []).indices {
                readLine(properties, coordinates?.array?[index]) { $0?.array?[checked: index] }
            }
        case (let type, _): log.leftOut["geometry of type \(type ?? "unknown")", default: 0] += 1
        }
    }

    private mutating func readMark(_ properties: Value, _ position: Value?) {
        guard properties["mark"] == nil || properties["mark"] == "mark", let time = Self.time(of: properties) else {
            log.leftOut["mark of kind \(properties["mark"]?.string ?? "unknown")", default: 0] += 1
            return
        }
        let place = position?.array ?? []
        log.appendMark(
            properties["text"]?.string ?? "", at: time, latitude: place[checked: 1]?.double,
            longitude: place.first?.double)
    }

    private mutating func readPoint(_ properties: Value, _ position: Value?) {
        var reading = ForeignReading(time: Self.time(of: properties))
        reading.place(position)
        for field in properties.fields ?? [] where ForeignName.column(field.key) != .t {
            // A list of one, where the point is a line of one.
            let value = field.value.array?.count == 1 ? field.value.array![0] : field.value
            if !reading.take(field.key, value.cell) {
                log.damaged["\(field.key) that is no number", default: 0] += 1
            }
        }
        log.append(reading)
    }

    /// `part` picks what belongs to this line of several.
    private mutating func readLine(_ properties: Value, _ positions: Value?, part: (Value?) -> Value?) {
        let positions = positions?.array ?? []
        let times = part(properties["coordTimes"] ?? properties["coordinateProperties"]?["times"])?.array
        guard let times, times.count == positions.count else {
            log.leftOut["line without times", default: 0] += 1
            return
        }
        let parallel = (properties.fields ?? []).compactMap { field -> (name: String, values: [Value])? in
            guard field.key != "coordTimes", let values = part(field.value)?.array, values.count == times.count else {
                return nil
            }
            return (field.key, values)
        }
        for index in positions.indices {
            var reading = ForeignReading(time: ForeignTime.read(times[index]))
            reading.place(positions[index])
            for column in parallel where !reading.take(column.name, column.values[index].cell) {
                log.damaged["\(column.name) that is no number", default: 0] += 1
            }
            if Self.isCut(reading, parallel.isEmpty) {
                log.leftOut["point where a line is cut at the antimeridian", default: 0] += 1
            } else {
                log.append(reading)
            }
        }
    }

    /// A point on the meridian where nothing was measured, though the line has measurements.
    private static func isCut(_ reading: ForeignReading, _ hasNone: Bool) -> Bool {
        !hasNone && abs(reading.numbers[.lon] ?? 0) == 180 && Set(reading.numbers.keys) == [.lon, .lat]
    }

    private static func time(of properties: Value) -> WallTime? {
        (properties.fields ?? []).lazy.filter { ForeignName.column($0.key) == .t }
            .compactMap { ForeignTime.read($0.value) }.first
    }
}

extension Array {
    /// Nil beyond the end.
    fileprivate subscript(checked index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
