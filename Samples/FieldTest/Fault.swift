import CommandKit

/// A way to end by a fault, for real: what the crash handler has to write down.
enum Fault: String, CaseIterable, Sendable {
    // Faults of an instruction.
    case null, nonCanonical = "non-canonical", guardPage = "guard", bus, fpe, ill, trap, overflow
    // Ends that a library or the language decides on.
    case abort, fatalError = "fatal-error", bounds, nilUnwrap = "nil", arithmetic, precondition
    case tryError = "try"
    // Signals that a process sends itself.
    case raiseSegv = "raise-segv", raiseBus = "raise-bus", raiseIll = "raise-ill", raiseTrap = "raise-trap"
    case raiseAbort = "raise-abort", raiseFpe = "raise-fpe", raiseSys = "raise-sys"
    /// A signal while the thread is inside malloc.
    case malloc
    // An end in order, and one that nobody can write down.
    case term, kill

    /// Does it. Comes back only where the system lets the process live.
    func commit() {
        switch self {
        case .null: Memory.store(at: 8)
        case .nonCanonical: Memory.store(at: 0x8000_0000_0000_0000)
        case .guardPage: Memory.store(at: UInt(bitPattern: Memory.page(PROT_NONE)))
        case .bus: Memory.store(at: UInt(bitPattern: Memory.pageBeyondFileEnd()))
        case .fpe: Memory.run(.division)
        case .ill: Memory.run(.undefined)
        case .trap: Memory.run(.breakpoint)
        case .overflow: print(Memory.descend(0))
        case .abort: SystemIO.abort()
        case .fatalError: Swift.fatalError("asked for")
        case .bounds: print([1, 2, 3][CommandLine.arguments.count + 100])
        case .nilUnwrap: print(Int("x\(CommandLine.arguments.count)")!)
        case .arithmetic: print(UInt8(200) + UInt8(100 + CommandLine.arguments.count))
        case .precondition: Swift.precondition(CommandLine.arguments.isEmpty, "asked for")
        case .tryError: try! Self.fail()
        case .raiseSegv: send(SIGSEGV)
        case .raiseBus: send(SIGBUS)
        case .raiseIll: send(SIGILL)
        case .raiseTrap: send(SIGTRAP)
        case .raiseAbort: send(SIGABRT)
        case .raiseFpe: send(SIGFPE)
        case .raiseSys: send(SIGSYS)
        case .malloc: Threads.interruptAllocation(with: SIGSEGV)
        case .term: send(SIGTERM)
        case .kill: send(SIGKILL)
        }
    }

    /// Sends the thread a signal, which it may have inherited as blocked.
    private func send(_ signal: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal)
    }

    private static func fail() throws { throw IOError("do what was", "asked for", code: EPERM) }

    /// Where it happens.
    enum Place: String, CaseIterable, Sendable {
        case main, thread, task
        /// Twenty threads at once.
        case twenty

        func run(_ work: @escaping @Sendable () -> Void) {
            switch self {
            case .main: work()
            case .thread: Threads.run(1) { _ in work() }
            case .twenty: Threads.run(20) { _ in work() }
            case .task:
                Task.detached { work() }
                // A backtracer interrupts one long sleep.
                for _ in 0..<100 { usleep(10_000) }
            }
        }
    }
}

/// Memory that faults.
private enum Memory {
    enum Code {
        case undefined, breakpoint, division

        /// Machine code that does it and, should that not end the process, returns.
        var bytes: [UInt8] {
            #if arch(x86_64)
                switch self {
                case .undefined: [0x0F, 0x0B, 0xC3]  // ud2
                case .breakpoint: [0xCC, 0xC3]  // int3
                case .division: [0x31, 0xC9, 0xF7, 0xF9, 0xC3]  // xor ecx, ecx; idiv ecx
                }
            #else
                switch self {
                // udf; a division by zero just gives 0 here
                case .undefined, .division: [0, 0, 0, 0, 0xC0, 0x03, 0x5F, 0xD6]
                case .breakpoint: [0, 0, 0x20, 0xD4, 0xC0, 0x03, 0x5F, 0xD6]  // brk
                }
            #endif
        }
    }

    static func store(at address: UInt) {
        UnsafeMutablePointer<Int>(bitPattern: address)!.pointee = 1
    }

    static func page(_ protection: Int32) -> UnsafeMutableRawPointer {
        mmap(nil, 65_536, protection, MAP_PRIVATE | MAP_ANON, -1, 0)!
    }

    static func pageBeyondFileEnd() -> UnsafeMutableRawPointer {
        let path = "/tmp/fieldtest-\(getpid()).bus"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        unlink(path)
        return mmap(nil, 65_536, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)!
    }

    static func run(_ code: Code) {
        let page = page(PROT_READ | PROT_WRITE)
        code.bytes.withUnsafeBytes { page.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        mprotect(page, 65_536, PROT_READ | PROT_EXEC)
        typealias Function = @convention(c) () -> Void
        unsafeBitCast(page, to: Function.self)()
    }

    /// Runs down the stack; each frame is too big to be made a loop of.
    @inline(never)
    static func descend(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { memory in
            memory[0] = UInt8(truncatingIfNeeded: depth)
            return descend(depth &+ 1) &+ Int(memory[0])
        }
    }
}
