import SystemIO

/// Bytes that come one after the other. A class, because reading changes it for all who hold it.
protocol ByteSource: AnyObject {
    /// For messages.
    var path: String { get }

    /// Reads at most `buffer.count` bytes; 0 at the end, and only there. May return fewer than asked.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int
}

extension ByteSource {
    /// Reads until `buffer` is full or the source ends; returns the bytes read. One read() is never enough: a pipe
    /// hands out its own pieces.
    func readFully(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}

/// An open file, pipe or terminal, read from where it stands.
final class DescriptorSource: ByteSource {
    private let descriptor: Descriptor
    let path: String

    init(_ descriptor: consuming Descriptor) {
        path = descriptor.path
        self.descriptor = descriptor
    }

    /// Opens `path`; `-` is standard input.
    convenience init(opening path: String) throws(BundleError) {
        if path == "-" {
            self.init(.standardInput)
        } else {
            self.init(try system { () throws(IOError) in try Descriptor(open: path, flags: O_RDONLY) })
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        try system { () throws(IOError) in
            try descriptor.waitForBytes()
            return try descriptor.read(into: buffer)
        }
    }
}

/// Bytes already in memory.
final class MemorySource: ByteSource {
    let path: String
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8], path: String = "memory") {
        rest = bytes[...]
        self.path = path
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
