import SystemIO

extension UnsafeRawBufferPointer {
    /// The first place of `byte` from `start` on. The C library looks at many bytes at once.
    func byte(_ byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    func lineFeed(from start: Int) -> Int? { byte(0x0A, from: start) }
}
