@testable import DiagBundle

/// Any bytes as an age header: read or refused, never a trap; what was read has one spelling, the one that was there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    // Mutations seldom find the first line by themselves.
    let file = Array((AgeHeader.versionLine + "\n").utf8) + bytes
    guard let header = try? AgeHeaderReader.read(from: BufferedSource(MemorySource(file))) else { return 0 }
    precondition(AgeHeader.authenticated(header.stanzas) == header.authenticated, "a header with two spellings")
    precondition(file.starts(with: header.authenticated), "the MAC covers other bytes")
    return 0
}
