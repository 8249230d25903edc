/// Insert rate, bytes a point, and the whole recompute of half and all of two years: wall and processor time, median and
/// spread of five. `trackbench FOLDER [POINTS]` leaves the database there; `track-peers FOLDER` reads the same rows with
/// the sqlite3 shell.
import SQLiteIO
import SystemIO
import TrackStore

@main enum TrackBenchmark {
    static func main() async throws {
        guard CommandLine.arguments.count > 1 else {
            try Descriptor.standardError.write("trackbench FOLDER [POINTS]\n")
            exit(2)
        }
        let points = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 630_000 : 630_000
        for (name, count) in [("half", points / 2), ("whole", points)] {
            try await measure(TrackFolder(FileSystem.join(CommandLine.arguments[1], name)), count)
        }
        print("most memory of this process: \(peakMemory()) MiB")
    }

    private static func measure(_ folder: TrackFolder, _ points: Int) async throws {
        try FileSystem.removeTree(folder.path)
        try FileSystem.createFolder(folder.path)
        var years = TwoYears(points: points, days: max(1, points / 863))
        let count = years.days * years.pointsADay
        let insert = Clock()
        do {
            var facts = try FactDatabase(folder.facts)
            try years.write(to: &facts)
        }
        print(
            "\(count) points: \(Int(Double(count) / insert.wall)) inserted a second, in batches of \(FactQueue.batchSize)"
        )
        try Connection(folder.facts).execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        let size = try FileSystem.entry(at: folder.facts)?.size ?? 0
        print("  \(Double(size * 100 / Int64(count)) / 100) bytes a point, every field, after VACUUM")
        try pack(folder)
        let recompute = Recompute(folder)
        _ = try await recompute.whole()
        var walls: [Double] = [], processors: [Double] = []
        for _ in 0..<5 {
            let clock = Clock()
            _ = try await recompute.whole()
            walls.append(clock.wall)
            processors.append(clock.processor)
        }
        print("  recomputed whole on \(recompute.parts) cores: wall \(spread(walls)), processor \(spread(processors))")
    }

    /// What closed days would come to as packed blobs, and how long the numbers in them take to read.
    private static func pack(_ folder: TrackFolder) throws {
        let facts = try FactDatabase(folder.facts, readOnly: true)
        let reading = Clock()
        let days = try facts.runs().map { PackedDay(try facts.points(ofRun: $0.id)) }
        let plain = reading.processor
        let decoding = Clock()
        let sum = days.reduce(0) { $0 &+ $1.sum() }
        let points = days.reduce(0) { $0 + $1.points }
        print(
            "  packed by hour: \(Double(days.reduce(0) { $0 + $1.bytes } * 100 / max(1, points)) / 100) bytes a point, "
                + "decoded in \(Int(decoding.processor * 1000)) ms, "
                + "read from rows and packed in \(Int(plain * 1000)) ms"
                + (sum == 0 ? " (nothing)" : ""))
    }

    private static func spread(_ seconds: [Double]) -> String {
        let sorted = seconds.sorted()
        let text = [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]].map { "\(Int($0 * 1000))" }
        return "\(text[0]) ms (\(text[1])-\(text[2]))"
    }

    /// MiB, as Linux counts it; 0 elsewhere.
    private static func peakMemory() -> Int {
        let status =
            (try? FileSystem.contents(of: "/proc/self/status")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 / 1024 } ?? 0
    }
}

/// Seconds since it was made, on the wall and of the process.
private struct Clock {
    private let began = Clock.read(CLOCK_MONOTONIC)
    private let beganProcessor = Clock.read(CLOCK_PROCESS_CPUTIME_ID)

    var wall: Double { Clock.read(CLOCK_MONOTONIC) - began }
    var processor: Double { Clock.read(CLOCK_PROCESS_CPUTIME_ID) - beganProcessor }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
