import CCrashTap

/// Mutual exclusion: os_unfair_lock on Apple platforms, a pthread mutex elsewhere.
final class Lock: @unchecked Sendable {
    private let mutex = ct_mutex_create()

    deinit { ct_mutex_destroy(mutex) }

    func with<R>(_ body: () throws -> R) rethrows -> R {
        ct_mutex_take(mutex)
        defer { ct_mutex_leave(mutex) }
        return try body()
    }
}

/// A value that is only reached with its lock held.
final class Locked<Value>: @unchecked Sendable {
    private let lock = Lock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<R>(_ body: (inout Value) throws -> R) rethrows -> R { try lock.with { try body(&value) } }
}
