import FieldModel

/// NMEA 0183 of a receiver: each valid RMC is a position with date, speed and course; GGA of the same second adds the
/// height above the sea, GST the accuracies. Dilution of precision is no length, and stays a column of its own. Sentences
/// about single satellites are left out by kind, ones with a wrong checksum counted.
public struct NMEAImporter: Importer {
    private var log = ImportedLog()
    /// What belongs to one time of day, in the order in which it came.
    private var epoch = Epoch()

    public init() {}

    public func finished() -> ImportedLog {
        var all = self
        all.flush()
        return all.log
    }

    private struct Epoch {
        var clock = ""
        var fix: ForeignReading?
        var height: Double?
        var accuracy: Double?
        var verticalAccuracy: Double?
        var extra: [String: String] = [:]
    }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        var sentences = 0
        for line in file.bytes.split(separator: 0x0A) where line.contains(where: { $0 > 0x20 }) {
            do throws(NMEASentence.Refusal) {
                take(try NMEASentence(line))
                sentences += 1
            } catch {
                log.damaged[error.rawValue, default: 0] += 1
            }
        }
        guard sentences > 0 else { throw .shape(path: file.path, wanted: "sentences such as $GPRMC,…*hh") }
        flush()
    }

    private mutating func take(_ sentence: NMEASentence) {
        switch sentence.kind {
        case "RMC":
            enter(sentence[0])
            guard sentence[1] == "A" else {
                log.leftOut["RMC without a position", default: 0] += 1
                return
            }
            epoch.fix = Self.reading(sentence)
        case "GGA":
            enter(sentence[0])
            epoch.height = sentence.number(8)
            if let satellites = sentence[6] { epoch.extra["satellites"] = satellites }
            if let dilution = sentence[7] { epoch.extra["hdop"] = dilution }
        case "GST":
            enter(sentence[0])
            if let north = sentence.number(5), let east = sentence.number(6) {
                epoch.accuracy = (north * north + east * east).squareRoot()
            }
            epoch.verticalAccuracy = sentence.number(7)
        default: log.leftOut["sentence of kind \(sentence.kind)", default: 0] += 1
        }
    }

    /// A new time of day begins a new epoch.
    private mutating func enter(_ clock: String?) {
        guard let clock, clock != epoch.clock else { return }
        flush()
        epoch.clock = clock
    }

    private mutating func flush() {
        if var fix = epoch.fix {
            fix.numbers[.alt] = epoch.height
            fix.numbers[.hacc] = epoch.accuracy
            fix.numbers[.vacc] = epoch.verticalAccuracy
            fix.extra = epoch.extra
            log.append(fix)
        }
        epoch = Epoch()
    }

    /// One knot, in m/s.
    private static let knot = 1852.0 / 3600

    private static func reading(_ sentence: NMEASentence) -> ForeignReading {
        var reading = ForeignReading(time: time(date: sentence[8], clock: sentence[0]))
        reading.numbers[.lat] = sentence.degrees(2)
        reading.numbers[.lon] = sentence.degrees(4)
        reading.numbers[.speed] = sentence.number(6).map { $0 * knot }
        reading.numbers[.course] = sentence.number(7)
        return reading
    }

    /// `ddmmyy` and `hhmmss.sss`. Years from 80 on are of the last century: no receiver is older.
    private static func time(date: String?, clock: String?) -> WallTime? {
        guard let date = date.map({ Array($0.utf8) }), date.count == 6, let clock, clock.utf8.count >= 6 else {
            return nil
        }
        func pair(_ digits: ArraySlice<UInt8>) -> String { String(decoding: digits, as: UTF8.self) }
        let century = pair(date[4..<6]) >= "80" ? "19" : "20"
        let time = Array(clock.utf8)
        return WallTime(
            rfc3339: "\(century)\(pair(date[4..<6]))-\(pair(date[2..<4]))-\(pair(date[0..<2]))"
                + "T\(pair(time[0..<2])):\(pair(time[2..<4])):\(pair(time[4...]))Z")
    }
}
