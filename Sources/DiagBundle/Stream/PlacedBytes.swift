import SystemIO

/// The bytes of a file that can be read at any place, by several readers at once.
package final class PlacedBytes: Sendable {
    let path: String
    private let storage: Storage

    private enum Storage: ~Copyable, Sendable {
        case file(Descriptor)
        case memory([UInt8])
    }

    /// Opens `path`. Standard input and pipes can be read once only: they are taken into memory, as they come.
    /// - Parameter ahead: what was read of standard input already.
    init(opening path: String, ahead: [UInt8] = []) throws(BundleError) {
        self.path = path == "-" ? Descriptor.standardInput.path : path
        if path != "-" {
            let kind = try system { () throws(IOError) in try FileSystem.entry(at: path) }?.kind
            if kind == .file {
                storage = .file(try system { () throws(IOError) in try Descriptor(open: path, flags: O_RDONLY) })
                return
            }
        }
        let source = try DescriptorSource(opening: path)
        var bytes = ahead
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while case let count = try chunk.write({ (chunk) throws(BundleError) in try source.read(into: chunk) }),
            count > 0
        {
            bytes += chunk[..<count]
        }
        storage = .memory(bytes)
    }

    /// An open file, which may have lost its name.
    init(_ file: consuming Descriptor) {
        path = file.path
        storage = .file(file)
    }

    /// Bytes that are in memory already.
    init(_ bytes: [UInt8], path: String = "memory") {
        self.path = path
        storage = .memory(bytes)
    }

    /// Reads at most `buffer.count` bytes at `offset`; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(BundleError) -> Int {
        switch storage {
        case .file(let file): return try system { () throws(IOError) in try file.read(into: buffer, at: offset) }
        case .memory(let bytes):
            let rest = bytes.dropFirst(Int(min(offset, Int64(bytes.count)))).prefix(buffer.count)
            buffer.copyBytes(from: rest)
            return rest.count
        }
    }
}

/// Reads such bytes one after the other, from a place on.
final class PlacedSource: ByteSource {
    private let bytes: PlacedBytes
    private var offset: Int64

    init(_ bytes: PlacedBytes, at offset: Int64 = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var path: String { bytes.path }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        let count = try bytes.read(into: buffer, at: offset)
        offset += Int64(count)
        return count
    }
}

extension ByteSource {
    /// Reads past `count` bytes; fewer where the source ends before.
    func discard(_ count: Int64) throws(BundleError) {
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer {
            Wipe.zero(scratch)
            scratch.deallocate()
        }
        var rest = count
        while rest > 0 {
            let window = UnsafeMutableRawBufferPointer(rebasing: scratch[..<Int(min(rest, Int64(scratch.count)))])
            let got = try read(into: window)
            if got == 0 { return }
            rest -= Int64(got)
        }
    }
}
