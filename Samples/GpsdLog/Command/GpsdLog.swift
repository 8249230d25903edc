/// `gpsdlog`: records what a receiver says through gpsd, for hours and through every kill.
import CommandKit
import FieldModel
import FlightLog
import GpsdReports

@main enum GpsdLog {
    static func main() { Program.main(command) }

    static let command = Command(
        "gpsdlog", summary: "record a receiver through gpsd",
        details: [
            """
            Connects to gpsd, asks for its JSON stream and writes every fix into the log folder, with a heartbeat a \
            minute, until it is ended by SIGTERM or Ctrl-C. Where gpsd cannot be reached or goes away it is asked again \
            every few seconds; the log says when. Start it again after a kill with the same folder: it says how the run \
            before ended, and goes on.
            """,
            """
            What gpsd does not say is left empty, and modes 0 and 1 are no fix. Measurements that the receiver never \
            gives are named by --without, so that a rule can tell "never given" from "invalid"; where that is not what \
            comes in, the log and a line on stderr say so after 100 fixes.
            """,
        ],
        flags: [
            Flag("log", value: .folder(name: "DIR"), help: "the log folder to record into"),
            Flag("gpsd", value: .text(name: "HOST:PORT"), help: "where gpsd listens (localhost:2947 unless said)"),
            Flag(
                "device", value: .text(name: "PATH"),
                help: "the receiver to record, as gpsd calls it, where it has several (all of them unless said)"),
            Flag(
                "without", value: .text(name: "LIST"),
                help:
                    "columns the receiver never gives, of alt, vacc, speed, sacc, course, cacc; none (cacc unless said)"
            ),
            Flag("period", value: .text(name: "S"), help: "seconds between heartbeats (60 unless said)"),
        ]
    ) { call in
        let address = try GpsdAddress(call.text("gpsd") ?? "localhost:2947")
        let device = call.text("device")
        let absent = try columns(call.text("without") ?? FixColumn.cacc.rawValue)
        var configuration = Recorder.Configuration(app: "gpsdlog", build: Program.version)
        configuration.columns = SampleColumns(omitting: absent.union([.motion]))
        configuration.heartbeatPeriod = Int64((try call.number("period", atLeast: 0.1) ?? 60) * 1000)
        let recorder = try Recorder(openingLogAt: call.required("log"), configuration)
        if let failure = recorder.failure { Receiver.tell("\(failure); recording in memory until it can be had") }
        ignoreBrokenPipes()
        // Nobody looks at it: as far as a system is concerned it lives in the background.
        recorder.appMoved(to: .background)
        recorder.trackingTurned(on: true)
        var receiver = Receiver(recorder, absent: absent)
        while true { receiver.listen(to: address, device: device) }
    }

    private static func columns(_ list: String) throws -> Set<FixColumn> {
        if list == "none" { return [] }
        return try Set(
            list.split(separator: ",").map { name in
                guard let column = FixColumn(rawValue: String(name)), GpsdPosition.optional.contains(column) else {
                    throw Complaint.usage(
                        "--without has no column '\(name)'",
                        hint:
                            "choose from \(FixColumn.allCases.filter(GpsdPosition.optional.contains).map(\.rawValue).joined(separator: ", ")), or none"
                    )
                }
                return column
            })
    }
}
