import FieldModel
import SystemIO

/// Which day files go: those older than the limit of days, then the oldest until both streams are below the limit of bytes.
/// Never a file that this run wrote to, nor one of a day not yet over. A day before 2020 is the mark of a clock that was not
/// set yet: how old its file is nobody knows, so it goes by bytes only.
struct Retention: Sendable {
    var days: Int?
    var bytes: Int64?

    private static let firstPlausible = CivilDate(year: 2020, month: 1, day: 1)

    /// What was removed.
    struct Purged: Equatable {
        var files = 0
        /// Lines of the removed files, without headers.
        var records = 0
        var bytes: Int64 = 0
        var first: CivilDate?
        var last: CivilDate?
    }

    /// Removes what the limits say. A file that cannot be removed stays and is not counted.
    func apply(in log: String, keeping kept: Set<CivilDate>, at now: WallTime) -> Purged {
        let today = CivilDate(now)
        // A folder that cannot be read now is tidied another time.
        let all = Stream.allCases.flatMap { (try? DayFile.all($0, in: log)) ?? [] }
        // One that cannot be looked at counts as empty: too little is removed then, and the next day looks again.
        func size(_ file: DayFile) -> Int64 { (try? FileSystem.entry(at: file.path))?.size ?? 0 }
        var files = all.filter { !kept.contains($0.day) && $0.day < today }
            .map { ($0, size: size($0)) }
        files.sort { ($0.0.name, $0.0.stream.rawValue) < ($1.0.name, $1.0.stream.rawValue) }
        var total = all.reduce(Int64(0)) { $0 + size($1) }
        var purged = Purged()
        for (file, size) in files {
            let age = today.daysSinceEpoch - file.day.daysSinceEpoch
            let isOld = file.day >= Self.firstPlausible && days.map { age >= Int64($0) } ?? false
            let isTooMuch = bytes.map { total > $0 } ?? false
            guard isOld || isTooMuch else { continue }
            let lines = Self.lines(of: file)
            // One that cannot be removed stays, and is not told as purged.
            guard (try? FileSystem.remove(file.path)) != nil else { continue }
            removeTorn(beside: file)
            total -= size
            purged.files += 1
            purged.records += lines
            purged.bytes += size
            purged.first = min(purged.first ?? file.day, file.day)
            purged.last = max(purged.last ?? file.day, file.day)
        }
        return purged
    }

    private func removeTorn(beside file: DayFile) {
        let folder = FileSystem.parent(of: file.path) ?? "."
        let name = FileSystem.name(of: file.path) + "."
        // A folder that cannot be read now keeps its evidence.
        for other in (try? FileSystem.names(in: folder)) ?? [] where other.hasPrefix(name) && other.hasSuffix(".torn") {
            try? FileSystem.remove(FileSystem.join(folder, other))  // evidence without its file is of no use to anybody
        }
    }

    private static func lines(of file: DayFile) -> Int {
        // Unreadable: the number is only told, and nothing depends on it.
        guard let descriptor = try? Descriptor(open: file.path, flags: O_RDONLY) else { return 0 }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        while true {
            // A read that fails is the end of what can be counted.
            let read = buffer.withUnsafeMutableBytes { (try? descriptor.read(into: $0)) ?? 0 }
            if read == 0 { break }
            for byte in buffer[..<read] where byte == UInt8(ascii: "\n") { count += 1 }
        }
        return file.stream == .samples ? max(0, count - 1) : count
    }
}
