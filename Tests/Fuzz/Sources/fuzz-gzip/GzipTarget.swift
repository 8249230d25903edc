@testable import DiagBundle

/// Any bytes as gzip: inflated or refused within the limits, never a trap. The same bytes as a damaged stream: searched
/// for a place to begin afresh.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let reader = GzipReader(MemorySource(bytes), limits: InflationLimits(bytes: 1 << 20))
    var buffer = [UInt8](repeating: 0, count: 4096)
    var total = 0
    while let count = try? buffer.write({ try reader.read(into: $0) }), count > 0 {
        total += count
        precondition(total <= 1 << 20, "more than the limit was handed out")
    }
    let source = BufferedSource(MemorySource(bytes), capacity: FreshStart.window)
    while let isFound = try? FreshStart.find(in: source), isFound {
        source.skip(min(1, (try? source.peek(1).count) ?? 0))
    }
    return 0
}
