/// From what gpsd reports to what is recorded. A fix becomes a sample; all else becomes events of our own kinds, and only
/// where it says something new: `gpsd.link` (the connection), `gpsd.device`, `gpsd.mode` (fix or none), `gpsd.sky` (once a
/// minute), `gpsd.columns` (what the header promises and the receiver does not keep).
import FieldModel
import FlightLog
import GpsdReports
import SystemIO

struct Receiver {
    private let recorder: Recorder
    private let absent: Set<FixColumn>
    /// What was recorded last of each.
    private var devices: [String: GpsdDevice] = [:]
    private var mode: (mode: Int, status: Int?)?
    private var skyAt: BootTime?
    private var isLinked = false
    /// Lines of this connection that were no reports.
    private var unread = 0
    /// Of the first 100 fixes: how many came, and the columns that all of them, and any of them, gave.
    private var fixes = 0
    private var always: Set<FixColumn> = []
    private var ever: Set<FixColumn> = []
    /// s to the next attempt.
    private var patience: UInt32 = 1

    /// - Parameters:
    ///   - recorder: takes what is received.
    ///   - absent: the columns that its samples do not have.
    init(_ recorder: Recorder, absent: Set<FixColumn>) {
        self.recorder = recorder
        self.absent = absent
    }

    /// Records what comes over one connection until it ends; then waits before it comes back: 1 s at first, 30 s at most.
    mutating func listen(to address: GpsdAddress, device: String?) {
        do throws(IOError) {
            var stream = try GpsdStream(address, device: device)
            while let line = try stream.next() { take(line) }
            lose(address, "gpsd closed the connection")
        } catch {
            lose(address, error.description)
        }
        sleep(patience)
        patience = min(patience * 2, 30)
    }

    /// What is no report is told of once and then counted: the stream goes on with the next line.
    private mutating func take(_ line: [UInt8]) {
        let report: GpsdReport
        do { report = try GpsdReport(line) } catch {
            unread += 1
            if unread == 1 { recorder.record(kind: "gpsd.unread") { $0.add("why", error.description) } }
            return
        }
        switch report {
        case .version(let release): link(release)
        case .devices(let devices): for device in devices { note(device) }
        case .position(let position): record(position)
        case .sky(let sky): record(sky)
        case .failure(let message): recorder.record(kind: "gpsd.failure") { $0.add("message", message) }
        case .other: break
        }
    }

    /// The greeting; later it is the answer to the question whether gpsd is still there.
    private mutating func link(_ release: String) {
        guard !isLinked else { return }
        patience = 1
        isLinked = true
        recorder.record(kind: "gpsd.link") {
            $0.add("to", "up")
            $0.add("release", release)
        }
        Self.tell("gpsd \(release) answers")
    }

    /// Said once however often it is tried again.
    private mutating func lose(_ address: GpsdAddress, _ why: String) {
        guard isLinked || patience == 1 else { return }
        isLinked = false
        mode = nil
        devices = [:]
        recorder.record(kind: "gpsd.link") {
            $0.add("to", "down")
            $0.add("at", address.description)
            $0.add("why", why)
            if unread > 0 { $0.add("unread", unread) }
        }
        unread = 0
        Self.tell("\(why); trying again")
    }

    private mutating func note(_ device: GpsdDevice) {
        guard devices[device.path] != device else { return }
        devices[device.path] = device
        recorder.record(kind: "gpsd.device") {
            $0.add("path", device.path)
            if let driver = device.driver { $0.add("driver", driver) }
            $0.add("active", device.isActive)
        }
    }

    private mutating func record(_ position: GpsdPosition) {
        if mode?.mode != position.mode || mode?.status != position.status {
            mode = (position.mode, position.status)
            recorder.record(kind: "gpsd.mode") {
                $0.add("mode", position.mode)
                $0.add("status", position.status)
            }
        }
        guard var reading = position.reading else { return }
        reading.appState = .background
        let now = recorder.now
        recorder.record(Fix(reading, receiveTime: now.wallTime, bootTime: now.bootTime), ruling: nil)
        compareColumns(position)
    }

    private mutating func record(_ sky: GpsdSky) {
        let now = recorder.now.bootTime
        if let skyAt, let now, now - skyAt < 60_000 { return }
        skyAt = now
        recorder.record(kind: "gpsd.sky") {
            $0.add("seen", sky.seen)
            $0.add("used", sky.used)
            $0.add("hdop", sky.horizontalDilution)
            $0.add("vdop", sky.verticalDilution)
            $0.add("pdop", sky.positionDilution)
        }
    }

    /// After 100 fixes it is known what the receiver gives. A column that it gives now and then stays as it is.
    private mutating func compareColumns(_ position: GpsdPosition) {
        guard fixes < 100 else { return }
        always = fixes == 0 ? position.given : always.intersection(position.given)
        ever.formUnion(position.given)
        fixes += 1
        let fitting = absent.subtracting(always).union(GpsdPosition.optional.subtracting(ever))
        guard fixes == 100, fitting != absent else { return }
        let names = FixColumn.allCases.filter(fitting.contains).map(\.rawValue).joined(separator: ",")
        let without = names.isEmpty ? "none" : names
        recorder.record(kind: "gpsd.columns") { $0.add("without", without) }
        Self.tell("this receiver is one for --without \(without)")
    }

    /// For whoever watches. Where stderr is gone the log still has it.
    static func tell(_ text: String) { try? Descriptor.standardError.write("gpsdlog: \(text)\n") }
}
