@testable import DiagBundle

/// Any bytes as a manifest: read or refused, never a trap; what was read is written and read back as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    guard let manifest = try? Manifest(parsing: bytes, path: "") else { return 0 }
    guard let again = try? Manifest(parsing: manifest.json, path: "") else {
        preconditionFailure("what was written is not read")
    }
    precondition(again == manifest, "what was written reads back as something else")
    return 0
}
