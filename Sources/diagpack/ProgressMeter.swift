import CommandKit
import DiagBundle

/// Shows how far the work has come, and passes on the wish to stop. A class, because the library's callback holds it.
final class ProgressMeter: @unchecked Sendable {
    private let label: String
    private var progress: Progress?
    private let monitor = Monitor()

    init(_ label: String) { self.label = label }

    var control: WorkControl {
        WorkControl(
            progress: { done, total in self.update(done, total) }, isCancelled: { Interruption.isRequested })
    }

    private func update(_ done: Int64, _ total: Int64) {
        monitor.changing {
            if progress == nil { progress = Progress(label, total: total > 0 ? total : nil) }
            progress!.update(done)
        }
    }

    /// Takes the line away.
    func end() { monitor.changing { progress = nil } }
}
