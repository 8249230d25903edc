import CCrashTap
import FieldModel
import LogFormat

/// Pending bytes of one file, taken apart into lines. The first may be the rest of a line that the file has the beginning of:
/// a flush writes as far as it comes.
struct Piece {
    let stream: Stream
    let name: DayName
    /// Where the file ends according to the state; negative: behind its last line.
    let offset: Int64
    /// With the header line in front, where the file owes it.
    let bytes: [UInt8]
    /// The header line that samples belong to.
    let columns: String
    /// The lines' ranges in `bytes` and their numbers, as far as they are whole and bear one above the one before.
    private var lines: [(range: Range<Int>, number: UInt64)] = []
    /// Every byte belongs to such a line (or to the header line, or to the rest of the file's last one).
    private(set) var isSound = true

    /// - Parameters:
    ///   - columns: header lines that its rows may belong to, the likeliest first. What an earlier run could not write bears
    ///     that run's.
    ///   - continues: the file ends inside a line.
    init(
        _ stream: Stream, _ name: DayName, _ offset: Int64, _ bytes: [UInt8], columns: [String], continues: Bool
    ) {
        self.stream = stream
        self.name = name
        self.offset = offset
        self.bytes = bytes
        var at = 0
        var last: UInt64 = 0
        if continues, let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) { at = feed + 1 }
        let first = Self.line(at: at, of: bytes)
        if stream == .samples, first.first == UInt8(ascii: "n") {
            self.columns = String(decoding: first, as: UTF8.self)
            at += first.count
        } else {
            let cells = first.count { $0 == UInt8(ascii: ",") }
            self.columns = columns.first { $0.utf8.count { $0 == UInt8(ascii: ",") } == cells } ?? columns.first ?? ""
        }
        while at < bytes.count {
            guard let feed = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) else {
                isSound = false
                break
            }
            let range = at..<(feed + 1)
            let number = bytes[range].withUnsafeBufferPointer {
                ct_line_number(stream.rawValue, $0.baseAddress, $0.count)
            }
            if number > last, !bytes[range].contains(0) {
                lines.append((range, number))
                last = number
            } else {
                isSound = false
            }
            at = feed + 1
        }
    }

    /// The line that begins at `at`, with its line feed; what there is of it.
    private static func line(at: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[at..<(bytes[at...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count)]
    }

    var numbers: [UInt64] { lines.map(\.number) }

    /// The whole lines with numbers above `number`.
    func lines(after number: UInt64) -> (bytes: [UInt8], count: Int) {
        let wanted = lines.filter { $0.number > number }
        return (wanted.flatMap { bytes[$0.range] }, wanted.count)
    }
}
