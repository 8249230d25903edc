import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// The table of a sweep: a row a value, with what the log comes to under it.
struct SweepText {
    private let core: String
    private let read: ReadOptions
    private var rows: [Value] = []
    private var table: TextTable
    private var inputs = 0

    init(_ core: String, _ read: ReadOptions, columns: [String]) {
        self.core = core
        self.read = read
        table = TextTable([("rule", .left), ("value", .right)] + columns.map { ($0, .right) })
    }

    /// - Parameters:
    ///   - totals: for JSON.
    ///   - cells: the same for people, as many as there are columns.
    ///   - inputs: how much was decided on; nothing at all is a failure.
    mutating func add(_ rule: String, _ value: Double, _ totals: Value, _ cells: [String], inputs: Int) {
        rows.append(
            .object([.init("rule", .string(rule)), .init("value", .number(value))] + (totals.fields ?? [])))
        table.add([rule, Wording.plain(.number(value))] + cells)
        self.inputs += inputs
    }

    func print() throws -> ExitStatus {
        guard inputs > 0 else {
            throw Complaint(
                "\(read.input) holds nothing that core \(core) decides on", hint: "a sweep over nothing says nothing")
        }
        let whole = Value.object([
            .init("schema", "flightlog.replay-sweep/1"), .init("input", .string(read.input)),
            .init("core", .string(core)), .init("sweep", .array(rows)),
        ])
        try Listing(whole: whole, rows: "sweep", text: { table.text() }).print(as: read.format)
        return .done
    }
}

extension ReplayCommand {
    /// The rules and values that `--sweep` names.
    func sweptRules() throws -> [(name: String, values: [Double])] {
        try call.all("sweep").map { text in
            let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
            let values = halves.count == 2 ? halves[1].split(separator: ",").map { Double($0) } : []
            let numbers = values.compactMap(\.self)
            guard !numbers.isEmpty, numbers.count == values.count else {
                throw Complaint.usage("--sweep takes RULE=A,B,…, not '\(text)'", hint: "--list-rules shows the names")
            }
            _ = try Core.Rules.rule(halves[0])
            return (halves[0], numbers)
        }
    }

    /// A sweep over any core's rules: a replay a value, with the figures of the core's account.
    func sweep<Account: CoreAccount<Core>>(
        _ account: Account.Type, _ read: ReadOptions, _ source: LogSource, _ options: Replay<Core>.Options,
        prepare: @escaping (inout Core) -> Void
    ) throws -> ExitStatus {
        var sweep: SweepText?
        for (name, values) in try sweptRules() {
            for value in values {
                var swept = options
                swept.overrides.append(RuleOverride(name, value))
                var results = Gathered(Account(), swept.window)
                let report = try Replay<Core>(swept, prepare: prepare).run(over: source, heardBy: &results)
                let figures = results.account.figures.filter { !$0.isListed }
                var table = sweep ?? SweepText(Core.name, read, columns: figures.map(FigureText.name))
                table.add(
                    name, value, results.account.value, figures.map(FigureText.amount), inputs: report.inputs)
                sweep = table
            }
        }
        return try sweep?.print() ?? .done
    }
}
