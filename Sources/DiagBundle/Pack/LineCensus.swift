import FieldModel
import LogFormat

/// Counts the records of a log file as its bytes go by: how many, the first and last time, and the launches in it.
struct LineCensus {
    /// A `launch` record.
    struct Launch {
        var time: WallTime
        var fields: [Record.Field]
    }

    private(set) var records: Int64 = 0
    private(set) var first: WallTime?
    private(set) var last: WallTime?
    private(set) var launches: [Launch] = []

    private let kind: MemberKind
    private var carried: [UInt8] = []
    /// The last line of the chunk at hand, inside it.
    private var pending: UnsafeRawBufferPointer?
    private var lastLine: [UInt8] = []
    private var timeColumn: Int?
    private var sawHeader = false
    private static let carryLimit = 1 << 20

    /// Nil for files that are no log files.
    init?(_ kind: MemberKind) {
        guard kind == .events || kind == .samples else { return nil }
        self.kind = kind
    }

    mutating func add(_ chunk: UnsafeRawBufferPointer) {
        var start = 0
        if !carried.isEmpty {
            let feed = chunk.lineFeed(from: 0) ?? chunk.count
            if carried.count < Self.carryLimit { carried += chunk[..<feed] }
            if feed == chunk.count { return }
            let line = carried
            carried.removeAll(keepingCapacity: true)
            line.read { take($0) }
            start = feed + 1
        }
        while let feed = chunk.lineFeed(from: start) {
            take(UnsafeRawBufferPointer(rebasing: chunk[start..<feed]))
            start = feed + 1
        }
        // What the last line says is wanted only at the end: it is kept once a chunk.
        if let pending { lastLine = Array(pending) }
        pending = nil
        carried += chunk[start...]
    }

    /// Nothing follows.
    mutating func finish() {
        if !carried.isEmpty {
            carried.read { take($0) }
            if pending != nil { lastLine = carried }
            pending = nil
            carried = []
        }
        if let time = time(of: lastLine) { last = time }
    }

    private mutating func take(_ line: UnsafeRawBufferPointer) {
        if kind == .samples, !sawHeader {
            sawHeader = true
            let names = CSVLine.names(line)
            timeColumn = names.firstIndex(of: "recv") ?? names.firstIndex(of: "t")
            return
        }
        records += 1
        if first == nil { first = time(of: Array(line)) }
        pending = line
        guard kind == .events, LineTime.isLaunch(line) else { return }
        let bytes = Array(line)
        // A launch record that is no JSON is damage of the log, for its reader to count.
        guard let time = LineTime.ofEvent(bytes), let value = try? JSON.parse(bytes), let fields = value.fields else {
            return
        }
        launches.append(Launch(time: time, fields: fields))
    }

    private func time(of line: [UInt8]) -> WallTime? {
        if kind == .events { return LineTime.ofEvent(line) }
        guard let timeColumn else { return nil }
        let cells = CSVLine.cells(line)
        guard timeColumn < cells.count else { return nil }
        return Int64(String(decoding: cells[timeColumn], as: UTF8.self)).map { WallTime($0) }
    }
}

extension LineTime {
    /// Whether an event is a launch. Asked of every line: the kind stands behind `"k":"`, within the first few keys.
    static func isLaunch(_ line: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        let end = min(line.count, 192)
        while place + launchKey.count <= end {
            guard let quote = line.byte(UInt8(ascii: "\""), from: place) else { return false }
            if line[quote...].starts(with: launchKey) { return true }
            place = quote + 1
        }
        return false
    }

    private static let launchKey = Array("\"k\":\"launch\"".utf8)
}
