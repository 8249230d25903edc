import FlightLog

/// ns a record of the recorder as an app calls it, flushing to the page cache beside it. One line a measurement:
/// `name threads ns`. `run` in this folder's parent alternates it with its peers and prints medians and ratios.
@main enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let threads = Int(arguments[2]), let count = Int(arguments[3]) else {
            print("usage: recorderbench sample|event THREADS COUNT LOG")
            return
        }
        var configuration = Recorder.Configuration(app: "bench", build: "1")
        configuration.catchesSignals = false
        let recorder = try Recorder(openingLogAt: arguments[4], configuration)
        let ofSamples = arguments[1] == "sample"
        let elapsed = measure(threads) {
            if ofSamples { samples(recorder, count / threads) } else { events(recorder, count / threads) }
        }
        recorder.close()
        print("flightlog.\(arguments[1]) \(threads) \(elapsed * 1e9 / Double(count))")
    }

    private static func samples(_ recorder: Recorder, _ count: Int) {
        let ruling = Ruling(.accepted)
        for index in 0..<count {
            let now = recorder.now
            let step = Int32(truncatingIfNeeded: index & 0xFFFF)
            let fix = Fix(
                sampleTime: now.wallTime + -300, receiveTime: now.wallTime, bootTime: now.bootTime,
                latitude: 501_234_567 + step * 13, longitude: 84_567_891 - step * 7,
                horizontalAccuracy: Quantity(480 + step & 127),
                altitude: Quantity(12_345 + step & 1023), verticalAccuracy: Quantity(300),
                speed: Quantity(1_250 + step & 255),
                speedAccuracy: Quantity(35), course: Quantity(2_713 - step & 511), courseAccuracy: Quantity(52),
                source: .gps,
                motion: .automotive, appState: .background)
            recorder.record(fix, ruling: ruling)
        }
    }

    private static func events(_ recorder: Recorder, _ count: Int) {
        for index in 0..<count {
            recorder.record(.heartbeat) { line in
                line.add("cb", index & 63)
                line.add("a", index & 31)
                line.add("r", index & 15)
                line.add("age", 1)
                line.add("due", 123_456_789 + index)
                line.add("cpu", 4_711 + index)
                line.add("bat", 0.57)
                line.add("plugged", false)
                line.add("mem", 31_457_280)
                line.add("low", false)
            }
        }
    }
}
