import CCrashTap
import FieldModel
import LogFormat
import SystemIO

/// What a recorder's state file says at one moment: bytes of day files that are still in its buffers.
package struct StateSnapshot {
    /// The end of a day file.
    package struct Piece {
        /// `events/DAY.jsonl` or `samples/DAY.csv`.
        package var path: String
        /// How many bytes of the file stand before it; nil: the whole lines of the file, then those lines of `bytes`
        /// that carry a larger sequence number than the last of them.
        var offset: Int64?
        package var bytes: [UInt8]
        fileprivate var stream: Int32
    }

    package private(set) var pieces: [Piece] = []
    /// The state file as it stood when the pieces were taken, without its buffers: what they hold stands in the pieces, and
    /// a position in them would pass every redaction. Nil where there is none, or it never held still.
    private(set) var file: [UInt8]?
    /// Why the state could not be used.
    package private(set) var failure: String?
    /// The run that the state belongs to; nil where there is no state.
    package private(set) var run: String?
    /// Whether the process that writes the log is running now.
    package private(set) var isAlive = false

    /// A recorder that writes without pause changes its state file all the time: then it is left out, since what matters
    /// of it is in the pieces.
    private static let attempts = 20
    /// Two rings and a header, with room to spare.
    private static let fileLimit = 4 << 20

    package static func take(of path: String) -> StateSnapshot {
        var result = StateSnapshot()
        for _ in 0..<attempts {
            let before = contents(path)
            result = StateSnapshot(path)
            guard result.failure == nil, let before else { break }
            if contents(path) == before {
                result.file = withoutBuffers(before)
                break
            }
        }
        return result
    }

    /// Empties the rings and says that nothing waits in them; nil where the header is not to be understood.
    private static func withoutBuffers(_ bytes: [UInt8]) -> [UInt8]? {
        let header = Int(CT_HEADER_BYTES)
        guard bytes.count >= header else { return nil }
        var result = bytes[..<header] + [UInt8](repeating: 0, count: bytes.count - header)
        for stream in ["events", "samples"] {
            let (head, flushed) = bytes.withUnsafeBytes {
                (
                    ct_state_offset($0.baseAddress, stream + ".head"),
                    ct_state_offset($0.baseAddress, stream + ".flushed")
                )
            }
            guard head > 0, flushed > 0, max(head, flushed) + 8 <= header else { return nil }
            result.replaceSubrange(flushed..<flushed + 8, with: bytes[head..<head + 8])
        }
        return Array(result)
    }

    private init() {}

    private init(_ path: String) {
        var code: Int32 = 0
        var why: UnsafePointer<CChar>?
        guard let snapshot = ct_snapshot_take(path, &code, &why) else {
            if code != Int32(CT_SNAPSHOT_NONE.rawValue) {
                failure = why.map { String(cString: $0) } ?? "cannot be read"
            }
            return
        }
        defer { ct_snapshot_free(snapshot) }
        run = String(cString: ct_run(ct_snapshot_state(snapshot)))
        isAlive = ct_snapshot_alive(snapshot) && !ct_snapshot_rebooted(snapshot)
        for index in 0..<ct_snapshot_pieces(snapshot) {
            let piece = ct_snapshot_piece(snapshot, index)
            let isEvents = piece.stream == Int32(CT_EVENTS)
            let name = DayName(CivilDate(daysSinceEpoch: piece.day), part: Int(truncatingIfNeeded: piece.part))
            pieces.append(
                Piece(
                    path: isEvents ? "events/\(name).jsonl" : "samples/\(name).csv",
                    offset: piece.offset == Int64(CT_AFTER_LAST) ? nil : piece.offset,
                    bytes: Array(UnsafeBufferPointer(start: piece.bytes, count: piece.count)), stream: piece.stream))
        }
    }

    /// The content of a file of the log: its own bytes, and behind them what the buffers hold.
    package func parts(of path: String, full: String, length: Int64) -> [MemberSource.Part] {
        var parts: [MemberSource.Part] = [.file(path: full, length: length)]
        for piece in pieces where path.hasSuffix(piece.path) {
            if let offset = piece.offset {
                parts = [.file(path: full, length: min(offset, length)), .bytes(piece.bytes)]
            } else {
                parts = Self.joined(full, length: length, piece)
            }
        }
        return parts.filter { $0.count > 0 }
    }

    /// The whole lines of the file, then the lines of the piece that come after the last of them.
    private static func joined(_ full: String, length: Int64, _ piece: Piece) -> [MemberSource.Part] {
        let (end, lastLine) = lastWholeLine(of: full, length: length)
        let last = number(lastLine[...], piece.stream)
        var kept: [UInt8] = []
        for line in piece.bytes.split(separator: 0x0A, omittingEmptySubsequences: true) {
            let n = number(line, piece.stream)
            // The header line of a CSV has no number: it is wanted where the file has nothing yet.
            if n > last || n == 0 && end == 0 { kept += line + [0x0A] }
        }
        return [.file(path: full, length: end), .bytes(kept)]
    }

    private static func number(_ line: ArraySlice<UInt8>, _ stream: Int32) -> UInt64 {
        line.withUnsafeBufferPointer { ct_line_number(stream, $0.baseAddress, $0.count) }
    }

    /// Where the last whole line ends, and that line; lines are far shorter than what is looked at.
    private static func lastWholeLine(of path: String, length: Int64) -> (end: Int64, line: [UInt8]) {
        let window = Int(min(length, 1 << 20))
        var tail = [UInt8](repeating: 0, count: window)
        let isRead = tail.write { tail in
            // A file that cannot be read here cannot be packed either, and is named then.
            guard let file = try? Descriptor(open: path, flags: O_RDONLY) else { return false }
            return (try? file.read(into: tail, at: length - Int64(window))) == window
        }
        guard isRead, let feed = tail.lastIndex(of: 0x0A) else { return (0, []) }
        let line = tail[..<feed].reversed().prefix { $0 != 0x0A }.reversed()
        return (length - Int64(window - feed - 1), Array(line))
    }

    private static func contents(_ path: String) -> [UInt8]? {
        // Nothing there, or not to be read: the snapshot call says so in its own words.
        try? FileSystem.contents(of: path, limit: fileLimit)
    }
}
