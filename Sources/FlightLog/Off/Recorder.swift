@_exported import FieldModel
@_exported import LogFormat
import SystemIO

/// The recorder of a build without recording: the interface of the real one, and nothing behind it. No file is made, no
/// signal caught, no thread started. What a live core decides with stays right: the clocks run, the launch is told.
public final class Recorder: Sendable {
    /// The folder that was asked for; it is not made.
    public let folder: String
    /// "" without recording.
    public let run: String
    public let launchSignals: [(signal: Signal, stamp: Stamp)]
    /// Nothing is known of the run before.
    public let previousExit: ExitVerdict
    public var isDegraded: Bool { false }
    public var failure: RecorderError? { nil }
    public static let isCompiledIn = false

    private let clock: Clock
    private let began: (boot: Int64, up: Int64)

    public init(openingLogAt path: String, _ configuration: Configuration = Configuration()) throws(RecorderError) {
        try configuration.check()
        folder = path
        run = ""
        clock = configuration.clock
        began = SystemClocks.now
        previousExit = ExitClassifier.verdict(on: EndedRun(trace: .none), foundBy: NextLaunch())
        let now = Self.now(clock, since: began)
        let offset = SystemZone.offset(at: now.wallTime.rawValue / 1000)
        launchSignals = [(.launched(run: "", boot: ""), now), (.zoneChanged(offset: offset), now)]
    }

    public var now: Stamp { Self.now(clock, since: began) }

    private static func now(_ clock: Clock, since began: (boot: Int64, up: Int64)) -> Stamp {
        let real = SystemClocks.now
        switch clock {
        case .system:
            return Stamp(
                wallTime: WallTime(SystemClocks.wall), bootTime: BootTime(real.boot), uptime: Uptime(real.up))
        case .scaled(let from, let scale):
            let boot = Int64(Double(real.boot - began.boot) * scale), up = Int64(Double(real.up - began.up) * scale)
            return Stamp(
                wallTime: from.wallTime + boot, bootTime: BootTime((from.bootTime?.rawValue ?? 0) + boot),
                uptime: Uptime((from.uptime?.rawValue ?? 0) + up))
        case .manual(let clock): return clock.stamp
        }
    }

    @inlinable public func passOn(to listener: @escaping @Sendable (Signal) -> Void) {}
    @inlinable public func listen(every period: Int64 = 250, _ hear: (@Sendable (LiveLines) -> Void)?) {}
    /// Nothing is pending.
    @discardableResult
    @inlinable public func flush() -> Bool { true }
    @inlinable public func prepareThread() {}
    @inlinable public func close(_ reason: ExitReason = .api) {}

    public enum ExitReason: String, Sendable {
        case user, api
    }
}
