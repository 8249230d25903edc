import SystemIO

/// A value that is only reached with its lock held. The adapters ask for it; the recorder's own stands on its C part.
final class Locked<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<R>(_ body: (inout Value) -> R) -> R { monitor.changing { body(&value) } }
}
