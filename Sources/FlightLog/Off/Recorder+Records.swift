import FieldModel
import LogFormat

/// What is recorded goes nowhere. A stamp that comes back has the clocks to decide with; its number is 0, as of every record
/// that was not kept. Closures that would fill a record are not called.
extension Recorder {
    @discardableResult
    @inlinable public func record(_ kind: RecordKind, _ fill: (inout EventFields) -> Void = { _ in }) -> Stamp { now }
    @discardableResult
    @inlinable public func record(kind: String, _ fill: (inout EventFields) -> Void = { _ in }) -> Stamp { now }
    @discardableResult
    @inlinable public func record(kind: String, fields: [Record.Field]) -> Stamp { now }
    @discardableResult
    @inlinable public func record(_ fix: Fix, ruling: Ruling?) -> SequenceNumber { 0 }

    @discardableResult
    @inlinable public func record(_ signal: Signal) -> Stamp {
        if case .fixArrived(let fix) = signal { fix.stamp } else { now }
    }

    @discardableResult
    @inlinable public func record(_ motion: MotionReading) -> Stamp { now }
    @inlinable public func record(_ decision: Decision, by input: SequenceNumber) {}
    @discardableResult
    @inlinable public func appMoved(to state: AppState) -> Stamp { now }
    @inlinable public func follow(_ lifecycle: some Lifecycle) {}
    @discardableResult
    @inlinable public func trackingTurned(on: Bool) -> Stamp { now }
    @discardableResult
    @inlinable public func mark(_ text: String) -> Stamp { now }
    @discardableResult
    @inlinable public func record(settings: [Record.Field]) -> Stamp { now }
    @inlinable public func turnHeartbeats(on: Bool) {}
    @inlinable public func beatIfDue() {}
    @inlinable public func noteLowMemory() {}
    @inlinable public func mainThreadAsked() {}
    @inlinable public func mainThreadAnswered() {}
    @inlinable public func noteBackgroundTask(until limit: BootTime?) {}
    @inlinable public func notePrewarmed() {}
}
