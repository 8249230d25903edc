import FieldModel
import LogFormat

/// The JSON of a foreign file: one value, or one a line, with or without the record separator of RFC 8142.
enum ForeignJSON {
    static func values(of file: ForeignFile) throws(ImportError) -> [Value] {
        let bytes = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.bytes.dropFirst(3)) : file.bytes
        do throws(JSONError) {
            return [try JSON.parse(bytes)]
        } catch {
            let whole = error
            guard let values = lines(bytes) else { throw .notJSON(path: file.path, whole) }
            return values
        }
    }

    /// Nil unless every line that is not blank is a value of its own.
    private static func lines(_ bytes: [UInt8]) -> [Value]? {
        var values: [Value] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x1E }) {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            // The mistake of the whole file is the one to tell.
            guard let value = try? JSON.parse(Array(line)) else { return nil }
            values.append(value)
        }
        return values.isEmpty ? nil : values
    }
}

extension ForeignReading {
    /// A GeoJSON position: longitude, latitude, and perhaps a height.
    mutating func place(_ position: Value?) {
        for (column, number) in zip([FixColumn.lon, .lat, .alt], position?.array ?? []) {
            numbers[column] = number.double
        }
    }
}
