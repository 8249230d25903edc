import CCrashTap
import FieldModel
import LogFormat
import SystemIO

/// The two streams of a log.
enum Stream: Int32, CaseIterable {
    case events = 0
    case samples = 1

    var folder: String { self == .events ? "events" : "samples" }
    var ending: String { self == .events ? ".jsonl" : ".csv" }
}

/// The file of one day of one stream.
struct DayFile {
    let stream: Stream
    let name: DayName
    let path: String

    var day: CivilDate { name.day }

    init(_ stream: Stream, _ name: DayName, in log: String) {
        self.stream = stream
        self.name = name
        path = FileSystem.join(FileSystem.join(log, stream.folder), name.description + stream.ending)
    }

    init(_ stream: Stream, _ day: CivilDate, in log: String) { self.init(stream, DayName(day), in: log) }

    /// The day files of a stream, oldest first; none where there is no such folder.
    static func all(_ stream: Stream, in log: String) throws(IOError) -> [DayFile] {
        let folder = FileSystem.join(log, stream.folder)
        guard try FileSystem.entry(at: folder) != nil else { return [] }
        return try FileSystem.names(in: folder).compactMap { name in
            guard name.hasSuffix(stream.ending) else { return nil }
            return DayName(name.dropLast(stream.ending.count)).map { DayFile(stream, $0, in: log) }
        }
        .sorted { $0.name < $1.name }
    }

    /// The day's file to write to: the last one, or where the samples in it have other columns, the one behind it.
    static func last(_ stream: Stream, _ day: CivilDate, in log: String, columns: String) throws(IOError) -> DayFile {
        var file = DayFile(stream, day, in: log)
        guard stream == .samples else { return file }
        while let next = file.next(in: log), try FileSystem.entry(at: next.path) != nil { file = next }
        guard let next = file.next(in: log), try !file.accepts(columns) else { return file }
        return next
    }

    private func next(in log: String) -> DayFile? {
        guard name.part < DayName.lastPart else { return nil }
        return DayFile(stream, DayName(day, part: name.part + 1), in: log)
    }

    /// Whether rows of these columns may stand in the file: it is empty, or begins with that header line.
    private func accepts(_ columns: String) throws(IOError) -> Bool {
        guard let entry = try FileSystem.entry(at: path), entry.size > 0 else { return true }
        return try head(count: columns.utf8.count).elementsEqual(columns.utf8)
    }

    /// The header line of a file of samples, with its line feed; nil where there is none yet.
    func header() throws(IOError) -> String? {
        guard stream == .samples, try FileSystem.entry(at: path) != nil else { return nil }
        let bytes = try head(count: 4096)
        return bytes.firstIndex(of: UInt8(ascii: "\n")).map { String(decoding: bytes[...$0], as: UTF8.self) }
    }

    private func head(count: Int) throws(IOError) -> [UInt8] {
        try Descriptor(open: path, flags: O_RDONLY).bytes(count: count, at: 0)
    }

    /// A file that is ready to be written to.
    struct Opened {
        var name: DayName
        var path: String
        /// Given to the log, which closes it.
        var descriptor: Int32
        /// Where the next byte goes.
        var base: UInt64
        /// Bytes of the header line that the first flush has to write.
        var owed: UInt64
    }

    /// Opens the day's file for writing at its end, and makes it where it is not there. A last line that was never finished
    /// is closed by a line feed: what follows must not be glued to it.
    static func open(_ stream: Stream, _ day: CivilDate, in log: String, columns: String) throws(IOError) -> Opened {
        try FileSystem.createFolder(FileSystem.join(log, stream.folder))
        return try last(stream, day, in: log, columns: columns).open(columns: columns)
    }

    private func open(columns: String) throws(IOError) -> Opened {
        let descriptor = SystemIO.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw IOError("open", path) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else {
            let error = IOError("examine", path)
            _ = close(descriptor)
            throw error
        }
        var opened = Opened(
            name: name, path: path, descriptor: descriptor, base: UInt64(max(0, info.st_size)), owed: 0)
        if opened.base == 0 {
            guard stream == .samples else { return opened }
            let header = Array(columns.utf8)
            opened.base = UInt64(header.count)
            // No room for it now: the first flush brings it along.
            if pwrite(descriptor, header, header.count, 0) != header.count { opened.owed = opened.base }
            return opened
        }
        var last: UInt8 = 0
        var feed = UInt8(ascii: "\n")
        if pread(descriptor, &last, 1, off_t(opened.base - 1)) == 1, last != feed {
            // What cannot be closed cannot be gone on with: the next record would be one line with what lies there.
            guard pwrite(descriptor, &feed, 1, off_t(opened.base)) == 1 else {
                let error = IOError("write", path)
                _ = close(descriptor)
                throw error
            }
            opened.base += 1
        }
        return opened
    }
}
