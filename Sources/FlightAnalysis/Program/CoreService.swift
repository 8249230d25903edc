import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// A core of your own, in Swift, as a program that `analyze replay --exec` speaks to: three lines of main,
///
///     import FlightAnalysis
///     CoreService<OwnCore>.main()
///
/// and `--set`, `--explain`, the first divergence with its checks and the change of state work as with any other core.
/// The template is Samples/OwnCore.
public struct CoreService<Core: DecidingCore> {
    private var core: Core
    private let prepare: (inout Core) -> Void

    /// Reads questions from standard input until it ends. Never returns.
    /// - Parameter prepare: gives the core what is no part of its state.
    public static func main(prepare: @escaping (inout Core) -> Void = { _ in }) -> Never {
        var service = CoreService(prepare: prepare)
        do throws(IOError) {
            let source = ByteSource(.standardInput(ahead: []))
            var chunk: [UInt8] = []
            var open: [UInt8] = []
            while try source.next(into: &chunk) {
                var start = 0
                while let end = chunk[start...].firstIndex(of: 0x0A) {
                    open += chunk[start..<end]
                    start = end + 1
                    try Descriptor.standardOutput.write(service.answer(open))
                    open.removeAll(keepingCapacity: true)
                }
                open += chunk[start...]
            }
        } catch {
            exit(1)
        }
        exit(0)
    }

    init(prepare: @escaping (inout Core) -> Void = { _ in }) {
        core = Core(rules: Core.Rules())
        self.prepare = prepare
        prepare(&core)
    }

    /// The line that answers a line.
    mutating func answer(_ line: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        let value: Value
        do throws(JSONError) { value = try answer(to: JSON.parse(line)) } catch {
            value = .object([.init("n", 0), .init("error", .string("\(error)"))])
        }
        JSON.append(value, to: &bytes)
        bytes.append(0x0A)
        return bytes
    }

    private mutating func answer(to question: Value) -> Value {
        let n = question["n"]?.sequenceNumber ?? 0
        var fields: [Record.Field] = [.init("n", .whole(n))]
        if question["k"] == "begin" { return .object(fields + begin(question["set"]?.fields ?? [])) }
        if let record = SignalLine.record(question), record.knownKind == .core {
            restore(record)
            return .object(fields + [.init("decisions", .array([]))])
        }
        var decisions: [Decision] = []
        var account = CheckAccount()
        let isExplained = question["explain"] == true
        let before = isExplained ? core.state : .null
        if let fix = SignalLine.fix(question) {
            core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions, heardBy: &account)
            core.recorded(as: n)
        } else if let record = SignalLine.record(question), let signal = Signal(record) {
            core.decide(signal, at: stamped(record.stamp, n), into: &decisions, heardBy: &account)
        }
        fields.append(.init("decisions", .array(decisions.map { $0.listed(by: n) })))
        if isExplained {
            fields += [
                .init("checks", .array(account.checks.map(\.listed))), .init("before", before),
                .init("after", core.state),
            ]
        }
        return .object(fields)
    }

    /// The stamp of an input as a replay gives it.
    private func stamped(_ stamp: Stamp, _ n: SequenceNumber) -> Stamp {
        var stamp = stamp
        stamp.n = n
        return stamp
    }

    private mutating func begin(_ set: [Record.Field]) -> [Record.Field] {
        for field in set {
            do throws(CoreError) { try core.rules.set(field.key, to: field.value.double ?? .nan) } catch {
                return [.init("error", .string("\(error)"))]
            }
        }
        overrides = set
        return [
            .init("core", .string(Core.name)), .init("version", .whole(Core.version)), .init("decisions", .array([])),
        ]
    }

    /// What was set at the beginning holds over what the log says.
    private var overrides: [Record.Field] = []

    private mutating func restore(_ record: Record) {
        guard var restored = try? Core(record: record) else { return }  // another core's, or of another version
        for field in overrides { try? restored.rules.set(field.key, to: field.value.double ?? .nan) }  // tried before
        prepare(&restored)
        core = restored
    }
}
