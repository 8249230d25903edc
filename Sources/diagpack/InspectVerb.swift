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
            Format, recipients and sizes. That a file is whole only a key can show; that it is cut off often shows \
            without, and ends with status 3.
            """
        ],
        arguments: [Argument("BUNDLE", help: "a bundle, - for standard input")],
        flags: [Flag("format", value: .choice(["text", "json"]), help: "how to write it (text unless said)")]
    ) { call in
        let path = call.arguments[0]
        let found = try Inspection.of(path)
        let text = call.text("format") == "json" ? JSON.indented(value(of: found)) + "\n" : lines(of: found)
        try Descriptor.standardOutput.write(text)
        return found.flaw == nil ? .done : .damaged
    }

    private static func value(of found: Inspection) -> Value {
        .object([
            .init("schema", "flightlog.inspect/1"), .init("format", .string(found.format.rawValue)),
            .init("bytes", .integer(found.size)), .init("encrypted", .bool(found.format != .gzip)),
            .init("recipients", .array(found.recipients.map(Value.string))),
            .init("header_bytes", .integer(found.headerSize)),
            .init("payload_bytes", found.payloadSize.map(Value.integer) ?? .null),
            .init("chunks", .integer(found.chunks)), .init("flaw", found.flaw.map(Value.string) ?? .null),
        ])
    }

    private static func lines(of found: Inspection) -> String {
        var table = TextTable([("", .left), ("", .left)])
        table.add(["format", found.format.rawValue])
        table.add(["size", ByteCount.text(found.size) + " (\(found.size) bytes)"])
        if found.format == .gzip {
            table.add(["encrypted", "no: anybody can read it"])
        } else {
            table.add(["recipients", "\(found.recipients.count): " + found.recipients.joined(separator: ", ")])
        }
        if let payload = found.payloadSize { table.add(["content", ByteCount.text(payload) + " (\(payload) bytes)"]) }
        table.add(["whole", found.flaw ?? "nothing speaks against it; only a key can tell"])
        return table.text()
    }
}
