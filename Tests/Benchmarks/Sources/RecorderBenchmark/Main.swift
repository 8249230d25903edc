import FlightLog
import RecorderMeasure

/// The recorder as an app calls it, flushing to the page cache beside it. Arguments as of its peers, `sample|event THREADS
/// COUNT LOG [kill]`, where a sample begins as a platform's doubles; and `launch`, `fill` and `crash`, each with `1 COUNT LOG`:
/// the time to the first record, a buffer left full, the time of the handler.
@main enum Main {
    static func main() throws {
        let arguments = try Arguments(CommandLine.arguments)
        switch arguments.kind {
        case "launch": try launch(arguments)
        case "fill": try fill(arguments)
        case "crash": try crash(arguments)
        default: try measure(arguments)
        }
    }

    private static func open(_ path: String, catchingSignals: Bool = false) throws -> Recorder {
        var configuration = Recorder.Configuration(app: "bench", build: "1")
        configuration.catchesSignals = catchingSignals
        return try Recorder(openingLogAt: path, configuration)
    }

    private static func measure(_ arguments: Arguments) throws {
        let recorder = try open(arguments.path)
        let ofSamples = arguments.kind == "sample"
        arguments.measure("flightlog", finish: { recorder.close() }) { count in
            if ofSamples { samples(recorder, count) } else { events(recorder, count) }
        }
    }

    /// From the first line of main to the first record acknowledged. With a buffer left full before, that is the recovery.
    private static func launch(_ arguments: Arguments) throws {
        let began = Usages.now
        let recorder = try open(arguments.path)
        recorder.mark("first")
        let spent = Usages.now - began
        print("launch.cpu \(spent.cpu * 1e6)")
        print("launch.wall \(spent.wall * 1e6)")
    }

    private static func fill(_ arguments: Arguments) throws {
        let recorder = try open(arguments.path)
        FaultClock.forbidGrowth()
        samples(recorder, arguments.count)
        events(recorder, arguments.count)
        Usages.endByKill()
    }

    private static func crash(_ arguments: Arguments) throws {
        FaultClock.install()
        let recorder = try open(arguments.path, catchingSignals: true)
        events(recorder, arguments.count)
        FaultClock.fault()
    }

    private static func samples(_ recorder: Recorder, _ count: Int) {
        let ruling = Ruling(.accepted)
        for index in 0..<count {
            let now = recorder.now
            let step = Double(index & 0xFFFF)
            let reading = FixReading(
                sampleTime: Double(now.wallTime.rawValue - 300) / 1000, latitude: 50.1234567 + step * 13e-7,
                longitude: 8.4567891 - step * 7e-7, horizontalAccuracy: 4.80 + Double(index & 127) * 0.01,
                altitude: 123.45 + Double(index & 1023) * 0.01, verticalAccuracy: 3,
                speed: 12.5 + Double(index & 255) * 0.01, speedAccuracy: 0.35,
                course: 271.3 - Double(index & 511) * 0.1, courseAccuracy: 5.2, source: .gps, motion: .automotive,
                appState: .background)
            recorder.record(Fix(reading, receiveTime: now.wallTime, bootTime: now.bootTime), ruling: ruling)
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
