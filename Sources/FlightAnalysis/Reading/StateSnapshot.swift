import FieldModel
import SystemIO

/// The state file of a log, read from outside: what a running or killed writer had not yet put into its files.
struct StateSnapshot {
    var writer: WriterState
    var pieces: [Piece]

    /// Bytes that follow the first `offset` bytes of a day's file.
    struct Piece {
        var isSamples: Bool
        var day: CivilDate
        var offset: Int64
        var bytes: [UInt8]
    }

    /// Nil where the folder has no state file.
    static func take(of folder: String) throws(IOError) -> StateSnapshot? { nil }

    /// The files with what belongs behind their vouched ends; a day that has no file yet gets one.
    func applied(to files: [LogPart.File], in folder: String) -> [LogPart.File] {
        var files = files
        for piece in pieces {
            let path = FileSystem.join(
                FileSystem.join(folder, piece.isSamples ? "samples" : "events"),
                "\(piece.day).\(piece.isSamples ? "csv" : "jsonl")")
            let bytes = LogPart.File.Bytes.path(path, limit: piece.offset, tail: piece.bytes)
            if let index = files.firstIndex(where: { $0.path == path }) {
                files[index].bytes = bytes
            } else {
                files.append(LogPart.File(path: path, isSamples: piece.isSamples, bytes: .memory(piece.bytes)))
            }
        }
        return files
    }
}
