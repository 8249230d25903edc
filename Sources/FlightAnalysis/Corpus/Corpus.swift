import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// Runs many logs through the cores and compares with what was accepted: several logs at a time, results in a stable order.
public struct Corpus: Sendable {
    public let folder: CorpusFolder
    private let cores: [CorpusCore]
    /// By core: the rules that its baselines were made under.
    private let accepted: [String: [(name: String, value: Double)]]
    private let names: [String]

    /// More changed rules than this are not tried one by one.
    private static let mostTried = 24

    /// - Parameters:
    ///   - folder: the corpus, its logs and what was accepted.
    ///   - names: the logs to run; none: all.
    ///   - set: rules other than this version's, to see what they would change.
    public init(_ folder: CorpusFolder, names: [String] = [], set: [RuleOverride] = []) throws {
        self.folder = folder
        self.names = names
        for name in names where !folder.logs.contains(where: { $0.name == name }) { throw CorpusError.noSuchLog(name) }
        cores = try folder.cores.map { try CorpusCore.named($0, pack: folder.pack, set: set) }
        for override in set where !cores.contains(where: { $0.rules.contains { $0.name == override.name } }) {
            throw CoreError.unknownRule(override.name, like: nil)
        }
        var accepted: [String: [(name: String, value: Double)]] = [:]
        for core in folder.cores { accepted[core] = try folder.acceptedRules(core) }
        self.accepted = accepted
    }

    private var logs: [(name: String, path: String)] {
        names.isEmpty ? folder.logs : folder.logs.filter { names.contains($0.name) }
    }

    /// Runs every log, `jobs` at a time. `progress` gets how many are done; it is called from one thread at a time.
    public func run(
        jobs: Int = WorkerThread.availableCores, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> CorpusReport {
        let logs = logs
        let work = Work(count: logs.count)
        let body: @Sendable () -> Void = {
            while let index = work.next() {
                let found = results(of: logs[index].name, at: logs[index].path)
                progress(work.finish(index, found))
            }
        }
        let threads = (1..<max(1, min(jobs, logs.count))).compactMap { _ in WorkerThread(body) }
        body()
        for thread in threads { thread.join() }
        var all = work.results
        if names.isEmpty {
            for path in try folder.strays() {
                let name = FileSystem.name(of: path)
                all.append(
                    CorpusResult(
                        log: name, core: "", outcome: .error,
                        detail: "a baseline whose log or core is gone; accept removes it"))
            }
        }
        return CorpusReport(corpus: folder.path, results: all)
    }

    /// Makes what comes out today the baselines; errors are left as they are. Baselines without a log are removed.
    public func accept(jobs: Int = WorkerThread.availableCores) throws -> CorpusReport {
        var report = try run(jobs: jobs)
        for index in report.results.indices where report.results[index].outcome == .changed {
            let result = report.results[index]
            try CorpusFolder.write(result.lines, to: folder.baselinePath(result.log, result.core))
        }
        guard names.isEmpty else { return report }
        for path in try folder.strays() { try FileSystem.remove(path) }
        report.results.removeAll { $0.core.isEmpty }
        for core in cores {
            let lines = core.rules.map { "\($0.name) \($0.value.plain)" }
            try CorpusFolder.write(lines, to: folder.rulesPath(core.name))
        }
        return report
    }

    // MARK: One log

    private func results(of name: String, at path: String) -> [CorpusResult] {
        var made: [(lines: [String], inputs: Int)]
        do {
            made = try lines(of: path, cores.map { try $0.run([]) })
        } catch {
            return cores.map { CorpusResult(log: name, core: $0.name, outcome: .error, detail: "\(error)") }
        }
        return zip(cores, made).map { core, made in
            do {
                return try result(name, path, core, made)
            } catch {
                return CorpusResult(log: name, core: core.name, outcome: .error, detail: "\(error)")
            }
        }
    }

    /// Reads a log once for all runners.
    private func lines(of path: String, _ runners: [CorpusRunner]) throws -> [(lines: [String], inputs: Int)] {
        guard let part = try LogSource.open(path).parts.first else { throw AnalysisError.noLog(path: path) }
        let account = try part.read(wanted: Replay<TrailCore>.wanted) { entry in
            for runner in runners { runner.take(entry) }
        }
        return runners.map { $0.finish(account.total) }
    }

    private func result(
        _ name: String, _ path: String, _ core: CorpusCore, _ made: (lines: [String], inputs: Int)
    ) throws -> CorpusResult {
        var result = CorpusResult(log: name, core: core.name, outcome: .passed)
        result.lines = made.lines
        guard made.inputs > 0 else {
            result.outcome = .error
            result.detail = "the log holds nothing that core \(core.name) decides on"
            return result
        }
        guard let before = try CorpusFolder.lines(folder.baselinePath(name, core.name)) else {
            result.outcome = .changed
            result.detail = "no baseline yet: accept makes one"
            return result
        }
        guard before != made.lines else { return result }
        result.outcome = .changed
        result.difference = CorpusResult.difference(from: before, to: made.lines)
        result.detail = result.difference.first.map { "first difference: \($0)" } ?? ""
        result.causes = try causes(path, core, before)
        return result
    }

    /// Finds the rules that make the first difference: with one of them set back to what was accepted, and all others as
    /// they are today, it does not come.
    private func causes(_ path: String, _ core: CorpusCore, _ before: [String]) throws -> [RuleCause] {
        let changed = Self.changed(from: accepted[core.name] ?? [], to: core.rules)
        guard !changed.isEmpty, changed.count <= Self.mostTried else { return [] }
        var alone: [RuleCause] = []
        let today = try lines(of: path, [core.run([])])[0].lines
        let first = Self.firstDifference(before, today)
        for var cause in changed {
            let back = try lines(of: path, [core.run([RuleOverride(cause.rule, cause.then)])])[0].lines
            guard Self.firstDifference(before, back) != first else { continue }
            cause.isAlone = true
            alone.append(cause)
        }
        return alone.isEmpty ? changed : alone
    }

    private static func changed(
        from old: [(name: String, value: Double)], to new: [(name: String, value: Double)]
    ) -> [RuleCause] {
        new.compactMap { name, now in
            guard let then = old.first(where: { $0.name == name })?.value, then != now else { return nil }
            return RuleCause(rule: name, then: then, now: now, isAlone: false)
        }
    }

    /// The first line that differs, and what stands there now; nil where all are alike.
    private static func firstDifference(_ old: [String], _ new: [String]) -> [String?]? {
        let count = max(old.count, new.count)
        func at(_ lines: [String], _ index: Int) -> String? { index < lines.count ? lines[index] : nil }
        guard let index = (0..<count).first(where: { at(old, $0) != at(new, $0) }) else { return nil }
        return [at(old, index), at(new, index)]
    }
}

/// The logs that are still to be done, and the results in their order. A class: all workers share it.
private final class Work: @unchecked Sendable {
    private let monitor = Monitor()
    private var taken = 0
    private var done = 0
    private var slots: [[CorpusResult]]

    init(count: Int) { slots = Array(repeating: [], count: count) }

    func next() -> Int? {
        monitor.changing {
            guard taken < slots.count else { return nil }
            taken += 1
            return taken - 1
        }
    }

    func finish(_ index: Int, _ results: [CorpusResult]) -> Int {
        monitor.changing {
            slots[index] = results
            done += 1
            return done
        }
    }

    var results: [CorpusResult] { monitor.changing { slots.flatMap(\.self) } }
}
