import FlightAnalysis
import TestKit
import Testing

/// Logs whose gaps are known from what happened to the process, and what the analysis makes of them.
@Suite struct LabelledGapTests {
    /// What was labelled against what was found.
    private struct Confusion {
        var counts: [String: [String: Int]] = [:]
        var total = 0
        var wrong: [String] = []
        var wrongButCertain: [String] = []
        var unknown = 0

        mutating func add(_ label: LabelledLog.Label, _ gap: Gap, seed: UInt64) {
            let isUnknown = ["silence", "end-unknown", "state-lost"].contains(gap.kind.rawValue)
            let found = isUnknown ? "unknown" : gap.kind.rawValue
            counts[label.kind, default: [:]][found, default: 0] += 1
            total += 1
            unknown += isUnknown ? 1 : 0
            guard !isUnknown, found != label.kind || gap.duration != label.duration else { return }
            let text = "seed \(seed): \(label.kind) \(label.duration) ms taken for \(found) \(gap.duration) ms"
            wrong.append(text)
            if gap.certainty == .certain { wrongButCertain.append(text) }
        }
    }

    static let logs: UInt64 = 250
    static let incidents = 40

    @Test func `of 10,000 labelled gaps none is taken for another, and few stay unknown`() throws {
        var confusion = Confusion()
        for seed in 0..<Self.logs {
            let log = LabelledLog(seed: seed, incidents: Self.incidents)
            let listing = try listing(ofFile: log.text)
            try #require(listing.gaps.count == log.labels.count, "seed \(seed)")
            for (label, gap) in zip(log.labels, listing.life.gaps) { confusion.add(label, gap, seed: seed) }
            #expect(listing.report.totalDamage.linesSkipped == log.damagedLines, "seed \(seed)")
            #expect(listing.life.clockSteps.count == log.clockSteps, "seed \(seed)")
            #expect(listing.gaps.allSatisfy { $0.duration >= 0 }, "seed \(seed)")
        }
        print(Self.table(confusion.counts))
        #expect(confusion.total == 10_000)
        #expect(confusion.wrong.isEmpty, "\(confusion.wrong.prefix(5))")
        #expect(confusion.wrongButCertain.isEmpty)
        #expect(confusion.unknown * 20 <= confusion.total)
    }

    private static func table(_ counts: [String: [String: Int]]) -> String {
        counts.sorted { $0.key < $1.key }.map { label, found in
            label + ": " + found.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }.joined(separator: "\n")
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `any bytes as a log give a listing or a refusal, never a crash`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var bytes = Array(LabelledLog(seed: seed, incidents: 6).text.utf8)
        for _ in 0..<200 {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let listing = try listing(ofFile: bytes, name: "log.jsonl")
        #expect(listing.gaps.allSatisfy { $0.duration >= 0 && $0.duration < 100 * 365 * 86_400_000 }, "seed \(seed)")
        #expect(listing.value["gaps"]?.array?.count == listing.gaps.count, "seed \(seed)")
    }
}
