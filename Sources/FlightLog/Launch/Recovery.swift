import CCrashTap
import FieldModel
import SystemIO

/// Completes the files of a run that ended, from the rings it left. Doing it again does the same again, so that a recovery
/// that is killed costs nothing.
///
/// Offsets count only where the file agrees with them: a wild store may have hit the state, or somebody cut or removed the
/// file. Else whole lines with numbers above the file's last are appended at its end. What lies behind the last whole line
/// of a file goes to `FILE.<offset>.torn`.
struct Recovery {
    /// What could not be written and moves along into the new run's ring.
    struct Leftover {
        var day: CivilDate
        var base: UInt64
        var bytes: [UInt8]
    }

    let folder: String
    let columnsLine: String
    private(set) var records = 0
    private(set) var bytes = 0
    private(set) var leftovers: [Stream: [Leftover]] = [:]
    /// The highest number met in files and pieces.
    private(set) var lastNumber: UInt64 = 0
    /// Whether a file ended in a line that was never finished and begins as a crash.
    private(set) var hasTornCrash = false
    /// The last line with a stamp that was met, for a run whose state is lost.
    private(set) var newestLine: [UInt8] = []

    init(folder: String, columnsLine: String) {
        self.folder = folder
        self.columnsLine = columnsLine
    }

    /// Whether the log has any line of an earlier run.
    var hasOlderLog: Bool { lastNumber > 0 || hasFiles }
    private var hasFiles = false

    /// Looks at the end of every file: the highest number, and torn last lines, which are set aside where `cutting`.
    mutating func surveyFiles(cutting: Bool) {
        for stream in Stream.allCases {
            for file in DayFile.all(stream, in: folder) {
                let tail = LogTail(file)
                hasFiles = hasFiles || tail.size > 0
                if tail.lastNumber > lastNumber {
                    lastNumber = tail.lastNumber
                    newestLine = tail.lastLine
                }
                if cutting { cut(file, tail) }
            }
        }
    }

    /// Completes the files from what a snapshot found pending.
    mutating func apply(_ snapshot: OpaquePointer) {
        for index in 0..<ct_snapshot_pieces(snapshot) {
            let piece = ct_snapshot_piece(snapshot, index)
            guard let stream = Stream(rawValue: piece.stream) else { continue }
            let bytes = piece.count == 0 ? [] : Array(UnsafeBufferPointer(start: piece.bytes, count: piece.count))
            let day = CivilDate(daysSinceEpoch: piece.day)
            let continues = endsInsideLine(DayFile(stream, day, in: folder), before: piece.offset)
            apply(Piece(stream, day, piece.offset, bytes, columns: columnsLine, continues: continues))
        }
    }

    private mutating func apply(_ piece: Piece) {
        let file = DayFile(piece.stream, piece.day, in: folder)
        lastNumber = max(lastNumber, piece.numbers.max() ?? 0)
        if piece.isSound, agrees(file, with: piece) {
            records += piece.numbers.count
            bytes += piece.bytes.count
            write(piece.bytes, to: file, at: UInt64(piece.offset))
            return
        }
        let tail = LogTail(file)
        let end = cut(file, tail)
        var lines = piece.lines(after: tail.lastNumber)
        guard !lines.bytes.isEmpty else { return }
        records += lines.count
        bytes += lines.bytes.count
        if end == 0, piece.stream == .samples { lines.bytes = Array(columnsLine.utf8) + lines.bytes }
        write(lines.bytes, to: file, at: UInt64(end))
    }

    private func endsInsideLine(_ file: DayFile, before offset: Int64) -> Bool {
        guard offset > 0, let descriptor = try? Descriptor(open: file.path, flags: O_RDONLY) else { return false }
        var byte: UInt8 = 0
        return pread(descriptor.rawValue, &byte, 1, off_t(offset - 1)) == 1 && byte != UInt8(ascii: "\n")
    }

    /// Whether the file ends where the state says: at the offset, or within the same bytes that are to be written.
    private func agrees(_ file: DayFile, with piece: Piece) -> Bool {
        guard piece.offset >= 0 else { return false }
        let size = (try? FileSystem.entry(at: file.path))?.size ?? 0
        guard size >= piece.offset, size - piece.offset <= piece.bytes.count else { return false }
        let there = Int(size - piece.offset)
        guard there > 0 else { return true }
        guard let descriptor = try? Descriptor(open: file.path, flags: O_RDONLY) else { return false }
        var found = [UInt8](repeating: 0, count: there)
        // What cannot be read does not agree.
        let count = found.withUnsafeMutableBytes { (try? descriptor.read(into: $0, at: piece.offset)) ?? 0 }
        return count == there && found[...] == piece.bytes[..<there]
    }

    /// Sets aside what lies behind the last whole line, and returns the file's new end.
    @discardableResult
    private mutating func cut(_ file: DayFile, _ tail: LogTail) -> Int64 {
        guard !tail.torn.isEmpty else { return tail.size }
        let text = String(decoding: tail.torn, as: UTF8.self)
        if file.stream == .events, text.contains("\"k\":\"crash\"") { hasTornCrash = true }
        do throws(IOError) {
            let name = "\(file.path).\(tail.soundEnd).torn"
            let aside = try Descriptor(open: name, flags: O_WRONLY | O_CREAT | O_TRUNC)
            try aside.write(tail.torn)
            let descriptor = try Descriptor(open: file.path, flags: O_WRONLY)
            guard ftruncate(descriptor.rawValue, off_t(tail.soundEnd)) == 0 else { return tail.size }
            return tail.soundEnd
        } catch {
            // The tail stays where it is; a reader counts it as damage.
            return tail.size
        }
    }

    private mutating func write(_ bytes: [UInt8], to file: DayFile, at offset: UInt64) {
        guard !bytes.isEmpty else { return }
        do throws(IOError) {
            try FileSystem.createFolder(FileSystem.parent(of: file.path) ?? ".")
            let descriptor = try Descriptor(open: file.path, flags: O_WRONLY | O_CREAT)
            try descriptor.write(bytes, at: Int64(offset))
        } catch {
            leftovers[file.stream, default: []].append(Leftover(day: file.day, base: offset, bytes: bytes))
        }
    }
}
