import CommandKit
import DiagBundle
import FieldModel

/// `diagpack keygen`: a new identity.
enum KeygenVerb {
    static let command = Command(
        "keygen", summary: "make a key pair: the identity to keep, the recipient to give away",
        details: [
            """
            The identity is written in the syntax of age-keygen, readable by its owner only, and opens what was packed for \
            its recipient. With -o the recipient is printed on standard error. An existing file is never overwritten.
            """
        ],
        flags: [.output("the identity file to make (standard output unless said)")]
    ) { call in
        let identity = Identity.generate()
        let file = identity.file(created: WallTime(WallClock.milliseconds))
        let output = try Destination(call.text("output") ?? "-", isBinary: false, force: false)
        try file.read { (bytes) throws(IOError) in try output.write(bytes) }
        try output.commit()
        if call.text("output").map({ $0 != "-" }) ?? false {
            try Descriptor.standardError.write("Public key: \(identity.recipient)\n")
        }
        return .done
    }
}
