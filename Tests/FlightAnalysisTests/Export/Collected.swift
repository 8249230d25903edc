import FieldModel
import SystemIO

@testable import FlightAnalysis

/// The bytes that an encoder hands on, gathered in memory.
func collected(_ encode: (inout OutputBuffer) throws -> Void) rethrows -> [UInt8] {
    let gathered = Gathered()
    var out = OutputBuffer { (raw) throws(IOError) in gathered.bytes += raw }
    try encode(&out)
    gathered.bytes += out.bytes
    return gathered.bytes
}

func collectedText(_ encode: (inout OutputBuffer) throws -> Void) rethrows -> String {
    String(decoding: try collected(encode), as: UTF8.self)
}

private final class Gathered { var bytes: [UInt8] = [] }

extension TrackDrawing.Point {
    /// A walker's fix: degrees, seconds after 2026-05-04T08:00:00Z, 8 m accurate unless said.
    init(
        _ latitude: Double, _ longitude: Double, at seconds: Double, n: SequenceNumber = 1, speed: Quantity = .empty,
        altitude: Quantity = .absent
    ) {
        self.init(
            n: n,
            fix: Fix(
                sampleTime: WallTime(1_777_881_600_000 + Int64((seconds * 1000).rounded())),
                receiveTime: WallTime(1_777_881_600_000 + Int64((seconds * 1000).rounded())),
                latitude: Int32((latitude * 1e7).rounded()), longitude: Int32((longitude * 1e7).rounded()),
                horizontalAccuracy: Quantity(800), altitude: altitude, speed: speed))
    }
}
