import CommandKit
import ReferenceReceiver

/// `uploadreceiver`: the reference receiver as a process.
@main enum UploadReceiver {
    static func main() { Program.main(command) }

    static let command = Command(
        "uploadreceiver", summary: "receive uploads of runs on loopback",
        details: [
            "Keeps chunks by run and number in an SQLite database, and prints the port it listens on. For tests and for "
                + "reading: nothing here is meant for a network."
        ],
        flags: [
            .output("the database to keep chunks in"),
            Flag("port", value: .text(name: "N"), help: "the port to listen on (a free one unless said)"),
        ]
    ) { call in
        let port = try call.text("port").map { text in
            guard let port = UInt16(text) else { throw Complaint.usage("--port takes 0 to 65535, not '\(text)'") }
            return port
        }
        let receiver = try Receiver(database: call.required("output"), port: port ?? 0)
        try Descriptor.standardOutput.write("listening on 127.0.0.1:\(receiver.port)\n")
        try receiver.serve()
        return .done
    }
}
