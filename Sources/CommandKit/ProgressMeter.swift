/// How far long work has come, told from whichever thread does it: the line of `Progress`, made when the size of the work
/// is known. A class, because callbacks hold it.
public final class ProgressMeter: @unchecked Sendable {
    private let label: String
    private var progress: Progress?
    private let monitor = Monitor()

    public init(_ label: String) { self.label = label }

    /// `done` of `total` bytes are through; 0 for a total that is not known.
    public func update(_ done: Int64, _ total: Int64) {
        monitor.changing {
            if progress == nil { progress = Progress(label, total: total > 0 ? total : nil) }
            progress!.update(done)
        }
    }

    /// Takes the line away.
    public func end() { monitor.changing { progress = nil } }
}
