@testable import DiagBundle

private let head: [UInt8] = {
    let sink = MemorySink()
    let scalar = [UInt8](1...32).read { SecretBytes(copying: $0) }
    let recipient = Identity(scalar: scalar).recipient
    // A key of our own cannot be refused.
    let writer = try! AgeWriter(to: sink, recipients: [recipient])
    try! writer.finish()
    return Array(sink.bytes.dropLast(ChunkCipher.tagSize))
}()

/// Any bytes behind a good header: an empty payload opens, everything else is refused, nothing traps.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    var keyring = Keyring()
    keyring.add(Identity(scalar: [UInt8](1...32).read { SecretBytes(copying: $0) }))
    var buffer = [UInt8](repeating: 0, count: 4096)
    do {
        let reader = try AgeReader(BufferedSource(MemorySource(head + bytes)), keyring: keyring)
        let count = try buffer.write { try reader.read(into: $0) }
        precondition(count == 0, "bytes that nobody sealed were opened")
    } catch {
        // Refusing is the right answer to nearly all inputs.
    }
    return 0
}
