import FieldModel

/// GPX 1.0 and 1.1: every `trkpt` is a position, with the number of its segment as a further column; a waypoint with a time
/// is a mark. Speed, course and accuracies are found wherever an extension puts them. Routes and waypoints without a time
/// are plans and places, not a recording: left out. `hdop` is no length, and stays a column of its own.
public struct GPXImporter: Importer {
    private var log = ImportedLog()
    private var segment = 0

    public init() {}

    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        var document = try ForeignXML(file)
        var sawRoot = false
        while let piece = try document.next() {
            guard case .start(let name, let attributes) = piece else { continue }
            if !sawRoot {
                guard name == "gpx" else { throw .shape(path: file.path, wanted: "a gpx element, found \(name)") }
                sawRoot = true
            }
            switch name {
            case "trkseg": segment += 1
            case "trkpt": point(attributes, try document.leaves(of: name))
            case "wpt": waypoint(attributes, try document.leaves(of: name))
            case "rtept": log.leftOut["point of a route", default: 0] += 1
            default: break
            }
        }
    }

    private mutating func point(_ attributes: [String: String], _ leaves: [(name: String, text: String)]) {
        var reading = ForeignReading()
        for name in ["lat", "lon"] {
            reading.numbers[FixColumn(rawValue: name)!] = attributes[name].flatMap(Double.init)
        }
        reading.extra["segment"] = String(segment)
        for leaf in leaves {
            if leaf.name == "time" {
                reading.time = ForeignTime.readUTC(leaf.text)
            } else if !reading.take(leaf.name, leaf.text) {
                log.damaged["\(leaf.name) that is no number", default: 0] += 1
            }
        }
        log.append(reading)
    }

    /// What our own export says of gaps and stays in waypoints, the track says itself.
    private static let derived: Set<String> = ["gap", "stay", "exit"]

    private mutating func waypoint(_ attributes: [String: String], _ leaves: [(name: String, text: String)]) {
        func text(_ name: String) -> String? { leaves.first { $0.name == name }?.text }
        if let type = text("type"), Self.derived.contains(type) {
            log.leftOut["waypoint of type \(type)", default: 0] += 1
        } else if let time = text("time").flatMap(ForeignTime.readUTC) {
            log.appendMark(
                text("name") ?? text("desc") ?? "", at: time, latitude: attributes["lat"].flatMap(Double.init),
                longitude: attributes["lon"].flatMap(Double.init))
        } else {
            log.leftOut["waypoint without a time", default: 0] += 1
        }
    }
}
