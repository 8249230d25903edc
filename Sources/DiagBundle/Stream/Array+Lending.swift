/// Arrays lend their bytes as `SecretBytes` does, with typed errors and results that may be noncopyable.
extension [UInt8] {
    /// Lends the bytes; the pointer is good inside `body` only.
    func read<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        var result: R?
        try withUnsafeBufferPointer { (buffer) throws(E) in result = try body(UnsafeRawBufferPointer(buffer)) }
        return result.take()!
    }

    /// Lends the bytes for writing; the pointer is good inside `body` only.
    mutating func write<R: ~Copyable, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        var result: R?
        try withUnsafeMutableBufferPointer { (buffer) throws(E) in
            result = try body(UnsafeMutableRawBufferPointer(buffer))
        }
        return result.take()!
    }
}
