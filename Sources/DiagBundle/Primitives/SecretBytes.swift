/// Bytes that must not outlive their use: a key, a passphrase, what is derived from them.
///
/// Not copyable, in memory of their own, overwritten with zeros before that memory is given back. They never pass
/// through `String` or `Array`, which copy themselves as they please.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    private let storage: UnsafeMutableRawBufferPointer

    /// `count` zero bytes.
    public init(count: Int) {
        storage = .allocate(byteCount: count, alignment: 16)
        _ = storage.initializeMemory(as: UInt8.self, repeating: 0)
    }

    /// A copy of `bytes`; wiping the original stays the caller's duty.
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count)
        storage.copyMemory(from: bytes)
    }

    public var count: Int { storage.count }

    /// Lends the bytes; the pointer is good inside `body` only.
    public func read<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try body(UnsafeRawBufferPointer(storage))
    }

    /// Lends the bytes for writing; the pointer is good inside `body` only.
    public mutating func write<R: ~Copyable, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(storage)
    }

    deinit {
        Wipe.discard(storage)
    }
}
