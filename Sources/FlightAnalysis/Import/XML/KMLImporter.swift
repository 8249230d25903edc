import FieldModel

/// KML 2.2 with gx:Track: times and coordinates are two lists that go together by their places, in whatever order they
/// stand; an empty coordinate is a row without a position. Values of SimpleArrayData go with them. A placemark with a time
/// and a point is a mark; lines without times are drawings, not a recording: left out.
public struct KMLImporter: Importer {
    private var log = ImportedLog()
    private var track = 0

    public init() {}

    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        var document = try ForeignXML(file)
        var sawRoot = false
        var placemark = Placemark()
        while let piece = try document.next() {
            switch piece {
            case .start(let name, _):
                if !sawRoot {
                    guard name == "kml" else { throw .shape(path: file.path, wanted: "a kml element, found \(name)") }
                    sawRoot = true
                }
                switch name {
                case "Placemark": placemark = Placemark()
                case "name": placemark.name = try document.text(of: name)
                case "TimeStamp": placemark.time = ForeignTime.readUTC(try document.leaves(of: name).first?.text ?? "")
                case "TimeSpan":
                    _ = try document.leaves(of: name)
                    placemark.isSpan = true
                case "Point":
                    placemark.coordinates = try document.leaves(of: name).first { $0.name == "coordinates" }?.text
                case "LineString", "LinearRing":
                    _ = try document.leaves(of: name)
                    log.leftOut["line without times", default: 0] += 1
                case "Track": try readTrack(&document)
                default: break
                }
            case .end("Placemark"): note(placemark)
            default: break
            }
        }
    }

    private struct Placemark {
        var name = ""
        var time: WallTime?
        var isSpan = false
        var coordinates: String?
    }

    private mutating func note(_ placemark: Placemark) {
        guard let coordinates = placemark.coordinates else { return }
        guard let time = placemark.time else {
            log.leftOut[placemark.isSpan ? "place with a span of time" : "place without a time", default: 0] += 1
            return
        }
        let numbers = coordinates.split(separator: ",").map { Double(String($0).trimmed) }
        log.appendMark(
            placemark.name, at: time, latitude: numbers.count > 1 ? numbers[1] : nil, longitude: numbers.first ?? nil)
    }

    private mutating func readTrack(_ document: inout ForeignXML) throws(ImportError) {
        track += 1
        var times: [WallTime?] = []
        var coordinates: [[Double]] = []
        var arrays: [(name: String, values: [String])] = []
        while let piece = try document.next() {
            switch piece {
            case .start("when", _): times.append(ForeignTime.readUTC(try document.text(of: "when")))
            case .start("coord", _):
                coordinates.append(try document.text(of: "coord").split(separator: " ").compactMap { Double($0) })
            case .start("SimpleArrayData", let attributes):
                arrays.append((attributes["name"] ?? "", try document.leaves(of: "SimpleArrayData").map(\.text)))
            case .end("Track"): return join(times, coordinates, arrays)
            default: break
            }
        }
    }

    private mutating func join(
        _ times: [WallTime?], _ coordinates: [[Double]], _ arrays: [(name: String, values: [String])]
    ) {
        if times.count != coordinates.count {
            log.damaged["time or coordinate without its partner", default: 0] += abs(times.count - coordinates.count)
        }
        for (index, (time, place)) in zip(times, coordinates).enumerated() {
            var reading = ForeignReading(time: time)
            for (column, number) in zip([FixColumn.lon, .lat, .alt], place) { reading.numbers[column] = number }
            reading.extra["track"] = String(track)
            for array in arrays where index < array.values.count {
                if !reading.take(array.name, array.values[index]) {
                    log.damaged["\(array.name) that is no number", default: 0] += 1
                }
            }
            log.append(reading)
        }
    }
}
