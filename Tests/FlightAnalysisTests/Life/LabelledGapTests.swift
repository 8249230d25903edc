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

    /// Numbers that no clock and no counter shows, where a log may have any.
    static let hostile: [String] = [
        #"{"n":1,"t":1777881600000,"m":1,"k":"hb","cpu":1e300,"cb":9223372036854775807,"due":-9223372036854775808}"#,
        #"{"n":2,"t":1777881600000,"m":9223372036854775807,"k":"hb","cpu":2e300,"cb":9223372036854775807}"#,
        #"{"n":3,"t":-9223372036854775808,"m":-9223372036854775808,"k":"hb","cpu":-1e300,"cb":1}"#,
        #"{"n":4,"t":9223372036854775807,"m":9223372036854775807,"u":-9223372036854775808,"k":"lost","records":9223372036854775807,"bytes":9223372036854775807,"from":-9223372036854775808,"to":9223372036854775807}"#,
        #"{"n":5,"t":9223372036854775807,"m":9223372036854775807,"k":"lost","records":9223372036854775807}"#,
        #"{"n":6,"t":1,"m":2,"k":"purged","records":9223372036854775807}"#,
        #"{"n":7,"t":1,"m":3,"k":"tz","offset":9223372036854775807}"#,
        #"{"n":9223372036854775807,"t":1,"m":9223372036854775806,"k":"battery","level":1e300}"#,
        #"{"n":8,"t":1,"m":4,"k":"launch","run":"B","period":9223372036854775807,"tz":-9223372036854775808}"#,
        #"{"n":9,"t":1,"m":9223372036854775807,"k":"prev-exit","cause":"killed","end":{"t":1,"m":9223372036854775807}}"#,
        #"{"n":10,"t":1,"m":5,"k":"hole","from":-9223372036854775808,"to":9223372036854775807}"#,
        #"{"n":11,"t":1,"m":6,"k":"timer","id":"still","due":-9223372036854775808,"fired":9223372036854775807}"#,
    ]

    @Test(arguments: [1, 2, 3, 5, 7])
    func `numbers at the end of their range give a listing, never a crash`(step: Int) throws {
        // Many times over and in several orders, so that sums and differences run out as well.
        let lines = (0..<40).map { Self.hostile[$0 * step % Self.hostile.count] }
        let listing = try listing(ofFile: lines.map { $0 + "\n" }.joined(), name: "log.jsonl")
        #expect(listing.gaps.allSatisfy { $0.duration >= 0 })
        #expect(listing.value["gaps"]?.array?.count == listing.gaps.count)
        let folder = TemporaryFolder()
        let source = try LogSource.open(try folder.write(lines.joined(separator: "\n"), to: "log.jsonl"))
        #expect(try CheckReport(of: source).results.count > 20)
        #expect(try Timeline(of: source, width: 20, window: { _ in TimeWindow() }).columns.count == 20)
        #expect(try WakeReport(of: source, fence: 100_000).value["schema"] == "flightlog.wakes/1")
        #expect(InfoListing(listing.report).value["schema"] == "flightlog.info/1")
    }
}
