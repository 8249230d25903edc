import CCrashTap
import FieldModel
import LogFormat
import SystemIO

/// Completes the files of a run that ended, from the rings it left. Doing it again does the same again, so that a recovery
/// that is killed costs nothing.
///
/// Offsets count only where the file agrees with them: a wild store may have hit the state, or somebody cut or removed the
/// file. Else whole lines with numbers above the file's last are appended at its end. What lies behind the last whole line
/// of a file goes to `FILE.<offset>.torn`. What cannot be *read* ends the launch, since nothing may be written over what is
/// not known; what cannot be *written* moves along.
struct Recovery {
    /// What could not be written and moves along into the new run's ring.
    struct Leftover {
        var name: DayName
        var base: UInt64
        var bytes: [UInt8]
        /// The header line its rows belong to.
        var columns: String
    }

    let folder: String
    /// The header line of the run that ended.
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
    mutating func surveyFiles(cutting: Bool) throws(IOError) {
        for stream in Stream.allCases {
            for file in try DayFile.all(stream, in: folder) {
                let tail = try LogTail(file)
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
    mutating func apply(_ snapshot: OpaquePointer) throws(IOError) {
        for index in 0..<ct_snapshot_pieces(snapshot) {
            let piece = ct_snapshot_piece(snapshot, index)
            // A part beyond what a name can say is a damaged word.
            guard let stream = Stream(rawValue: piece.stream), piece.part <= DayName.lastPart else { continue }
            let bytes = piece.count == 0 ? [] : Array(UnsafeBufferPointer(start: piece.bytes, count: piece.count))
            let name = DayName(CivilDate(daysSinceEpoch: piece.day), part: Int(piece.part))
            let file = DayFile(stream, name, in: folder)
            let continues = try endsInsideLine(file, before: piece.offset)
            try apply(
                Piece(
                    stream, name, piece.offset, bytes, columns: [columnsLine, try file.header()].compactMap { $0 },
                    continues: continues))
        }
    }

    private mutating func apply(_ piece: Piece) throws(IOError) {
        let file = DayFile(piece.stream, piece.name, in: folder)
        lastNumber = max(lastNumber, piece.numbers.max() ?? 0)
        if piece.isSound, try agrees(file, with: piece) {
            records += piece.numbers.count
            bytes += piece.bytes.count
            write(piece.bytes, to: file, at: UInt64(piece.offset), piece.columns)
            return
        }
        try append(piece, to: try destination(of: piece, unless: file))
    }

    /// Where the lines of a piece may be appended: its own file, unless rows of other columns stand there.
    private func destination(of piece: Piece, unless file: DayFile) throws(IOError) -> DayFile {
        guard piece.stream == .samples, let header = try file.header(), header != piece.columns else { return file }
        return try DayFile.last(.samples, piece.name.day, in: folder, columns: piece.columns)
    }

    private mutating func append(_ piece: Piece, to file: DayFile) throws(IOError) {
        let tail = try LogTail(file)
        let end = cut(file, tail)
        var lines = piece.lines(after: tail.lastNumber)
        guard !lines.bytes.isEmpty else { return }
        records += lines.count
        bytes += lines.bytes.count
        if end == 0, piece.stream == .samples { lines.bytes = Array(piece.columns.utf8) + lines.bytes }
        write(lines.bytes, to: file, at: UInt64(end), piece.columns)
    }

    private func endsInsideLine(_ file: DayFile, before offset: Int64) throws(IOError) -> Bool {
        guard offset > 0, try FileSystem.entry(at: file.path) != nil else { return false }
        let before = try Descriptor(open: file.path, flags: O_RDONLY).bytes(count: 1, at: offset - 1)
        return before.first.map { $0 != UInt8(ascii: "\n") } ?? false
    }

    /// Whether the file ends where the state says: at the offset, or within the same bytes that are to be written.
    private func agrees(_ file: DayFile, with piece: Piece) throws(IOError) -> Bool {
        guard piece.offset >= 0 else { return false }
        let size = try FileSystem.entry(at: file.path)?.size ?? 0
        guard size >= piece.offset, size - piece.offset <= piece.bytes.count else { return false }
        let there = Int(size - piece.offset)
        guard there > 0 else { return true }
        let found = try Descriptor(open: file.path, flags: O_RDONLY).bytes(count: there, at: piece.offset)
        return found[...] == piece.bytes[..<there]
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

    private mutating func write(_ bytes: [UInt8], to file: DayFile, at offset: UInt64, _ columns: String) {
        guard !bytes.isEmpty else { return }
        do throws(IOError) {
            try FileSystem.createFolder(FileSystem.parent(of: file.path) ?? ".")
            let descriptor = try Descriptor(open: file.path, flags: O_WRONLY | O_CREAT)
            try descriptor.write(bytes, at: Int64(offset))
        } catch {
            leftovers[file.stream, default: []].append(
                Leftover(name: file.name, base: offset, bytes: bytes, columns: columns))
        }
    }
}
