import CCrashTap
import FieldModel
import LogFormat
import SystemIO

/// The state file that a launch finds.
struct PreviousState {
    /// A snapshot that gives itself back.
    final class Snapshot {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { ct_snapshot_free(pointer) }
    }

    let snapshot: Snapshot?
    /// What it says of its run.
    let run: PreviousRun

    /// A folder that cannot be looked into.
    init() {
        snapshot = nil
        run = PreviousRun(lost: .unreadable)
    }

    /// Throws where there is a state that cannot be read now: its records must not be given up.
    init(at path: String) throws(IOError) {
        var error: Int32 = 0
        var why: UnsafePointer<CChar>?
        guard let pointer = ct_snapshot_take(path, &error, &why) else {
            let code = errno
            snapshot = nil
            switch UInt32(error) {
            case CT_SNAPSHOT_NONE.rawValue: run = PreviousRun(lost: .missing)
            case CT_SNAPSHOT_DAMAGED.rawValue:
                let isEmpty = why.map { String(cString: $0) } == "shorter than its header"
                run = PreviousRun(lost: isEmpty ? .empty : .unreadable)
            default: throw IOError("read the state", path, code: code == 0 ? EIO : code)
            }
            return
        }
        snapshot = Snapshot(pointer)
        run = PreviousRun(pointer)
    }

    /// The process that is writing the log now; nil for none.
    var liveWriter: UInt64? {
        guard run.ended.isRunning, let snapshot else { return nil }
        return ct_snapshot_state(snapshot.pointer).pointee.identity.pid
    }

    var isRebooted: Bool { snapshot.map { ct_snapshot_rebooted($0.pointer) } ?? false }

    /// What it could not keep and had not said yet.
    var losses: [Stream: ct_losses] {
        guard let snapshot else { return [:] }
        let streams = ct_snapshot_state(snapshot.pointer).pointee.stream
        return [.events: ct_losses(streams.0), .samples: ct_losses(streams.1)].filter { $0.value.records > 0 }
    }

    /// The header line of its samples.
    var columns: String { snapshot.map { String(cString: ct_columns(ct_snapshot_state($0.pointer)!)) } ?? "" }

    /// The number of runs of this log so far, and the number of the next record, as the state has them.
    var launches: UInt64 { snapshot.map { ct_snapshot_state($0.pointer).pointee.identity.launches } ?? 0 }
    var nextNumber: UInt64 {
        guard let snapshot else { return 1 }
        let state = ct_snapshot_state(snapshot.pointer).pointee
        let next = max(state.life.nextN, state.crash.phase == 0 ? 0 : state.crash.crashN &+ 1)
        // A number no log reaches is a damaged word.
        return next < 1 << 53 ? next : 1
    }
}
