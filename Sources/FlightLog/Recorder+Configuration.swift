import FieldModel
import LogFormat

extension Recorder {
    /// How a log is kept. Every value has a default that suits a phone.
    public struct Configuration: Sendable {
        /// What the app is called, and its version; written at launch. The classifier compares them with the last run's.
        public var app: String
        public var build: String
        /// What started the process, where the app knows.
        public var launchReason: LaunchReason = .unknown
        /// ms between heartbeats; 0 for none. Default 60,000.
        public var heartbeatPeriod: Int64 = 60_000
        /// ms after which pending records go to the files at the latest. Default 60,000. They are safe before that from
        /// everything but a power cut.
        public var flushPeriod: Int64 = 60_000
        /// When the medium is asked to really have what was flushed.
        public var synchronization: Synchronization = .none
        /// Days and bytes of both streams that are kept. Default 7 days and 256 MiB; nil is without limit.
        public var keepDays: Int? = 7
        public var keepBytes: Int64? = 256 << 20
        /// Bytes of each ring: a power of two from 16 KiB to 256 KiB. Half of it pending goes to the file at once.
        public var ringBytes: Int = 262_144
        /// Which measurements the source gives at all.
        public var columns: SampleColumns = .all
        /// Write down fatal signals, and SIGTERM, SIGINT, SIGHUP as an end in order. Only one log of a process can.
        public var catchesSignals = true
        /// Where another process writes this log: open `p-<pid>-<boot>/` inside it instead of failing.
        public var ownFolderIfBusy = true
        public var clock: Clock = .system
        /// What a heartbeat says of the device; `System` asks this one.
        public var resources: any Resources = SystemResources()
        public var power: any Power = SystemPower()
        /// The thread that is asked for signs of life while the app is in the foreground: `SystemMainThread()` where the app
        /// serves the main queue. Without it nobody watches, and a watchdog's kill looks like any other.
        public var mainThread: (any MainThread)?

        public init(app: String = "", build: String = "") {
            self.app = app
            self.build = build
        }
    }

    /// What started the process.
    public enum LaunchReason: String, CaseIterable, Sendable {
        case user, location, visit, region, push, task, prewarm, unknown
    }

    /// When `fdatasync` is called; never on the thread that records.
    public enum Synchronization: Sendable {
        /// Never: a power cut costs what the system had not written by itself.
        case none
        case onHeartbeat
        case onFlush
    }
}

extension Recorder.Configuration {
    func check() throws(RecorderError) {
        guard (16_384...262_144).contains(ringBytes), ringBytes & (ringBytes - 1) == 0 else {
            throw .configuration(
                name: "ringBytes", wanted: "a power of two from 16384 to 262144", found: "\(ringBytes)")
        }
        guard heartbeatPeriod >= 0 else {
            throw .configuration(name: "heartbeatPeriod", wanted: "0 or more ms", found: "\(heartbeatPeriod)")
        }
        guard flushPeriod > 0 else {
            throw .configuration(name: "flushPeriod", wanted: "more than 0 ms", found: "\(flushPeriod)")
        }
    }
}
