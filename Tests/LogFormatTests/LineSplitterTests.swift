import LogFormat
import TestKit
import Testing

@Suite struct LineSplitterTests {
    /// The lines of `bytes`, given in chunks of `size`, and what was wrong.
    private func split(_ bytes: [UInt8], size: Int, limit: Int = 1 << 20) -> (lines: [String], damage: Damage) {
        var splitter = LineSplitter(limit: limit)
        var lines: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let chunk = Array(bytes[start..<min(start + size, bytes.count)])
            var at = 0
            while let line = splitter.next(in: chunk.span, at: &at) {
                let text = line.range.map { Array(chunk[$0]) } ?? splitter.takeJoined()
                lines.append("\(line.number)@\(line.offset):" + String(decoding: text, as: UTF8.self))
            }
        }
        if let line = splitter.last() {
            lines.append("\(line.number)@\(line.offset):" + String(decoding: splitter.takeJoined(), as: UTF8.self))
        }
        return (lines, splitter.damage)
    }

    @Test(arguments: [1, 2, 3, 7, 8, 9, 64])
    func `lines come with number and byte however the file is cut into chunks`(size: Int) {
        let (lines, damage) = split(Array("one\n\nthree, a longer line\nlast".utf8), size: size)
        #expect(lines == ["1@0:one", "2@4:", "3@5:three, a longer line", "4@26:last"])
        #expect(!damage.isLoss)
    }

    @Test(arguments: [1, 3, 8, 5000])
    func `B089 a run of zero bytes ends a line and is counted with its place`(size: Int) {
        let bytes = Array("good 1\ngood 2\n".utf8) + [UInt8](repeating: 0, count: 4096) + Array("good 3\nend".utf8)
        let (lines, damage) = split(bytes, size: size)
        #expect(lines.filter { !$0.hasSuffix(":") } == ["1@0:good 1", "2@7:good 2", "3@4110:good 3", "4@4117:end"])
        #expect(damage[.nulRun] == 1)
        #expect(damage.findings.first?.offset == 14)
        #expect(damage.findings.first?.bytes == 4096)
        #expect(damage.bytesSkipped == 4096)
    }

    @Test func `zero bytes at the end of the file are counted`() {
        let (lines, damage) = split(Array("good\n".utf8) + [0, 0, 0], size: 64)
        #expect(lines.first == "1@0:good")
        #expect(damage.findings.map(\.offset) == [5])
        #expect(damage.findings.map(\.bytes) == [3])
    }

    @Test(arguments: [1, 5, 64])
    func `a line beyond the limit is dropped and those around it are read`(size: Int) {
        let long = String(repeating: "x", count: 30)
        let (lines, damage) = split(Array("a\n\(long)\nb\n\(long)".utf8), size: size, limit: 20)
        #expect(lines == ["1@0:a", "3@33:b"])
        #expect(damage[.tooLong] == 2)
        #expect(damage.linesSkipped == 2)
        #expect(damage.bytesSkipped == 60)
    }

    @Test(arguments: [1, 2, 4, 64])
    func `a byte order mark and carriage returns are passed over and lose nothing`(size: Int) {
        let (lines, damage) = split([0xEF, 0xBB, 0xBF] + Array("a\r\nb\r\n".utf8), size: size)
        #expect(lines == ["1@0:a", "2@6:b"])
        #expect(damage[.byteOrderMark] == 1)
        #expect(damage[.carriageReturn] == 1)
        #expect(!damage.isLoss)
    }
}
