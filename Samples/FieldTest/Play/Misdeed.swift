import CommandKit

/// The ways in which the app crashes when it is asked to.
enum Misdeed: String, CaseIterable {
    /// A store to an address that nothing is mapped at.
    case segv
    case abort
    /// A trap of Swift itself: an index out of bounds.
    case trap
    /// Recursion without end on the main thread.
    case overflow
    /// The same on another thread.
    case threadOverflow = "thread-overflow"

    /// Commits it; `tracker` is the victim.
    func commit(_ tracker: Tracker) -> Never {
        switch self {
        case .segv: UnsafeMutablePointer<Int>(bitPattern: 0xDEAD_0000)!.pointee = 1
        case .abort: SystemIO.abort()
        case .trap: print([1, 2, 3][CommandLine.arguments.count + 3])
        case .overflow: print(Self.descend(1))
        case .threadOverflow:
            Threads.run(1) { _ in
                tracker.prepareThread()
                print(Self.descend(1))
            }
        }
        fatalError("\(rawValue) did not end the process")
    }

    /// Each call keeps something on its stack that is needed after the next one, so that no call becomes a jump.
    @inline(never)
    private static func descend(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { room in
            room.initialize(repeating: depth)
            return depth < 0 ? 0 : descend(room[depth & 63] + 1) + room[(depth + 1) & 63]
        }
    }
}
