/// An open file. Not copyable: it closes itself. Every call retries when a signal interrupts it, unless the signal asks
/// to end (`Interruption`).
public struct Descriptor: ~Copyable, Sendable {
    public let rawValue: Int32
    /// For messages only.
    public let path: String
    private let closes: Bool

    /// Takes over an open descriptor; with `closes` false it is only borrowed (standard streams).
    public init(taking rawValue: Int32, path: String, closes: Bool = true) {
        self.rawValue = rawValue
        self.path = path
        self.closes = closes
    }

    /// Opens `path`; always close-on-exec. `mode` counts only where `flags` has O_CREAT.
    public init(open path: String, flags: Int32, mode: mode_t = 0o600) throws(IOError) {
        let descriptor = try Interruption.retrying("open", path) { Int(SystemIO.open(path, flags | O_CLOEXEC, mode)) }
        self.init(taking: Int32(descriptor), path: path)
    }

    deinit { if closes { _ = close(rawValue) } }

    public static var standardInput: Descriptor { Descriptor(taking: 0, path: "standard input", closes: false) }
    public static var standardOutput: Descriptor { Descriptor(taking: 1, path: "standard output", closes: false) }
    public static var standardError: Descriptor { Descriptor(taking: 2, path: "standard error", closes: false) }

    /// Reads at most `buffer.count` bytes; 0 at the end. May return fewer than asked: pipes do.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        try Interruption.retrying("read", path) { SystemIO.read(rawValue, buffer.baseAddress, buffer.count) }
    }

    /// Waits until a read has something to give, or the end. A pipe or a terminal may stay silent for ever, and the signal
    /// that asks to end may come just before the wait, or to another thread: so it looks up now and then, and does
    /// `meanwhile` each time.
    public func waitForBytes(meanwhile: () -> Void = {}) throws(IOError) {
        var place = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            meanwhile()
            if Interruption.isRequested { throw IOError("read", path, code: EINTR) }
            let ready = poll(&place, 1, 200)
            if ready > 0 || ready < 0 && errno != EINTR { return }
        }
    }

    /// Reads until `buffer` is full or the file ends; returns the bytes read.
    public func readFully(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Reads at a place of a seekable file, without moving its position.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(IOError) -> Int {
        try Interruption.retrying("read", path) { pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// The bytes at a place of a seekable file: at most `count`, fewer where it ends before.
    public func bytes(count: Int, at offset: Int64) throws(IOError) -> [UInt8] {
        var failure: IOError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(IOError) { filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all of `bytes`, however many calls it takes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try Interruption.retrying("write", path) {
                SystemIO.write(rawValue, rest.baseAddress, rest.count)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    public func write(_ bytes: [UInt8]) throws(IOError) {
        var failure: IOError?
        bytes.withUnsafeBytes { raw in
            do throws(IOError) { try write(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    public func write(_ text: String) throws(IOError) { try write(Array(text.utf8)) }

    /// Writes all of `bytes` at a place of a seekable file, without moving its position.
    public func write(_ bytes: [UInt8], at offset: Int64) throws(IOError) {
        var done = 0
        while done < bytes.count {
            let count = try Interruption.retrying("write", path) {
                bytes.withUnsafeBytes {
                    pwrite(rawValue, $0.baseAddress! + done, $0.count - done, off_t(offset + Int64(done)))
                }
            }
            guard count > 0 else { throw IOError("write", path, code: EIO) }
            done += count
        }
    }

    /// Size in bytes, from the system's records of the open file.
    public func size() throws(IOError) -> Int64 {
        var info = stat()
        guard fstat(rawValue, &info) == 0 else { throw IOError("examine", path) }
        return Int64(info.st_size)
    }

    /// Whether a person sits at the other end.
    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Waits until the bytes are on the medium.
    public func synchronize() throws(IOError) {
        guard fsync(rawValue) == 0 else { throw IOError("flush to the disk", path) }
    }
}
