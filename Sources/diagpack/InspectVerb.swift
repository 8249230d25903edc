import CommandKit
import DiagBundle
import FieldModel
import LogFormat

/// `diagpack inspect`: what can be known of a bundle without a key.
enum InspectVerb {
    static let command = Command(
        "inspect", summary: "say what can be known of a bundle without a key",
        details: [
            """
            Format, recipients and sizes. A bundle that is not encrypted is read to its end, so that it is known to be \
            whole. Of an encrypted one only who holds a key can know that: cut at the border of a chunk, or changed \
            anywhere, it looks like any other. Where a flaw shows from outside, the status is 3.
            """
        ],
        arguments: [Argument("BUNDLE", help: "a bundle, - for standard input")],
        flags: [Flag("format", value: .choice(["text", "json"]), help: "how to write it (text unless said)")]
    ) { call in
        let path = call.arguments[0]
        let found = try Inspection.of(path)
        let text = call.text("format") == "json" ? JSON.indented(value(of: found)) + "\n" : lines(of: found)
        try Descriptor.standardOutput.write(text)
        if case .flawed = found.wholeness { return .damaged }
        return .done
    }

    private static func value(of found: Inspection) -> Value {
        var whole = Value.null, flaw = Value.null
        switch found.wholeness {
        case .whole: whole = .bool(true)
        case .flawed(let why): (whole, flaw) = (.bool(false), .string(why))
        case .unknown: break
        }
        return .object([
            .init("schema", "flightlog.inspect/1"), .init("format", .string(found.format.rawValue)),
            .init("bytes", .integer(found.size)), .init("encrypted", .bool(found.isEncrypted)),
            .init("recipients", .array(found.recipients.map(Value.string))),
            .init("header_bytes", .integer(found.headerSize)),
            .init("payload_bytes", found.payloadSize.map(Value.integer) ?? .null),
            .init("chunks", .integer(found.chunks)), .init("whole", whole), .init("flaw", flaw),
        ])
    }

    private static func lines(of found: Inspection) -> String {
        var table = TextTable([("", .left), ("", .left)])
        table.add(["format", found.format.rawValue])
        table.add(["size", ByteCount.text(found.size) + " (\(found.size) bytes)"])
        if found.isEncrypted {
            table.add(["recipients", "\(found.recipients.count): " + found.recipients.joined(separator: ", ")])
        } else {
            table.add(["encrypted", "no: anybody can read it"])
        }
        if let payload = found.payloadSize { table.add(["content", ByteCount.text(payload) + " (\(payload) bytes)"]) }
        table.add(["whole", words(found.wholeness)])
        return table.text()
    }

    private static func words(_ wholeness: Inspection.Wholeness) -> String {
        switch wholeness {
        case .whole(isVerified: true): "yes: every file is as its manifest says"
        case .whole(isVerified: false): "yes, to its end; it has no manifest to compare its files with"
        case .flawed(let why): "no: \(why)"
        case .unknown: "nothing speaks against it; only who holds a key can tell"
        }
    }
}
