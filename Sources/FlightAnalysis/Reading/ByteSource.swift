import DiagBundle
import SystemIO

/// The bytes of one part of a log, front to back in chunks. A class, since it holds an open file that is opened late and
/// closed early: a log of years has more files than a process may have open.
final class ByteSource {
    enum Origin {
        /// The first `limit` bytes of a file (all of them where nil), then `tail`.
        case file(path: String, limit: Int64?, tail: [UInt8])
        case memory([UInt8])
        /// A file of a bundle, which was read through once and found whole.
        case member(BundleMember, of: BundleIndex)
        /// What was read ahead to look at, then the rest of standard input.
        case standardInput(ahead: [UInt8])
    }

    static let chunkSize = 1 << 18

    private let origin: Origin
    private var descriptor: Handle?
    private var member: MemberReader?
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
        case .member(let member, let index): return try read(member, of: index, into: &buffer, most: most)
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

    /// Whether the bytes come without waiting for somebody else: a file or a bundle, but no pipe.
    var isPrompt: Bool {
        switch origin {
        case .file(let path, _, _): (try? FileSystem.entry(at: path))?.kind == .file  // Says why when it is opened.
        case .memory, .member: true
        case .standardInput: false
        }
    }

    /// How far reading has come, in bytes of the file.
    var offset: Int64 { position }

    private func read(
        into buffer: inout [UInt8], most: Int, open: () throws(IOError) -> Descriptor
    ) throws(IOError) -> Bool {
        guard !isAtEnd else { return false }
        if descriptor == nil { descriptor = Handle(try open()) }
        let isMore = try fill(&buffer, most) { (raw) throws(IOError) in try descriptor!.descriptor.read(into: raw) }
        if !isMore { descriptor = nil }
        return isMore
    }

    private func read(
        _ member: BundleMember, of index: BundleIndex, into buffer: inout [UInt8], most: Int
    ) throws(IOError) -> Bool {
        guard !isAtEnd else { return false }
        let isMore = try fill(&buffer, most) { (raw) throws(IOError) in
            do throws(BundleError) {
                if self.member == nil { self.member = try index.open(member) }
                return try self.member!.read(into: raw)
            } catch {
                // It was whole a moment ago: the file was changed meanwhile, or its medium fails.
                throw IOError("read again", "\(index.path): \(member.path)", code: EIO)
            }
        }
        if !isMore { self.member = nil }
        return isMore
    }

    /// One piece of what `read` gives; false at its end.
    private func fill(
        _ buffer: inout [UInt8], _ size: Int, _ read: (UnsafeMutableRawBufferPointer) throws(IOError) -> Int
    ) throws(IOError) -> Bool {
        if buffer.count != size { buffer = [UInt8](repeating: 0, count: size) }
        var failure: IOError?
        let count = buffer.withUnsafeMutableBytes { raw -> Int in
            do throws(IOError) { return try read(raw) } catch { failure = error }
            return 0
        }
        if let failure { throw failure }
        if count == 0 {
            isAtEnd = true
            return false
        }
        position += Int64(count)
        if count < size { buffer.removeLast(size - count) }
        return true
    }
}
