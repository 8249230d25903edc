@testable import DiagBundle

/// Any bytes as an armored file: read or refused, never a trap; what was read and armored again is read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard let inside = try? content(Array((AgeArmor.begin + "\n").utf8) + bytes) else { return 0 }
    let sink = MemorySink()
    let writer = try! AgeArmorWriter(to: sink)
    try! writer.write(inside)
    try! writer.finish()
    guard let again = try? content(sink.bytes) else { preconditionFailure("what was armored is not read") }
    precondition(again == inside, "what was armored reads back as something else")
    precondition(Int64(sink.bytes.count) == AgeArmor.size(binary: Int64(inside.count)), "the size foretold is wrong")
    return 0
}

private func content(_ file: [UInt8]) throws -> [UInt8] {
    let reader = AgeArmorReader(BufferedSource(MemorySource(file)))
    var buffer = [UInt8](repeating: 0, count: 4096)
    var content: [UInt8] = []
    while case let count = try buffer.write({ try reader.read(into: $0) }), count > 0 { content += buffer[..<count] }
    return content
}
