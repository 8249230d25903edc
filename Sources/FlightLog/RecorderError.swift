import SystemIO

/// Why a recorder could not be opened. Once open it throws nothing: what it cannot write it counts, and says so in a
/// `lost` record.
public enum RecorderError: Error, Sendable {
    /// A folder or file of the log could not be made or read.
    case system(IOError)
    /// Another process is writing this log and would not end; `ownFolderIfBusy` was off.
    case busy(path: String, pid: UInt64)
    /// This process is already writing this log.
    case openTwice(path: String)
    /// A value of the configuration lies outside its limits.
    case configuration(name: String, wanted: String, found: String)
}

extension RecorderError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let error): error.description
        case .busy(let path, let pid): "the log \(path) is being written by process \(pid)"
        case .openTwice(let path): "the log \(path) is already open in this process"
        case .configuration(let name, let wanted, let found):
            "the recorder's \(name) must be \(wanted), but is \(found)"
        }
    }

    /// What to do about it.
    public var hint: String {
        switch self {
        case .system: "check that the folder exists, can be written, and has room"
        case .busy: "let the other process end, or allow a folder of its own for this one (ownFolderIfBusy)"
        case .openTwice: "keep one Recorder for the life of the process and hand it to whoever records"
        case .configuration: "see Recorder.Configuration for the limits"
        }
    }
}
