import CommandKit
import DiagBundle
import FieldModel

/// What the words of `diagpack pack` ask for.
struct PackOptions {
    var request: PackRequest
    var sealing: Sealing
    var recipients: [Recipient]

    static let flags: [Flag] = [
        Flag("recipient", short: "r", value: .text(name: "KEY"), repeatable: true, help: "who can open it (age1…)"),
        Flag(
            "recipients-file", short: "R", value: .file(name: "FILE"), repeatable: true,
            help: "a file of recipients, one a line"),
        .output("the bundle to write, - for standard output"),
        Flag(
            "db", value: .file(name: "FILE"), repeatable: true,
            help: "add a copy of this database, taken by SQLite while it is in use"),
        Flag(
            "since", value: .text(name: "TIME"),
            help: "leave out what came before (RFC 3339, HH:MM, or -15m from the end)"),
        Flag("until", value: .text(name: "TIME"), help: "leave out what came after"),
        Flag("include", value: .text(name: "GLOB"), repeatable: true, help: "take only files that fit"),
        Flag("exclude", value: .text(name: "GLOB"), repeatable: true, help: "leave out files that fit"),
        Flag(
            "redact", value: .file(name: "RULES"), help: "what must not leave the device (JSON, see the documentation)"),
        Flag(
            "max-size", value: .text(name: "SIZE"),
            help: "the most the bundle may have, as 10MB; the newest records are kept"),
        Flag(
            "expires", value: .text(name: "DAYS"),
            help: "note in the bundle that it should be deleted after this many days"),
        Flag("level", value: .text(name: "1-9"), help: "how hard to compress (4 unless said)"),
        Flag("threads", value: .text(name: "N"), help: "how many threads compress (one a core unless said)"),
        Flag("armor", short: "a", help: "write text, for channels that take no binary (a third larger)"),
        Flag("no-encrypt", help: "write the .tar.gz that would be encrypted, for reading"),
        Flag("dry-run", short: "n", help: "list what would leave the device, and write nothing"),
        Flag("format", value: .choice(["text", "json"]), help: "how --dry-run lists (text unless said)"),
        .force,
    ]

    init(_ call: Invocation) throws {
        let log = call.arguments[0]
        recipients = try Self.recipients(call)
        if call.isOn("no-encrypt") {
            guard !call.isOn("armor") else { throw Complaint.usage("--armor and --no-encrypt exclude each other") }
            sealing = .open
        } else if recipients.isEmpty, !call.isOn("dry-run") {
            throw Complaint.usage(
                "no recipient is given", hint: "give the developer's public key with -r age1…, or --no-encrypt")
        } else {
            sealing = recipients.isEmpty ? .open : .to(recipients, armored: call.isOn("armor"))
        }
        request = PackRequest(
            log: log, created: WallTime(Self.created), scratch: Terminal.variable("TMPDIR") ?? "/tmp")
        request.tool = "diagpack"
        request.toolVersion = Program.version
        request.databases = call.all("db")
        request.include = call.all("include").map(Glob.init)
        request.exclude = call.all("exclude").map(Glob.init)
        request.level = try call.integer("level", in: 1...9) ?? request.level
        request.threads = try call.integer("threads", in: 1...64) ?? request.threads
        request.maxSize = try Self.size(call)
        if let days = try call.integer("expires", in: 1...36_500) {
            request.expires = request.created + Int64(days) * 86_400_000
        }
        if let path = call.text("redact") {
            request.redaction = try RedactionRules(parsing: FileSystem.contents(of: path), path: path)
        }
        request.since = try Self.time(call, "since", log: log)
        request.until = try Self.time(call, "until", log: log)
    }

    /// Every recipient is read before anything is collected.
    private static func recipients(_ call: Invocation) throws -> [Recipient] {
        var recipients: [Recipient] = []
        for text in call.all("recipient") {
            do throws(BundleError) { recipients.append(try Recipient(parsing: text)) } catch {
                // A path is easily given in its place. What cannot be looked at, a text too long for a name, is none.
                let isFile = (try? FileSystem.entry(at: text))??.kind == .file
                throw Complaint.usage(
                    "-r: \(error.detail)", hint: isFile ? "a file of recipients is given with -R" : error.hint)
            }
        }
        for path in call.all("recipients-file") { recipients += try Recipient.read(file: path) }
        return recipients
    }

    private static func size(_ call: Invocation) throws -> Int64? {
        guard let text = call.text("max-size") else { return nil }
        guard let size = ByteCount.parse(text), size > 0 else {
            throw Complaint.usage("--max-size takes a size as 10MB, not '\(text)'")
        }
        return size
    }

    /// A time of the log: RFC 3339, a time of day (UTC) on the log's last day, or a span before its end.
    private static func time(_ call: Invocation, _ flag: String, log: String) throws -> WallTime? {
        guard let text = call.text(flag) else { return nil }
        if let time = WallTime(rfc3339: text) { return time }
        let end = try LogEnd.of(log)
        if let span = TimeSpan.parse(text) {
            guard let end else { throw Complaint("\(log) has no record that '\(text)' could count from") }
            return end + -span
        }
        if let end, let time = WallTime(rfc3339: "\(CivilDate(end))T\(text.utf8.count == 5 ? text + ":00" : text)Z") {
            return time
        }
        throw Complaint.usage("--\(flag) takes a time as 2026-11-30T08:00:00Z, 08:00 or -15m, not '\(text)'")
    }

    /// Now, or the moment that SOURCE_DATE_EPOCH names (seconds): the usual way to ask for bytes that repeat.
    private static var created: Int64 {
        Terminal.variable("SOURCE_DATE_EPOCH").flatMap(Int64.init).map { $0 * 1000 } ?? WallClock.milliseconds
    }
}

/// Spans of time as people write them.
enum TimeSpan {
    /// Milliseconds of `-15m`, `-2h`, `-90s`, `-7d`; nil for anything else.
    static func parse(_ text: String) -> Int64? {
        guard text.hasPrefix("-"), let unit = text.last, let count = Int64(text.dropFirst().dropLast()), count >= 0
        else {
            return nil
        }
        let scale: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
        guard let factor = scale[unit], count < .max / factor else { return nil }
        return count * factor
    }
}
