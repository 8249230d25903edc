import Foundation
import RecorderMeasure

/// Foundation's JSONEncoder, a line a record to a file handle: what an app without a logging library does. Samples and
/// events alike are JSON. Arguments as of the other peers: `sample|event THREADS COUNT FILE [kill]`.
@main enum EncoderBenchmark {
    private struct Sample: Codable {
        var n: Int, m: Int64, recv: Int64, t: Int64
        var lat: Double, lon: Double, hacc: Double, alt: Double, vacc: Double, speed: Double, sacc: Double
        var course: Double, cacc: Double
        var src: String, motion: String, app: String, verdict: String, reason: String
    }

    private struct Event: Codable {
        var n: Int, t: Int64, m: Int64, u: Int64
        var k: String
        var cb: Int, a: Int, r: Int, age: Int, due: Int, cpu: Int
        var bat: Double, plugged: Bool, mem: Int, low: Bool
    }

    /// One file for all threads; an encoder for each.
    private final class Output: @unchecked Sendable {
        private let file: FileHandle
        private let lock = NSLock()
        private var number = 0

        init(_ path: String) throws {
            FileManager.default.createFile(atPath: path, contents: nil)
            file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        }

        func write(_ make: (Int) throws -> Data) rethrows {
            lock.lock()
            defer { lock.unlock() }
            number += 1
            var line = try make(number)
            line.append(0x0A)
            file.write(line)
        }
    }

    static func main() throws {
        let arguments = try Arguments(CommandLine.arguments)
        let output = try Output(arguments.path)
        let ofSamples = arguments.kind == "sample"
        try arguments.measure("jsonencoder") { count in
            let encoder = JSONEncoder()
            for index in 0..<count {
                let now = Clocks()
                // Encoding a value of plain numbers and texts does not fail.
                output.write { n in
                    ofSamples ? try! encoder.encode(sample(n, index, now)) : try! encoder.encode(event(n, index, now))
                }
            }
        }
    }

    private static func sample(_ n: Int, _ index: Int, _ now: Clocks) -> Sample {
        let step = Double(index & 0xFFFF)
        return Sample(
            n: n, m: now.boot, recv: now.wall, t: now.wall - 300, lat: 50.1234567 + step * 13e-7,
            lon: 8.4567891 - step * 7e-7, hacc: 4.80 + Double(index & 127) * 0.01,
            alt: 123.45 + Double(index & 1023) * 0.01, vacc: 3, speed: 12.5 + Double(index & 255) * 0.01, sacc: 0.35,
            course: 271.3 - Double(index & 511) * 0.1, cacc: 5.2, src: "gps", motion: "automotive", app: "bg",
            verdict: "a", reason: "")
    }

    private static func event(_ n: Int, _ index: Int, _ now: Clocks) -> Event {
        Event(
            n: n, t: now.wall, m: now.boot, u: now.up, k: "hb", cb: index & 63, a: index & 31, r: index & 15, age: 1,
            due: 123_456_789 + index, cpu: 4_711 + index, bat: 0.57, plugged: false, mem: 31_457_280, low: false)
    }
}
