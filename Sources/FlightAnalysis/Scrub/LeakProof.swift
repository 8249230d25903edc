import CZlib
import FieldModel
import SQLiteIO
import SystemIO

/// Searches everything in a folder for what must not be there: text, what is compressed in it, and the cells of databases.
struct LeakProof {
    /// Where something survived.
    struct Finding: Hashable, Sendable {
        /// From the folder.
        var path: String
        var leak: LeakSearch.Leak
    }

    private let search: LeakSearch
    /// A file that is held in memory is no larger.
    private static let sizeLimit = 1 << 30

    init(_ search: LeakSearch) { self.search = search }

    /// Everything that is found in a folder, or in one file.
    func findings(in root: String) throws -> [Finding] {
        var findings: [Finding] = []
        try walk(root, "", &findings)
        return findings
    }

    private func walk(_ path: String, _ name: String, _ findings: inout [Finding]) throws {
        guard let entry = try FileSystem.entry(at: path) else { return }
        add(search.leaks(in: Array(name.utf8)), name, &findings)
        guard entry.kind == .folder else { return try file(path, name, &findings) }
        for child in try FileSystem.names(in: path) {
            try walk(FileSystem.join(path, child), name.isEmpty ? child : "\(name)/\(child)", &findings)
        }
    }

    private func add(_ leaks: [LeakSearch.Leak], _ name: String, _ findings: inout [Finding]) {
        findings += leaks.map { Finding(path: name, leak: $0) }
    }

    private func file(_ path: String, _ name: String, _ findings: inout [Finding]) throws {
        let bytes = try FileSystem.contents(of: path, limit: Self.sizeLimit)
        if bytes.starts(with: Self.databaseMagic) { return try database(path, name, &findings) }
        guard bytes.starts(with: [0x1F, 0x8B]) else { return add(search.leaks(in: bytes), name, &findings) }
        if let inflated = Self.inflated(bytes) { add(search.leaks(in: inflated), name, &findings) }
    }

    private static let databaseMagic = Array("SQLite format 3".utf8)

    /// Every cell, a row a line: whole numbers, decimals and texts as they print, and what is in blobs.
    private func database(_ path: String, _ name: String, _ findings: inout [Finding]) throws {
        let connection = try Connection(path, .readOnly)
        for table in try connection.texts("SELECT name FROM sqlite_master WHERE type = 'table'") {
            let quoted = table.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            var statement = try connection.prepare("SELECT * FROM \"\(quoted)\"")
            while try statement.step() {
                var line = Array(table.utf8)
                for column in 0..<statement.columnCount {
                    line.append(0x20)
                    line += (statement.text(column) ?? "").utf8
                }
                add(search.leaks(in: line), "\(name): \(table)", &findings)
            }
        }
    }

    /// What a gzip file holds, all members of it; nil where it is none.
    static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let isWhole = input.withUnsafeMutableBufferPointer { input -> Bool in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            while output.count < sizeLimit {
                let status = chunk.withUnsafeMutableBufferPointer { buffer -> Int32 in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    return inflate(&stream, Z_NO_FLUSH)
                }
                output += chunk[..<(chunk.count - Int(stream.avail_out))]
                if status == Z_STREAM_END {
                    if stream.avail_in == 0 { return true }
                    inflateReset(&stream)
                } else if status != Z_OK {
                    return !output.isEmpty
                }
            }
            return true
        }
        return isWhole ? output : nil
    }
}
