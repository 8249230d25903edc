import FieldModel
import LogFormat

/// The manifest as the text of `manifest.json`, both ways. Keys this version does not know are passed over.
extension Manifest {
    /// The content of the member.
    public var json: [UInt8] { Array(JSON.indented(value).utf8) + [0x0A] }

    /// The same as a value.
    public var value: Value {
        var fields: [Record.Field] = [
            .init("format", .integer(Self.format)), .init("created", .string(created.description)),
        ]
        if let expires { fields.append(.init("expires", .string(expires.description))) }
        fields.append(.init("tool", .object([.init("name", .string(tool)), .init("version", .string(toolVersion))])))
        fields.append(.init("runs", .array(runs.map(\.value))))
        fields.append(.init("files", .array(files.map(\.value))))
        fields.append(.init("omitted", .array(omissions.map(\.value))))
        fields.append(.init("redacted", .array(redactions.map(\.value))))
        fields.append(.init("errors", .array(failures.map(\.value))))
        fields.append(.init("databases", .array(databases.map(\.value))))
        return .object(fields)
    }

    /// Reads the member. `path` is that of the bundle, for messages.
    public init(parsing bytes: [UInt8], path: String) throws(BundleError) {
        let value: Value
        do throws(JSONError) { value = try JSON.parse(bytes) } catch {
            throw BundleError(.damaged, path, member: Self.path, "\(Self.path) is not JSON: \(error)")
        }
        guard let format = value["format"]?.integer else {
            throw BundleError(.damaged, path, member: Self.path, "\(Self.path) has no number of its format")
        }
        guard format <= Self.format else {
            throw BundleError(
                .newerVersion, path, member: Self.path,
                "expected a bundle of format \(Self.format), found format \(format)")
        }
        self.init(
            created: value.time("created") ?? WallTime(0), tool: value["tool"]?["name"]?.string ?? "",
            toolVersion: value["tool"]?["version"]?.string ?? "")
        expires = value.time("expires")
        runs = value.items("runs").compactMap(Run.init)
        omissions = value.items("omitted").compactMap(Omission.init)
        redactions = value.items("redacted").compactMap(Redaction.init)
        failures = value.items("errors").compactMap(Failure.init)
        databases = value.items("databases").compactMap(Database.init)
        // What a file is checked against may not be half there.
        for item in value.items("files") {
            guard let file = File(item) else {
                throw BundleError(
                    .damaged, path, member: Self.path, "\(Self.path) has a file without path, bytes or sha256")
            }
            files.append(file)
        }
    }
}

extension Manifest.Run {
    fileprivate var value: Value {
        .object(
            [
                .init("run", .string(run)), .init("first", .string(first.description)),
                .init("last", .string(last.description)),
            ] + launch)
    }

    fileprivate init?(_ value: Value) {
        guard let run = value["run"]?.string, let first = value.time("first"), let last = value.time("last") else {
            return nil
        }
        let launch = value.fields?.filter { !["run", "first", "last"].contains($0.key) } ?? []
        self.init(run: run, first: first, last: last, launch: launch)
    }
}

extension Manifest.File {
    fileprivate var value: Value {
        .object(
            [.init("path", .string(path)), .init("bytes", .integer(bytes)), .init("sha256", .string(sha256))]
                + span(records, first, last))
    }

    fileprivate init?(_ value: Value) {
        guard let path = value["path"]?.string, let bytes = value["bytes"]?.integer, bytes >= 0,
            let sha256 = value["sha256"]?.string, sha256.utf8.count == 64
        else { return nil }
        self.init(
            path: path, bytes: bytes, sha256: sha256, records: value["records"]?.integer, first: value.time("first"),
            last: value.time("last"))
    }
}

extension Manifest.Omission {
    fileprivate var value: Value {
        .object(
            [.init("path", .string(path)), .init("bytes", .integer(bytes))] + span(records, first, last)
                + [.init("why", .string(why))])
    }

    fileprivate init?(_ value: Value) {
        guard let path = value["path"]?.string, let why = value["why"]?.string else { return nil }
        self.init(
            path: path, bytes: value["bytes"]?.integer ?? 0, records: value["records"]?.integer,
            first: value.time("first"), last: value.time("last"), why: why)
    }
}

extension Manifest.Redaction {
    fileprivate var value: Value {
        .object([
            .init("path", .string(path)), .init("rule", .string(rule)), .init("count", .integer(count)),
        ])
    }

    fileprivate init?(_ value: Value) {
        guard let path = value["path"]?.string, let rule = value["rule"]?.string else { return nil }
        self.init(path: path, rule: rule, count: value["count"]?.integer ?? 0)
    }
}

extension Manifest.Failure {
    fileprivate var value: Value {
        .object([.init("path", .string(path)), .init("message", .string(message))])
    }

    fileprivate init?(_ value: Value) {
        guard let path = value["path"]?.string, let message = value["message"]?.string else { return nil }
        self.init(path: path, message: message)
    }
}

extension Manifest.Database {
    fileprivate var value: Value {
        .object([
            .init("path", .string(path)), .init("integrity_check", .array(integrityCheck.map(Value.string))),
        ])
    }

    fileprivate init?(_ value: Value) {
        guard let path = value["path"]?.string else { return nil }
        self.init(path: path, integrityCheck: value.items("integrity_check").compactMap(\.string))
    }
}

/// Records and times, where they are known.
private func span(_ records: Int64?, _ first: WallTime?, _ last: WallTime?) -> [Record.Field] {
    var fields: [Record.Field] = []
    if let records { fields.append(.init("records", .integer(records))) }
    if let first { fields.append(.init("first", .string(first.description))) }
    if let last { fields.append(.init("last", .string(last.description))) }
    return fields
}

extension Value {
    fileprivate func items(_ key: String) -> [Value] { self[key]?.array ?? [] }
    fileprivate func time(_ key: String) -> WallTime? { self[key]?.string.flatMap { WallTime(rfc3339: $0) } }
}
