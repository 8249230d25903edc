import FieldModel
import LogFormat
import SystemIO

/// A core that is a program: told signals as lines, it answers each with its decisions. One question, one answer, in
/// order, each within a time limit.
struct ProgramCore: ~Copyable {
    /// What it says of itself.
    private(set) var name = "program"
    private(set) var version: Int64 = 0
    private var process: ConversingProcess
    private let limit: Int
    /// What it was asked last.
    private var last: SequenceNumber = 0

    /// What it answered to one input.
    struct Answer {
        var decisions: [ProgramDecision]
        /// Of an input that it was asked to explain, and could.
        var checks: [Value] = []
        var before: Value?
        var after: Value?
    }

    private init(_ process: consuming ConversingProcess, limit: Int) {
        self.process = process
        self.limit = limit
    }

    /// Starts a program and greets it.
    /// - Parameters:
    ///   - limit: ms for each answer.
    ///   - rules: what it is to set otherwise.
    static func start(_ command: String, limit: Int, rules: [RuleOverride]) throws(ProgramError) -> ProgramCore {
        var core = ProgramCore(try start(command), limit: limit)
        try core.greet(rules)
        return core
    }

    private mutating func greet(_ rules: [RuleOverride]) throws(ProgramError) {
        let greeting = Value.object([
            .init("n", 0), .init("k", "begin"), .init("protocol", "flightlog.exec/1"),
            .init("set", .object(rules.map { .init($0.name, .number($0.value)) })),
        ])
        let answer = try ask(greeting, n: 0)
        if let error = answer["error"]?.string { throw .noAnswer(error, at: 0, wanted: "a greeting") }
        name = answer["core"]?.string ?? name
        version = answer["version"]?.integer ?? 0
    }

    private static func start(_ command: String) throws(ProgramError) -> ConversingProcess {
        do throws(IOError) { return try ConversingProcess(shell: command) } catch { throw .system(error) }
    }

    /// Asks for the decisions on one input.
    mutating func decide(_ input: Value, n: SequenceNumber, explaining: Bool) throws(ProgramError) -> Answer {
        var input = input
        if explaining { input = .object((input.fields ?? []) + [.init("explain", true)]) }
        let answer = try ask(input, n: n)
        guard let list = answer["decisions"]?.array else {
            throw .noAnswer(Self.shown(answer), at: n, wanted: "a list in decisions")
        }
        var decisions: [ProgramDecision] = []
        for value in list {
            guard let decision = ProgramDecision(value) else {
                throw .noAnswer(
                    Self.shown(value), at: n, wanted: "decisions with a kind in k, ruled ones with a verdict")
            }
            decisions.append(decision)
        }
        return Answer(
            decisions: decisions, checks: answer["checks"]?.array ?? [], before: answer["before"],
            after: answer["after"])
    }

    /// Tells it that this was all, and waits for its end.
    consuming func finish() throws(ProgramError) {
        process.closeInput()
        switch try readLine() {
        case .end: break
        case .line(let line): throw .extra(String(decoding: line.prefix(80), as: UTF8.self))
        case .tooLong: throw .extra("a line of over 1 MiB")
        case .timeout: throw .hung(at: last, seconds: Double(limit) / 1000)
        }
        let end = process.end(within: limit)
        guard end == .exit(0) else { throw .failed(end) }
    }

    private mutating func ask(_ question: Value, n: SequenceNumber) throws(ProgramError) -> Value {
        last = n
        var line: [UInt8] = []
        JSON.append(question, to: &line)
        line.append(0x0A)
        guard try write(line) else { throw .hung(at: n, seconds: Double(limit) / 1000) }
        let reading = try readLine()
        switch reading {
        case .timeout: throw .hung(at: n, seconds: Double(limit) / 1000)
        case .end: throw .died(process.end(within: 1000), at: n)
        case .tooLong: throw .noAnswer("a line of over 1 MiB", at: n, wanted: "an answer")
        case .line(let bytes): return try Self.answer(bytes, to: n)
        }
    }

    /// False where it did not take the line in time.
    private mutating func write(_ line: [UInt8]) throws(ProgramError) -> Bool {
        do throws(IOError) { return try process.write(line, within: limit) } catch {
            throw error.code == EPIPE ? .died(process.end(within: 1000), at: last) : .system(error)
        }
    }

    private mutating func readLine() throws(ProgramError) -> ConversingProcess.Reading {
        do throws(IOError) { return try process.readLine(within: limit) } catch { throw .system(error) }
    }

    private static func answer(_ bytes: [UInt8], to n: SequenceNumber) throws(ProgramError) -> Value {
        let text = String(decoding: bytes.prefix(80), as: UTF8.self)
        let value: Value
        do throws(JSONError) { value = try JSON.parse(bytes) } catch {
            throw .noAnswer(text, at: n, wanted: "one line of JSON")
        }
        guard let answered = value["n"]?.sequenceNumber else {
            throw .noAnswer(text, at: n, wanted: "the number of the record in n")
        }
        if answered < n { throw .late(answered, expected: n) }
        if answered > n { throw .outOfOrder(answered, expected: n) }
        return value
    }

    private static func shown(_ value: Value) -> String { String(JSON.text(value).prefix(80)) }
}

/// A decision of a program, or one that a log has: its kind and parameters, whatever they are.
struct ProgramDecision: Hashable {
    var kind: String
    /// Without `k` and `by`, in order of their keys: objects know no order.
    var fields: [Record.Field]

    /// What a program says; nil where it cannot be one.
    init?(_ value: Value) {
        guard let kind = value["k"]?.string, let fields = value.fields else { return nil }
        self.init(kind, fields)
        if kind == Self.ruled, outcome == nil { return nil }
    }

    /// What a log has.
    init(_ record: Record) { self.init(record.kind, record.fields) }

    private init(_ kind: String, _ fields: [Record.Field]) {
        self.kind = kind
        self.fields = fields.filter { $0.key != "k" && $0.key != "by" }.sorted { $0.key < $1.key }
        for index in self.fields.indices {
            // 5 and 5.0 are one number.
            if let whole = self.fields[index].value.integer { self.fields[index].value = .integer(whole) }
        }
    }

    static let ruled = "ruled"

    /// The verdict on the fix just told.
    var outcome: ReplayOutcome? {
        guard kind == Self.ruled, let verdict = self["verdict"]?.string.flatMap(Verdict.init) else { return nil }
        return ReplayOutcome(verdict, self["reason"]?.string ?? "")
    }

    subscript(key: String) -> Value? { fields.first { $0.key == key }?.value }

    /// `decision accepted`, `ruled r spacing`.
    var text: String {
        if let outcome { return outcome.text }
        return ([kind] + ["code", "cause", "to", "label"].compactMap { self[$0]?.string }).joined(separator: " ")
    }

    var value: Value { .object([.init("k", .string(kind))] + fields) }
}
