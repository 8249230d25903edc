import FieldModel

/// What other programs call the columns of a position: compared without case, blanks and punctuation, and without what
/// stands in parentheses, which is the unit.
enum ForeignName {
    private static let names: [FixColumn: [String]] = [
        .t: [
            "t", "time", "timestamp", "datetime", "date", "ts", "utctime", "gpstime", "timeinms", "unixtimemillis",
            "timestampms", "providerepochms", "tst",
        ],
        .recv: ["recv", "received", "receivetime", "writets", "metadatawritets", "appepochms"],
        .lat: ["lat", "latitude", "latitudedegrees"],
        .lon: ["lon", "lng", "long", "longitude", "longitudedegrees"],
        .hacc: ["hacc", "accuracy", "acc", "horizontalaccuracy", "accuracyhorizontal", "accuracymeters"],
        .alt: ["alt", "altitude", "ele", "elevation", "height", "altitudemeters", "altitudeabovesea"],
        .vacc: ["vacc", "vac", "verticalaccuracy", "accuracyvertical", "verticalaccuracymeters"],
        .speed: ["speed", "spd", "velocity", "sensedspeed", "speedmps"],
        .sacc: ["sacc", "speedaccuracy", "speedaccuracymps"],
        .course: ["course", "crs", "cog", "bearing", "direction", "bearingdegrees"],
        .cacc: ["cacc", "courseaccuracy", "bearingaccuracy", "bearingaccuracydegrees"],
    ]

    private static let columns: [String: FixColumn] = names.reduce(into: [:]) { table, row in
        for name in row.value { table[name] = row.key }
    }

    /// The column that a name stands for; nil for one that is not known.
    static func column(_ name: String) -> FixColumn? { columns[plain(name)] }

    static func plain(_ name: String) -> String {
        var depth = 0
        var plain = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "a"..."z", "0"..."9": if depth <= 0 { plain.unicodeScalars.append(scalar) }
            case "A"..."Z":
                if depth <= 0 { plain.unicodeScalars.append(Unicode.Scalar(scalar.value + 32)!) }
            default: break
            }
        }
        return plain
    }
}
