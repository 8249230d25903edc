import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis

/// `analyze replay --core trail`: with the totals of the trail, and sweeps over its rules.
struct TrailReplayCommand {
    private let command: ReplayCommand<TrailCore>
    private var call: Invocation { command.call }

    init(_ call: Invocation) { command = ReplayCommand(call) }

    func run() throws -> ExitStatus {
        if call.isOn("list-rules") { return try command.listRules() }
        let read = try command.options()
        let source = try read.source()
        let options = try command.replayOptions(read)
        if !call.all("sweep").isEmpty { return try sweep(read, source, options) }
        if let path = call.text("decisions") { try Separation.check(output: path, inputs: call.arguments) }
        let sink = try DecisionSink(call.text("decisions"), force: call.isOn("force"))
        var progress = Progress("replaying \(read.input)")
        let replay = try TrailReplay.run(source, options, progress: { progress.update($0) }) { _, stamp, decisions, _ in
            sink.write(decisions, stamp)
        }
        try sink.finish()
        return try command.show(replay.report, ReplayResult(replay.totals), read, source, options)
    }

    private func sweep(
        _ read: ReadOptions, _ source: LogSource, _ options: Replay<TrailCore>.Options
    ) throws -> ExitStatus {
        var rows: [Value] = []
        var table = TextTable([
            ("rule", .left), ("value", .right), ("points", .right), ("coarse", .right), ("solid", .right),
            ("dashed", .right), ("bridged", .right), ("spikes", .right), ("stays", .right), ("stayed", .right),
        ])
        for text in call.all("sweep") {
            let (name, values) = try Self.parts(text)
            for (value, totals) in try TrailReplay.sweep(source, rule: name, values: values, options) {
                let fields = totals.value.fields ?? []
                rows.append(.object([.init("rule", .string(name)), .init("value", .number(value))] + fields))
                table.add([
                    name, Wording.plain(.number(value)), "\(totals.ordinary)", "\(totals.coarse)",
                    Wording.distance(totals.solid), Wording.distance(totals.dashed), "\(totals.bridged)",
                    "\(totals.spikes)", "\(totals.stays.count)", Wording.duration(totals.stayTime),
                ])
            }
        }
        let whole = Value.object([
            .init("schema", "flightlog.replay-sweep/1"), .init("input", .string(read.input)),
            .init("core", .string(TrailCore.name)), .init("sweep", .array(rows)),
        ])
        try Listing(whole: whole, rows: "sweep", text: { table.text() }).print(as: read.format)
        return .done
    }

    private static func parts(_ text: String) throws -> (name: String, values: [Double]) {
        let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
        let values = halves.count == 2 ? halves[1].split(separator: ",").map { Double($0) } : []
        let numbers = values.compactMap(\.self)
        guard !numbers.isEmpty, numbers.count == values.count else {
            throw Complaint.usage("--sweep takes RULE=A,B,…, not '\(text)'", hint: "--list-rules shows the names")
        }
        _ = try TrailRules.rule(halves[0])
        return (halves[0], numbers)
    }
}

extension ReplayResult {
    /// What a trail comes to.
    init(_ totals: TrailTotals) {
        var table = TextTable([("", .left), ("", .left)])
        table.add(["points", "\(totals.ordinary) ordinary, \(totals.coarse) coarse, \(totals.spikes) marked as spikes"])
        table.add(["solid", Wording.distance(totals.solid)])
        table.add(["dashed", "\(Wording.distance(totals.dashed)), which count for nothing"])
        table.add(["stays", "\(totals.stays.count), \(Wording.duration(totals.stayTime))"])
        self.init(
            totals: totals.value, outcomes: totals.outcomes, summary: "the trail\n" + table.text(indent: 2))
    }
}

extension CoreError: HintedError {}
