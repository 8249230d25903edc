@testable import DiagBundle

/// Any bytes as a tar archive: read or refused, never a trap; no name that is handed out leads outside.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var bytes = Array(UnsafeBufferPointer(start: data, count: size))
    // Mutations never find a checksum: it is made right in every block.
    for start in stride(from: 0, to: bytes.count - 511, by: 512) {
        for index in TarHeader.checksum { bytes[start + index] = 0x20 }
        let sum = bytes[start..<start + 512].reduce(0) { $0 + Int($1) }
        let digits = Array(String(sum, radix: 8).utf8)
        for (index, digit) in ([UInt8](repeating: 0x30, count: 6 - digits.count) + digits).enumerated() {
            bytes[start + TarHeader.checksum.lowerBound + index] = digit
        }
        bytes[start + TarHeader.checksum.lowerBound + 6] = 0
    }
    let reader = TarReader(MemorySource(bytes))
    while let entry = try? reader.next() {
        precondition(!entry.path.hasPrefix("/") && !entry.path.split(separator: "/").contains(".."), "a way out")
        precondition(entry.path.unicodeScalars.allSatisfy { $0.value >= 32 }, "a control character")
    }
    return 0
}
