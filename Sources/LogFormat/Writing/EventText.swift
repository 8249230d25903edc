import FieldModel

/// One line of an events file from a record, for whatever writes a log at once. (The recorder has a writer of its own
/// that allocates nothing.)
public enum EventText {
    /// Appends the line with its LF. Clocks that the record lacks are left out.
    public static func append(_ record: Record, to bytes: inout [UInt8]) {
        bytes += "{\"n\":\(record.stamp.n),\"t\":\(record.stamp.wallTime.rawValue)".utf8
        if let boot = record.stamp.bootTime { bytes += ",\"m\":\(boot.rawValue)".utf8 }
        if let uptime = record.stamp.uptime { bytes += ",\"u\":\(uptime.rawValue)".utf8 }
        bytes += ",\"k\":".utf8
        JSON.append(record.kind, to: &bytes)
        for field in record.fields {
            bytes.append(UInt8(ascii: ","))
            JSON.append(field.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSON.append(field.value, to: &bytes)
        }
        bytes += "}\n".utf8
    }
}
