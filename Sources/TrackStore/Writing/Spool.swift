/// A text file that takes facts while the database cannot be opened (the device has not been unlocked since it started),
/// and gives them to it once it can.
///
/// - Created without file protection, written line by line with nothing held back: a kill loses at most a line.
/// - Merged in order; the numbers make it exactly once, whenever the process is killed while merging.
/// - Lines that cannot be read are counted and kept in a file beside it.
import FieldModel
import SQLiteIO
import SystemIO

/// Facts in a file while the database cannot be opened.
public struct Spool: Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// What a merge did.
    public struct Merge: Hashable, Sendable {
        public var written = 0
        /// Facts that the database had already.
        public var repeated = 0
        /// Lines that could not be read.
        public var damaged = 0
        /// Where those lines are kept.
        public var damagedKept: String?
    }

    /// Whether facts wait here.
    public func isEmpty() throws(TrackStoreError) -> Bool {
        try onDisk { () throws(IOError) in (try FileSystem.entry(at: path)?.size ?? 0) == 0 }
    }

    /// Appends facts of a run. The run's own line goes first wherever facts are appended, so that no line depends on one
    /// that may be damaged.
    func append(_ facts: [NumberedFact], of run: String, _ start: RunStart) throws(TrackStoreError) {
        var text = SpoolLine.run(run, start)
        for fact in facts { text += try SpoolLine.fact(fact, of: run, start) }
        let whole = text
        try onDisk { () throws(IOError) in
            if let folder = FileSystem.parent(of: path) { try FileSystem.createFolder(folder) }
            let file = try Descriptor(open: path, flags: O_RDWR | O_CREAT | O_APPEND)
            file.openWhileLocked()
            // What a kill cut short may not swallow the line that follows.
            try file.write(try file.endsWithinLine() ? "\n" + whole : whole)
        }
    }

    /// Writes everything to `database` and removes the file.
    public func merge(into database: inout FactDatabase, at time: WallTime) throws(TrackStoreError) -> Merge {
        guard try !isEmpty() else { return Merge() }
        let bytes = try onDisk { () throws(IOError) in try FileSystem.contents(of: path, limit: 1 << 30) }
        var merge = Merge()
        var content = SpoolContent(bytes)
        for run in content.order {
            let outcome = try database.write(content.facts[run] ?? [], to: try id(of: run, content, &database))
            merge.written += outcome.written
            merge.repeated += outcome.repeated
        }
        merge.damaged = content.damaged.count
        if !content.damaged.isEmpty {
            content.damaged.append([])  // a line end behind the last one
            let kept = "\(path).damaged-\(time.rawValue)"
            let lines = Array(content.damaged.joined(separator: [UInt8(ascii: "\n")]))
            try onDisk { () throws(IOError) in
                let file = try OutputFile.create(kept, replacing: true, mode: 0o600)
                try file.descriptor.write(lines)
                try file.commit()
            }
            merge.damagedKept = kept
            try database.note(
                Incident(time: time, kind: .spoolDamaged, note: "\(merge.damaged) lines kept in \(kept)"))
        }
        try onDisk { () throws(IOError) in try FileSystem.remove(path) }
        return merge
    }

    private func id(
        of run: String, _ content: SpoolContent, _ database: inout FactDatabase
    ) throws(TrackStoreError) -> Int64 {
        if let known = try database.run(named: run) { return known.id }
        guard let start = content.starts[run] else {
            throw .unfit(wanted: "the beginning of run \(run)", found: "none")
        }
        let id = try database.beginRun(run, start)
        // Nobody records it any more unless it is the run in hand, whose writer says so.
        try database.move(id, to: .interrupted)
        return id
    }
}

/// The lines of a spool, by run.
private struct SpoolContent {
    /// Runs in the order they occur.
    var order: [String] = []
    var starts: [String: RunStart] = [:]
    var facts: [String: [NumberedFact]] = [:]
    var damaged: [[UInt8]] = []

    init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // Bytes that are no UTF-8 are repaired, which the check at the line's end then finds.
            switch SpoolLine(String(decoding: line, as: UTF8.self), start: { starts[$0] }) {
            case .run(let name, let start)?:
                if starts.updateValue(start, forKey: name) == nil { order.append(name) }
            case .fact(let run, let fact)?: facts[run, default: []].append(fact)
            case nil: damaged.append(Array(line))
            }
        }
    }
}

extension Descriptor {
    /// Whether the file's last byte is something else than a line end.
    fileprivate func endsWithinLine() throws(IOError) -> Bool {
        let size = try size()
        guard size > 0 else { return false }
        var last: [UInt8] = [0]
        var failure: IOError?
        last.withUnsafeMutableBytes { room in
            do throws(IOError) { _ = try read(into: room, at: size - 1) } catch { failure = error }
        }
        if let failure { throw failure }
        return last[0] != UInt8(ascii: "\n")
    }
}
