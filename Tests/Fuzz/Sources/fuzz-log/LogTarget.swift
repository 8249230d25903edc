import FieldModel
import LogFormat
import SystemIO

@testable import FlightAnalysis

/// Any bytes as a log, read as events and as samples: a listing, never a trap; no length is negative, and no more is
/// counted as lost than was there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    for isSamples in [false, true] {
        let file = LogPart.File(path: "fuzz", isSamples: isSamples, bytes: .memory(bytes))
        let part = LogPart(name: "", storage: .files([file]), isWhole: true)
        guard let report = try? LifeReport(of: LogSource(input: "fuzz", parts: [part])) else {
            preconditionFailure("bytes in memory can always be read")
        }
        let listing = GapListing(report)
        precondition(listing.gaps.allSatisfy { $0.duration >= 0 }, "a negative length")
        precondition(report.totalDamage.bytesSkipped <= Int64(size), "more bytes lost than there were")
        precondition(report.totalDamage.linesSkipped <= size + 1, "more lines lost than there were")
        for value in [listing.value, InfoListing(report).value, ExitListing(report).value] {
            precondition(!JSON.text(value).isEmpty)
        }
    }
    return 0
}
