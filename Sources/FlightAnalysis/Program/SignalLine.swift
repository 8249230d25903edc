/// One input of a replay as a line of JSON, both ways: what a program of the user's own is told. An event has the keys of
/// its line in the log; a fix has `"k":"fix"` and the columns of a samples file, degrees and metres as numbers, null for an
/// empty cell, and no key for a column that the source lacks.
import FieldModel
import LogFormat

/// A signal as the line of JSON that a program hears.
public enum SignalLine {
    /// The kind of a line that holds a fix.
    static let fixKind = "fix"

    /// The columns that are told, in their order; the verdict of the log is not: it is to be found.
    private static let measures: [(column: FixColumn, path: WritableKeyPath<Fix, Quantity> & Sendable, scale: Double)] =
        [
            (.hacc, \.horizontalAccuracy, 100), (.alt, \.altitude, 100), (.vacc, \.verticalAccuracy, 100),
            (.speed, \.speed, 100), (.sacc, \.speedAccuracy, 100), (.course, \.course, 10),
            (.cacc, \.courseAccuracy, 10),
        ]

    /// A fix numbered `n`.
    static func value(_ fix: Fix, n: SequenceNumber) -> Value {
        var fields: [Record.Field] = [.init("n", .whole(n))]
        if let boot = fix.bootTime { fields.append(.init("m", .integer(boot.rawValue))) }
        fields += [
            .init("k", .string(fixKind)), .init("recv", .integer(fix.receiveTime.rawValue)),
            .init("t", .integer(fix.sampleTime.rawValue)), .init("lat", .number(Double(fix.latitude) / 1e7)),
            .init("lon", .number(Double(fix.longitude) / 1e7)),
        ]
        for (column, path, scale) in measures where !fix[keyPath: path].isAbsent {
            let number = fix[keyPath: path].number.map { Value.number(Double($0) / scale) }
            fields.append(.init(column.rawValue, number ?? .null))
        }
        fields.append(.init("src", .string(fix.source.rawValue)))
        if let motion = fix.motion { fields.append(.init("motion", .string(motion.rawValue))) }
        if let app = fix.appState { fields.append(.init("app", .string(app.rawValue))) }
        if let defect = fix.defect { fields.append(.init("invalid", .string(defect.rawValue))) }
        return .object(fields)
    }

    /// An event.
    static func value(_ record: Record, n: SequenceNumber) -> Value {
        var fields: [Record.Field] = [.init("n", .whole(n)), .init("t", .integer(record.stamp.wallTime.rawValue))]
        if let boot = record.stamp.bootTime { fields.append(.init("m", .integer(boot.rawValue))) }
        if let uptime = record.stamp.uptime { fields.append(.init("u", .integer(uptime.rawValue))) }
        fields.append(.init("k", .string(record.kind)))
        return .object(fields + record.fields)
    }

    /// The fix that a line holds; nil where it holds none.
    static func fix(_ value: Value) -> Fix? {
        guard value["k"]?.string == fixKind, let received = value["recv"]?.integer, let sampled = value["t"]?.integer,
            let latitude = value["lat"]?.double.flatMap({ Quantity($0, scale: 1e7)?.number }),
            let longitude = value["lon"]?.double.flatMap({ Quantity($0, scale: 1e7)?.number })
        else { return nil }
        var fix = Fix(
            sampleTime: WallTime(sampled), receiveTime: WallTime(received),
            bootTime: value["m"]?.integer.map { BootTime($0) }, latitude: latitude, longitude: longitude,
            horizontalAccuracy: .absent, source: value.code("src") ?? .gps,
            motion: value.code("motion"),
            appState: value.code("app"))
        for (column, path, scale) in measures {
            guard let given = value[column.rawValue] else { continue }
            fix[keyPath: path] = given.double.flatMap { Quantity($0, scale: scale) } ?? .empty
        }
        fix.defect = value.code("invalid")
        return fix
    }

    /// The event that a line holds; nil where it holds none.
    static func record(_ value: Value) -> Record? {
        guard let fields = value.fields, let kind = value["k"]?.string, kind != fixKind,
            let time = value["t"]?.integer
        else { return nil }
        let stamp = Stamp(
            n: value["n"]?.sequenceNumber ?? 0, wallTime: WallTime(time),
            bootTime: value["m"]?.integer.map { BootTime($0) },
            uptime: value["u"]?.integer.map { Uptime(rawValue: $0) })
        return Record(
            stamp: stamp, kind: kind, fields: fields.filter { !["n", "t", "m", "u", "k"].contains($0.key) })
    }
}

extension Value {
    /// The meaning of a text member; nil where it is missing or unknown.
    fileprivate func code<Code: RawRepresentable<String>>(_ key: String) -> Code? {
        self[key]?.string.flatMap(Code.init(rawValue:))
    }
}
