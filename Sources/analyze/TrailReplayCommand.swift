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
        let source = try read.source().rereadable()
        let options = try command.replayOptions(read)
        if !call.all("sweep").isEmpty { return try sweep(read, source, options) }
        if let path = call.text("decisions") { try Separation.check(output: path, inputs: call.arguments) }
        let sink = try DecisionSink(call.text("decisions"), force: call.isOn("force"))
        var progress = Progress("replaying \(read.input)")
        let writer = ReplayObserver<TrailCore> { _, stamp, decisions, _ in sink.write(decisions, stamp) }
        let observer = call.isOn("decisions") ? writer : nil
        let replay = try TrailReplay.run(source, options, progress: { progress.update($0) }, observer: observer)
        try sink.finish()
        return try command.show(replay.report, ReplayResult(replay.totals), read, source, options)
    }

    private func sweep(
        _ read: ReadOptions, _ source: LogSource, _ options: Replay<TrailCore>.Options
    ) throws -> ExitStatus {
        var sweep = SweepText(
            TrailCore.name, read,
            columns: ["points", "coarse", "solid", "dashed", "bridged", "spikes", "stays", "stayed"])
        for (name, values) in try command.sweptRules() {
            for (value, totals) in try TrailReplay.sweep(source, rule: name, values: values, options) {
                sweep.add(
                    name, value, totals.value,
                    [
                        "\(totals.ordinary)", "\(totals.coarse)", Wording.distance(totals.solid),
                        Wording.distance(totals.dashed), "\(totals.bridged)", "\(totals.spikes)",
                        "\(totals.stays.count)", Wording.duration(totals.stayTime),
                    ], inputs: totals.outcomes.count)
            }
        }
        return try sweep.print()
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
