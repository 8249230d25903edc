import CommandKit
import FieldModel
import SimulatedDay

/// `fieldsim`: writes a simulated day as a log folder, with the truth beside it.
@main enum FieldSim {
    static func main() { Program.main(command) }

    static let command = Command(
        "fieldsim", summary: "draw a day of true and false fixes with known truth",
        details: [
            """
            Writes a log folder as an app without rules would have recorded it (events, samples without verdicts), and \
            truth.csv in it: a row a second with the true place, activity, speed and metres, and the trouble that is \
            on. The same seed gives the same bytes on every machine.
            """,
            "Troubles: \(Trouble.allCases.map(\.rawValue).joined(separator: ", ")).",
        ],
        flags: [
            Flag("seed", value: .text(name: "N"), help: "what the day is drawn from (1 unless said)"),
            .output("the log folder to make"),
            Flag("date", value: .text(name: "YYYY-MM-DD"), help: "the UTC day it begins on (2026-05-04 unless said)"),
            Flag("hours", value: .text(name: "H"), help: "how much of the day to write (24 unless said)"),
            Flag("troubles", value: .text(name: "LIST"), help: "all, none, or names by comma (all unless said)"),
            Flag(
                "set", value: .text(name: "NAME=VALUE"), repeatable: true,
                help: "another value for a number of the simulation"),
            Flag("list-parameters", help: "list the numbers of the simulation with their sources, and end"),
            .force,
        ]
    ) { call in
        if call.isOn("list-parameters") { return try ParameterListing.print() }
        let day = SimulatedDay(try options(call))
        try write(day, to: call.required("output"), force: call.isOn("force"))
        return .done
    }

    private static func options(_ call: Invocation) throws -> SimulatedDay.Options {
        var options = SimulatedDay.Options(seed: 1)
        if let text = call.text("seed") {
            guard let seed = UInt64(text) else {
                throw Complaint.usage("--seed takes a whole number from 0 to \(UInt64.max), not '\(text)'")
            }
            options.seed = seed
        }
        if let text = call.text("date") {
            guard let date = CivilDate(text) else {
                throw Complaint.usage("--date takes a day such as 2026-05-04, not '\(text)'")
            }
            options.date = date
        }
        if let hours = try call.number("hours", atLeast: 0.01) {
            guard hours <= 24 else { throw Complaint.usage("--hours takes at most 24, not \(hours)") }
            options.seconds = Int(hours * 3600)
        }
        if let text = call.text("troubles") { options.troubles = try troubles(text) }
        for text in call.all("set") { try ParameterListing.set(text, in: &options.parameters) }
        return options
    }

    private static func troubles(_ list: String) throws -> Set<Trouble> {
        if list == "all" { return Set(Trouble.allCases) }
        if list == "none" { return [] }
        return try Set(
            list.split(separator: ",").map { name in
                guard let trouble = Trouble(rawValue: String(name)) else {
                    let names = Trouble.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Complaint.usage("there is no trouble '\(name)'", hint: "choose from \(names)")
                }
                return trouble
            })
    }

    private static func write(_ day: SimulatedDay, to path: String, force: Bool) throws {
        do throws(IOError) {
            let folder = try OutputFolder.create(path, replacing: force)
            for file in day.log.files { try folder.write(file.bytes, to: file.path) }
            try folder.write(day.truthTable, to: "truth.csv")
            try folder.commit()
        } catch {
            guard error.code == EEXIST else { throw error }
            throw Complaint("\(path) exists already", hint: "give --force to replace it, or another name with -o")
        }
    }
}
