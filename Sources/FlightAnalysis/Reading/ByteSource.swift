import SystemIO

/// The bytes of one part of a log, front to back in chunks. A class, since it holds an open file that is opened late and
/// closed early: a log of years has more files than a process may have open.
final class ByteSource {
    enum Origin {
        /// The first `limit` bytes of a file (all of them where nil), then `tail`.
        case file(path: String, limit: Int64?, tail: [UInt8])
        case memory([UInt8])
        /// What was read ahead to look at, then the rest of standard input.
        case standardInput(ahead: [UInt8])
    }

    static let chunkSize = 1 << 18

    private let origin: Origin
    private var descriptor: Handle?
    private var position: Int64 = 0
    private var isAtEnd = false
    private var gaveTail = false

    /// An open file behind a reference, since a class cannot give up a descriptor it holds.
    private final class Handle {
        let descriptor: Descriptor
        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    init(_ origin: Origin) { self.origin = origin }

    /// Replaces `buffer` by the next chunk, at most `most` bytes; false at the end.
    func next(into buffer: inout [UInt8], most: Int = ByteSource.chunkSize) throws(IOError) -> Bool {
        switch origin {
        case .memory(let bytes):
            buffer = Array(bytes[Int(position)..<min(Int(position) + most, bytes.count)])
            position += Int64(buffer.count)
            return !buffer.isEmpty
        case .standardInput(let ahead):
            if position < ahead.count {
                buffer = Array(ahead[Int(position)..<min(Int(position) + most, ahead.count)])
                position += Int64(buffer.count)
                return true
            }
            return try read(into: &buffer, most: most) { Descriptor.standardInput }
        case .file(let path, let limit, let tail):
            let rest = limit.map { max(0, $0 - position) } ?? .max
            if rest > 0,
                try read(
                    into: &buffer, most: Int(min(Int64(most), rest)),
                    open: {
                        () throws(IOError) in try Descriptor(open: path, flags: O_RDONLY)
                    })
            {
                return true
            }
            defer { gaveTail = true }
            guard !gaveTail, !tail.isEmpty else { return false }
            buffer = tail
            return true
        }
    }

    /// How far reading has come, in bytes of the file.
    var offset: Int64 { position }

    private func read(
        into buffer: inout [UInt8], most: Int, open: () throws(IOError) -> Descriptor
    ) throws(IOError) -> Bool {
        guard !isAtEnd else { return false }
        if descriptor == nil { descriptor = Handle(try open()) }
        let size = Int(most)
        if buffer.count != size { buffer = [UInt8](repeating: 0, count: size) }
        var failure: IOError?
        let count = buffer.withUnsafeMutableBytes { raw -> Int in
            do throws(IOError) { return try descriptor!.descriptor.read(into: raw) } catch { failure = error }
            return 0
        }
        if let failure { throw failure }
        if count == 0 {
            isAtEnd = true
            descriptor = nil
            return false
        }
        position += Int64(count)
        if count < size { buffer.removeLast(size - count) }
        return true
    }
}
