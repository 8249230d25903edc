import FieldModel
import LogFormat

/// What a log says about the life of its process: runs, gaps, ends, clocks. The result of a `LifeScan`.
public struct Life: Sendable {
    /// Which log of the input: empty for its own, else the name of a second process's folder.
    public var part = ""
    public var runs: [Run] = []
    public var gaps: [Gap] = []
    public var ends: [RunEnd] = []
    /// What the log ends with: `running`, `exit`, `crash`, `end-unknown`; nil for an empty log.
    public var ending: String?
    public var clockSteps: [ClockStep] = []
    public var late: [LateBeat] = []
    public var missingBeats: [Stretch] = []
    public var silent: [Stretch] = []
    public var starved: [Stretch] = []
    /// Whether a profile was known while beats counted callbacks; if not, `silent` and `starved` do not apply.
    public var knowsReceiver = false
    /// Heartbeat period, ms: declared, or the median interval of the beats; nil without beats.
    public var period: Int64?
    /// The least silence that is a gap; ms. Of the last run, where they differ.
    public var threshold: Int64 = 0
    /// ms from the first to the last sign of life.
    public var recorded: Int64 = 0
    /// mm along the recorded way, and over gaps and pauses.
    public var movedRecorded: Int64 = 0
    public var movedUnrecorded: Int64 = 0
    /// Records that the writer says it lost.
    public var recordsLost: Int64 = 0
    public var lostBytes: Int64 = 0
    /// Times that no clock can have shown, of records without another clock.
    public var damagedTimes = 0
    public var marks: [Mark] = []
    /// From tracking on to off, over relaunches.
    public var sessions: [Session] = []
    /// Nil where the input cannot have all numbers: a single file has those of its kind only.
    public var sequence: SequenceWatch?
    /// Records that retention removed, as the log says so.
    public var recordsPurged: Int64 = 0
    /// Records that came behind the last line of a crash: no loss of a log that was to end there.
    public var recordsBehindCrash: Int64 = 0
    /// Numbers that are missing because of any of these.
    var numbersExplained: Int64 { recordsLost.adding(recordsPurged).adding(recordsBehindCrash) }
    public var eventsByKind: [String: Int] = [:]
    public var samplesByVerdict: [String: Int] = [:]
    /// Alive time by what was the case; ms.
    public var aliveTime: [LifeGroup: Int64] = [:]
    /// What was known at the end, or at the end of what is counted.
    public var endContext = LifeContext()
    public var first: Moment?
    public var last: Moment?

    /// The tester's own mark.
    public struct Mark: Hashable, Sendable {
        public var at: Moment
        public var text: String
    }

    /// From tracking on to off; to the end of the log where it was never turned off.
    public struct Session: Hashable, Sendable {
        public var from: Moment
        public var to: Moment
    }

    public init() {}

    /// ms in gaps.
    public var gapTime: Int64 { gaps.reduce(0) { $0.adding($1.duration) } }
    /// ms in gaps that somebody wanted.
    public var intendedTime: Int64 { gaps.reduce(0) { $0.adding($1.kind.isIntended ? $1.duration : 0) } }
    /// ms
    public var aliveMillis: Int64 { max(0, recorded - gapTime) }
    /// Share of the time in which life was to be expected; nil where there is none.
    public var aliveShare: Double? {
        let expected = recorded - intendedTime
        return expected > 0 ? Double(aliveMillis) / Double(expected) : nil
    }
    /// mm
    public var moved: Int64 { movedRecorded + movedUnrecorded }
    /// Share of the moved distance; nil where nothing moved.
    public var movedShare: Double? { moved > 0 ? Double(movedRecorded) / Double(moved) : nil }
}

/// What was the case in a stretch of life: the keys of `--by`.
public struct LifeGroup: Hashable, Sendable {
    /// What lives are grouped by.
    public enum Key: String, CaseIterable, Sendable { case config, motion, app, hour, device, os, build }

    public var config: String
    public var motion: String
    public var app: String
    /// Of the day in the log's own zone, 0-23.
    public var hour: Int
    public var device: String
    public var os: String
    public var build: String

    init(_ context: LifeContext, at moment: Moment) {
        config = context.configuration
        motion = context.motion?.rawValue ?? "unknown"
        app = context.app?.rawValue ?? "unknown"
        device = context.device ?? "unknown"
        os = context.os ?? "unknown"
        build = context.build ?? "unknown"
        let local = moment.wallTime + Int64(context.zoneOffset ?? 0).times(1000)
        let hours = local.rawValue / 3_600_000 % 24
        hour = Int(hours < 0 ? hours + 24 : hours)
    }

    public subscript(key: Key) -> String {
        switch key {
        case .config: config
        case .motion: motion
        case .app: app
        case .hour: "\(hour < 10 ? "0" : "")\(hour):00"
        case .device: device
        case .os: os
        case .build: build
        }
    }
}
