import DecisionCore
import FieldModel
import Foundation
import LogFormat
import SimulatedDay
import TestKit
import Testing

@testable import FlightAnalysis

/// Every threshold of every core, a tenth more and a tenth less: the corpus of this repository finds it and names it.
@Suite struct CorpusThresholdTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../../Corpus"
    static let cores = ["trail", "phases", "run", "visits", "walk"]

    /// Thresholds that no log here can show, with the reason: `core rule reason`.
    static let unseen: [String: String] = {
        // A missing list is an empty one: every rule is then asked for.
        let text = (try? String(contentsOfFile: folder + "/unseen.txt", encoding: .utf8)) ?? ""
        let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ", maxSplits: 2)
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ("\($0[0]) \($0[1])", String($0[2])) })
    }()

    static func rules(_ core: String) throws -> [(name: String, unit: RuleUnit, value: Double)] {
        func table<Rules: RuleSet>(_ rules: Rules) -> [(String, RuleUnit, Double)] {
            Rules.table.map { ($0.name, $0.unit, rules[$0]) }
        }
        return switch core {
        case "trail": table(TrailRules())
        case "phases": table(PhaseRules())
        case "run": table(RunRules())
        case "visits": table(VisitRules())
        default: table(WalkRules())
        }
    }

    /// A tenth more or less; of a small count one more or less, since there is nothing between.
    static func changed(_ value: Double, _ unit: RuleUnit, by share: Double) -> Double {
        guard unit == .count else { return value * (1 + share) }
        let tenth = (value * abs(share)).rounded()
        return value + (share < 0 ? -1 : 1) * max(1, tenth)
    }

    private static func isSeen(_ core: String, _ rule: String, _ value: Double) throws -> Bool {
        let corpus = try Corpus(CorpusFolder(folder, cores: [core]), set: [RuleOverride(rule, value)])
        return try corpus.run().results.contains { $0.outcome == .changed && $0.causes.map(\.rule) == [rule] }
    }

    @Test(
        "every threshold is found by the corpus when it changes by a tenth, and explained by its own name",
        arguments: cores)
    func found(core: String) throws {
        var missed: [String] = []
        var stale: [String] = []
        for (rule, unit, value) in try Self.rules(core) {
            let isSeen = try [-0.1, 0.1].allSatisfy {
                try Self.isSeen(core, rule, Self.changed(value, unit, by: $0))
            }
            let isListed = Self.unseen["\(core) \(rule)"] != nil
            if !isSeen, !isListed { missed.append(rule) }
            if isSeen, isListed { stale.append(rule) }
        }
        #expect(missed == [])
        #expect(stale == [])
    }

    @Test("at most a tenth of all thresholds is not to be seen, each with its reason")
    func unseen() throws {
        let all = try Self.cores.flatMap { core in try Self.rules(core).map { "\(core) \($0.name)" } }
        #expect(Self.unseen.count * 10 <= all.count)
        #expect(Self.unseen.keys.filter { !all.contains($0) } == [])
        #expect(Self.unseen.values.allSatisfy { $0.utf8.count > 20 })
    }

    @Test("the baselines are those of this version's rules, and every log passes")
    func accepted() throws {
        let days = TemporaryFolder()
        for seed in [1, 2] as [UInt64] {
            for file in SimulatedDay(seed: seed).log.files {
                try days.write(file.bytes, to: "day-\(seed)/\(file.path)")
            }
        }
        let report = try Corpus(CorpusFolder(Self.folder, more: [days.path])).run()
        #expect(report.results.filter { $0.outcome != .passed }.map { "\($0.log) \($0.core): \($0.headline)" } == [])
        #expect(report.results.count >= 40)
    }
}
