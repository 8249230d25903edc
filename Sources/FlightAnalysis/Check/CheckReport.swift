import FieldModel
import LogFormat

/// The checks over an input, and the gates that a file sets.
public struct CheckReport: Sendable {
    public var input: String
    public var results: [CheckResult]
    /// What the gates found; empty without a file of them.
    public var gates: [CheckResult]
    public var report: LifeReport

    /// Reads the input once and looks at it, or at a part of it, with every check. What was the case when the part began
    /// is known all the same. `now` is what a bundle's expiry is compared with.
    public init(
        of source: LogSource, gates: [Gate] = [], window: TimeWindow = TimeWindow(), now: WallTime? = nil,
        progress: (Int64) -> Void = { _ in }
    ) throws(AnalysisError) {
        var scan = CheckScan(window: window)
        let whole = try LifeReport(
            of: source, wanted: CheckScan.wanted, counted: window, progress: progress, visit: { scan.add($0) })
        let report = whole.limited(to: window)
        let results = scan.results(report, expires: source.manifest?.expires, now: now)
        self.report = report
        self.results = results
        self.gates = gates.map { $0.result(results, GapListing(whole, window: window), report) }
        input = source.input
    }

    /// The worst verdict of all; good where nothing is wrong.
    public var worst: CheckResult.Verdict { (results + gates).map(\.verdict).max() ?? .good }

    /// The whole listing: `analyze check --format json`, its sentences in a language.
    public func value(in language: Language) -> Value {
        let all = results + gates
        return .object([
            .init("schema", "flightlog.check/1"), .init("input", .string(input)),
            .init("worst", .string(worst.rawValue)),
            .init(
                "counts",
                .object(
                    CheckResult.Verdict.allCases.reversed().map { verdict in
                        .init(verdict.rawValue, .whole(all.count { $0.verdict == verdict }))
                    })),
            .init("checks", .array(all.map { $0.row(in: language) })), .init("damage", report.damageValue),
        ])
    }
}
