import CCrashTap
import FieldModel

/// Pending bytes of one file, taken apart into lines. The first may be the rest of a line that the file has the beginning of:
/// a flush writes as far as it comes.
struct Piece {
    let stream: Stream
    let day: CivilDate
    /// Where the file ends according to the state; negative: behind its last line.
    let offset: Int64
    /// With the header line in front, where the file owes it.
    let bytes: [UInt8]
    /// The lines' ranges in `bytes` and their numbers, as far as they are whole and bear one above the one before.
    private var lines: [(range: Range<Int>, number: UInt64)] = []
    /// Every byte belongs to such a line (or to the header line, or to the rest of the file's last one).
    private(set) var isSound = true

    /// `continues`: the file ends inside a line.
    init(
        _ stream: Stream, _ day: CivilDate, _ offset: Int64, _ bytes: [UInt8], columns: String, continues: Bool
    ) {
        self.stream = stream
        self.day = day
        self.offset = offset
        self.bytes = bytes
        var at = stream == .samples && bytes.starts(with: columns.utf8) ? columns.utf8.count : 0
        var last: UInt64 = 0
        if continues, let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) { at = feed + 1 }
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

    var numbers: [UInt64] { lines.map(\.number) }

    /// The whole lines with numbers above `number`.
    func lines(after number: UInt64) -> (bytes: [UInt8], count: Int) {
        let wanted = lines.filter { $0.number > number }
        return (wanted.flatMap { bytes[$0.range] }, wanted.count)
    }
}
