import CCrashTap
import FieldModel
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
    let day: CivilDate
    let path: String

    init(_ stream: Stream, _ day: CivilDate, in log: String) {
        self.stream = stream
        self.day = day
        path = FileSystem.join(FileSystem.join(log, stream.folder), day.description + stream.ending)
    }

    /// The day files of a stream, oldest first; none where the folder cannot be read.
    static func all(_ stream: Stream, in log: String) -> [DayFile] {
        let folder = FileSystem.join(log, stream.folder)
        // A folder that is not there has no files.
        return ((try? FileSystem.names(in: folder)) ?? []).compactMap { name in
            guard name.hasSuffix(stream.ending) else { return nil }
            return CivilDate(name.dropLast(stream.ending.count)).map { DayFile(stream, $0, in: log) }
        }
        .sorted { $0.day < $1.day }
    }

    /// A file that is ready to be written to.
    struct Opened {
        /// Given to the log, which closes it.
        var descriptor: Int32
        /// Where the next byte goes.
        var base: UInt64
        /// Bytes of the header line that the first flush has to write.
        var owed: UInt64
    }

    /// Opens the file for writing at its end, and makes it where it is not there. A last line that was never finished is
    /// closed by a line feed: what follows must not be glued to it.
    func open(columns: String) throws(IOError) -> Opened {
        let folder = FileSystem.parent(of: path) ?? "."
        try FileSystem.createFolder(folder)
        let descriptor = SystemIO.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw IOError("open", path) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else {
            let error = IOError("examine", path)
            _ = close(descriptor)
            throw error
        }
        var size = UInt64(max(0, info.st_size))
        if size == 0 {
            guard stream == .samples else { return Opened(descriptor: descriptor, base: 0, owed: 0) }
            let header = Array(columns.utf8)
            let base = UInt64(header.count)
            // No room for it now: the first flush brings it along.
            let wrote = pwrite(descriptor, header, header.count, 0) == header.count
            return Opened(descriptor: descriptor, base: base, owed: wrote ? 0 : base)
        }
        var last: UInt8 = 0
        var feed = UInt8(ascii: "\n")
        if pread(descriptor, &last, 1, off_t(size - 1)) == 1, last != feed,
            pwrite(descriptor, &feed, 1, off_t(size)) == 1
        {
            size += 1
        }
        return Opened(descriptor: descriptor, base: size, owed: 0)
    }
}
