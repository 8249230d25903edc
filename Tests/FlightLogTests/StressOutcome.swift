import CCrashTap
import FieldModel
import Foundation
import LogFormat
import SystemIO

/// What a log of `fieldtest stress` holds, held against what was acknowledged.
struct StressOutcome {
    var acknowledged = 0
    /// Acknowledged, but not in the log.
    var lost = 0
    /// In the log twice, or beyond the one that may have been written but not yet acknowledged when the process died.
    var invented = 0
    /// Written, and not yet acknowledged.
    var kept = 0

    init(of log: RecordedLog, writers: Int, samples: Bool) throws {
        let counters = Self.counters(log.ackPath, writers)
        var seen = [[UInt64: Int]](repeating: [:], count: writers)
        if samples {
            for sample in try log.samples() {
                seen[Int(sample.fix.latitude)][UInt64(sample.fix.longitude), default: 0] += 1
            }
        } else {
            for event in try log.allEvents() where event.kind == "stress" {
                seen[Int(event["w"]!.integer!)][UInt64(event["i"]!.integer!), default: 0] += 1
            }
        }
        for (writer, count) in counters.enumerated() {
            acknowledged += Int(count)
            lost += count == 0 ? 0 : (1...count).count { seen[writer][$0] == nil }
            let beyond = seen[writer].keys.count { $0 > count }
            kept += beyond
            invented += max(0, beyond - 1) + seen[writer].values.count { $0 > 1 }
        }
    }

    /// The counters of the acknowledged records; zeros where the file was not made yet.
    static func counters(_ path: String, _ writers: Int) -> [UInt64] {
        let bytes = (try? FileSystem.contents(of: path)) ?? []
        guard bytes.count >= writers * 8 else { return [UInt64](repeating: 0, count: writers) }
        return bytes.withUnsafeBytes { raw in
            (0..<writers).map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
    }
}
