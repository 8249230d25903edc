import CommandKit

/// A way to end by a fault, for real: what the crash handler has to write down.
enum Fault: String, CaseIterable, Sendable {
    // Faults of an instruction.
    case null, nonCanonical = "non-canonical", guardPage = "guard", bus, fpe, ill, trap, sys, overflow
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
    /// Waits for a signal from outside.
    case wait

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
        case .sys: ForbiddenCall.make()
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
        case .wait:
            Threads.maskSignals(SIG_UNBLOCK)
            while true { usleep(100_000) }
        }
    }

    /// Sends the thread a signal, which it may have inherited as blocked.
    private func send(_ signal: Int32) {
        Threads.maskSignals(SIG_UNBLOCK)
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
        /// Calls the system's `prctl` with its first three arguments.
        case control

        /// Machine code that does it and, should that not end the process, returns.
        var bytes: [UInt8] {
            #if arch(x86_64)
                switch self {
                case .undefined: [0x0F, 0x0B, 0xC3]  // ud2
                case .breakpoint: [0xCC, 0xC3]  // int3
                case .division: [0x31, 0xC9, 0xF7, 0xF9, 0xC3]  // xor ecx, ecx; idiv ecx
                // xor r10, r10; xor r8, r8; mov eax, 157; syscall
                case .control: [0x4D, 0x31, 0xD2, 0x4D, 0x31, 0xC0, 0xB8, 157, 0, 0, 0, 0x0F, 0x05, 0xC3]
                }
            #else
                switch self {
                // udf; a division by zero just gives 0 here
                case .undefined, .division: [0, 0, 0, 0, 0xC0, 0x03, 0x5F, 0xD6]
                case .breakpoint: [0, 0, 0x20, 0xD4, 0xC0, 0x03, 0x5F, 0xD6]  // brk
                // mov x3, #0; mov x4, #0; mov x8, #167; svc #0
                case .control:
                    [
                        3, 0, 0x80, 0xD2, 4, 0, 0x80, 0xD2, 0xE8, 0x14, 0x80, 0xD2, 1, 0, 0, 0xD4, 0xC0, 0x03, 0x5F,
                        0xD6,
                    ]
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

    @discardableResult
    static func run(_ code: Code, _ first: Int = 0, _ second: Int = 0, _ third: UnsafeRawPointer? = nil) -> Int {
        let page = page(PROT_READ | PROT_WRITE)
        code.bytes.withUnsafeBytes { page.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        mprotect(page, 65_536, PROT_READ | PROT_EXEC)
        typealias Function = @convention(c) (Int, Int, UnsafeRawPointer?) -> Int
        return unsafeBitCast(page, to: Function.self)(first, second, third)
    }

    /// Runs down the stack. Each frame is written to by the one below it, and for all the optimizer knows the descent has
    /// an end: else it would be made a loop.
    @inline(never)
    static func descend(_ depth: Int, _ above: UnsafeMutableRawPointer? = nil) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { memory in
            memory[0] = UInt8(truncatingIfNeeded: depth)
            above?.storeBytes(of: memory[0], as: UInt8.self)
            guard depth < CommandLine.arguments.count << 40 else { return 0 }
            return descend(depth &+ 1, memory.baseAddress) &+ Int(memory[0])
        }
    }
}

/// A call to the system that the thread has forbidden itself, which the system answers with SIGSYS.
private enum ForbiddenCall {
    /// A step of the filter: operation, how far to jump, operand (<linux/filter.h>).
    private typealias Step = (code: UInt16, yes: UInt8, no: UInt8, operand: UInt32)

    static func make() {
        #if os(Linux)
            // The number of the call is the first word a filter sees; 110 and 173 are getppid.
            #if arch(x86_64)
                let forbidden: UInt32 = 110
            #else
                let forbidden: UInt32 = 173
            #endif
            let steps: [Step] = [
                (0x20, 0, 0, 0), (0x15, 0, 1, forbidden), (0x06, 0, 0, 0x0003_0000), (0x06, 0, 0, 0x7FFF_0000),
            ]
            steps.withUnsafeBytes { filter in
                let program: (UInt16, UnsafeRawPointer) = (UInt16(steps.count), filter.baseAddress!)
                // No new privileges (38), without which no filter is taken; then the filter (22, mode 2).
                Memory.run(.control, 38, 1)
                withUnsafePointer(to: program) { _ = Memory.run(.control, 22, 2, UnsafeRawPointer($0)) }
            }
            print(getppid())
        #else
            // Without filters: the same signal, sent.
            raise(SIGSYS)
        #endif
    }
}
