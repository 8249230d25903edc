import Foundation
import SQLiteIO
import TestKit
import Testing

@testable import DiagBundle

/// Files that are compressed while SQLite copies.
@Suite struct HeadStartTests {
    /// A log with a database in it, and enough beside it to compress meanwhile.
    private func packedBesideDatabase() throws -> PackedLog {
        let packed = try PackedLog()
        for index in 1...3 {
            try packed.folder.write(GzipTests.text(700_000, seed: UInt64(index)), to: "log/other-\(index).txt")
        }
        try Connection(packed.folder.appending("log/track.sqlite")).execute(
            """
            CREATE TABLE point(id INTEGER PRIMARY KEY, lat);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO point SELECT i, i * 7919 % 99991 FROM n
            """)
        return packed
    }

    @Test(
        "What is compressed ahead, while SQLite copies, stands in the archive as it would otherwise", arguments: 1...4)
    func headStart(threads: Int) throws {
        let packed = try packedBesideDatabase()
        try packed.pack(.open) { $0.compressesAhead = false }
        let expected = try packed.bytes
        try packed.pack(.open) { $0.threads = threads }
        #expect(try packed.bytes == expected)
        #expect(tree(packed.folder.path).filter { !$0.hasPrefix("log") } == [])
    }

    @Test("A file that does not lend itself to being compressed ahead takes nothing from the ones that do")
    func headStartFaults() throws {
        let packed = try packedBesideDatabase()
        let scratch = try ScratchFolder(in: packed.folder.path)
        defer { withExtendedLifetime(scratch) {} }
        let ahead = try #require(HeadStart(packed.request, in: scratch))
        let control = WorkControl()
        let size = try packed.folder.read("log/other-1.txt").count
        func source(_ name: String, length: Int) -> MemberSource {
            MemberSource(
                path: name, parts: [.file(path: packed.folder.appending("log/" + name), length: Int64(length))])
        }
        // Longer than it is: as if it had been cut meanwhile.
        #expect(throws: BundleError.self) {
            try SurveyedMember(
                source("other-2.txt", length: size + 1), MemberFilters(), control: control, ahead: ahead
            ) { _ in }
        }
        let member = try SurveyedMember(
            source("other-1.txt", length: size), MemberFilters(), control: control, ahead: ahead
        ) { _ in }
        let filtered = try SurveyedMember(
            source("settings.json", length: 17), MemberFilters(skippedRecords: 1), control: control, ahead: ahead
        ) { _ in }
        let early = MemorySink(), late = MemorySink()
        let place = try #require(member.ahead)
        let first = try GzipWriter(to: early, level: packed.request.level)
        try ahead.write(place, to: first) { (_) throws(BundleError) in }
        try first.finish()
        let second = try GzipWriter(to: late, level: packed.request.level)
        try ArchiveWriter(to: second, time: packed.request.archiveTime).write(
            member.source.path, size: member.size, from: member.source.open()
        ) { (_) throws(BundleError) in }
        try second.finish()
        #expect(early.bytes == late.bytes && filtered.size == 17)
        #expect(try GzipTests.unzipped(early.bytes).count == 512 + (size + 511) / 512 * 512)
    }

    @Test("While what was compressed ahead is copied, progress goes on in small steps")
    func progress() throws {
        let packed = try packedBesideDatabase()
        try packed.folder.write(GzipTests.text(4_000_000), to: "log/large.txt")
        let watch = Watch()
        let plan = try BundlePlan(packed.request, sealing: .open, control: watch.control)
        try plan.write(to: packed.bundle, sealing: .open, control: watch.control)
        let steps = zip(watch.written.dropFirst(), watch.written).map { $0 - $1 }
        #expect(steps.allSatisfy { (0...1_000_000).contains($0) }, "\(steps)")
        #expect(watch.written.last == plan.manifest.files.reduce(0) { $0 + $1.bytes })
    }

    @Test("Cancelling while what was compressed ahead is copied ends it there, and leaves nothing")
    func cancelled() throws {
        let packed = try packedBesideDatabase()
        try packed.folder.write(GzipTests.text(4_000_000), to: "log/large.txt")
        let watch = Watch(stopsAfter: 1_500_000)
        #expect {
            let plan = try BundlePlan(packed.request, sealing: .open, control: watch.control)
            try plan.write(to: packed.bundle, sealing: .open, control: watch.control)
        } throws: { ($0 as! BundleError).fault == .cancelled }
        #expect((1_500_000...2_500_000).contains(try #require(watch.written.last)))
        #expect(tree(packed.folder.path).filter { !$0.hasPrefix("log") } == [])
    }

    /// Hears of the work, and holds SQLite back until every file was read, so that all of them are compressed ahead.
    private final class Watch: @unchecked Sendable {
        private let planner = pthread_self()
        private let limit: Int64
        private let condition = NSCondition()
        private var isRead = false
        /// How many bytes had been written, each time it was told.
        private(set) var written: [Int64] = []

        init(stopsAfter limit: Int64 = .max) { self.limit = limit }

        var control: WorkControl { WorkControl(progress: hear, isCancelled: isCancelled) }

        private func hear(_ done: Int64, _ total: Int64) {
            condition.withLock {
                isRead = isRead || done >= total / 2
                if isRead, done > total / 2 { written.append(done - total / 2) }
                condition.broadcast()
            }
        }

        private func isCancelled() -> Bool {
            condition.withLock {
                let end = Date(timeIntervalSinceNow: 30)
                while pthread_equal(planner, pthread_self()) != 0, !isRead, condition.wait(until: end) {}
                return written.last ?? 0 > limit
            }
        }
    }
}
