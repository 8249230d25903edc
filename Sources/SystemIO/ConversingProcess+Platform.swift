/// A program that is spoken to: what it is told goes into its standard input, what it says comes out of its standard
/// output, line by line, each within a time limit. Its standard error is this process's own. Not copyable: dropped, it is
/// ended.
public struct ConversingProcess: ~Copyable {
    /// What came when a line was waited for.
    public enum Reading: Sendable {
        /// Without its line end.
        case line([UInt8])
        /// Nothing more will come: it closed its output, or ended.
        case end
        /// Nothing came in time.
        case timeout
        /// Longer than any line may be.
        case tooLong
    }

    /// How it ended.
    public enum End: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    private let pid: pid_t
    /// -1 once it was told that nothing more will come.
    private var input: Int32
    private let output: Int32
    private var unread: [UInt8] = []
    private var isReaped = false

    /// Bytes of the longest line that is taken.
    public static let longestLine = 1 << 20

    /// Starts `command` in a shell, in a process group of its own, so that it can be ended with all that it started.
    public init(shell command: String) throws(IOError) {
        // Writing to a program that ended is to be an error, not the end of this one.
        _ = signal(SIGPIPE, SIG_IGN)
        (pid, input, output) = try Self.start(["/bin/sh", "-c", command])
    }

    private static func start(_ words: [String]) throws(IOError) -> (pid_t, input: Int32, output: Int32) {
        let questions = try pipe()
        let answers = try pipe()
        // The child has its own copies of these.
        let theirInput = Descriptor(taking: questions.reading, path: "a pipe")
        let theirOutput = Descriptor(taking: answers.writing, path: "a pipe")
        _ = fcntl(questions.writing, F_SETFL, O_NONBLOCK)
        do throws(IOError) {
            let pid = try spawn(words, input: theirInput.rawValue, output: theirOutput.rawValue)
            return (pid, questions.writing, answers.reading)
        } catch {
            close(questions.writing)
            close(answers.reading)
            throw error
        }
    }

    private static func pipe() throws(IOError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        #if canImport(Darwin)
            let code = Darwin.pipe(&ends)
        #elseif canImport(Musl)
            let code = Musl.pipe(&ends)
        #else
            let code = Glibc.pipe(&ends)
        #endif
        guard code == 0 else { throw IOError("make", "a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(_ words: [String], input: Int32, output: Int32) throws(IOError) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, &attributes, arguments, environ)
        guard code == 0 else { throw IOError("start", words[0], code: code) }
        return pid
    }

    /// Writes all of `bytes`; false where it did not take them in time. Fails with EPIPE where it ended.
    public mutating func write(_ bytes: [UInt8], within milliseconds: Int) throws(IOError) -> Bool {
        guard input >= 0 else { return false }
        let deadline = Self.now() + milliseconds
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                SystemIO.write(input, $0.baseAddress! + done, $0.count - done)
            }
            if count >= 0 {
                done += count
            } else if errno == EAGAIN {
                guard try wait(for: input, Int16(POLLOUT), until: deadline) else { return false }
            } else if errno != EINTR || Interruption.isRequested {
                throw IOError("write", "a pipe")
            }
        }
        return true
    }

    /// Tells it that nothing more will come.
    public mutating func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
    }

    /// The next line that it says.
    public mutating func readLine(within milliseconds: Int) throws(IOError) -> Reading {
        let deadline = Self.now() + milliseconds
        var searched = 0
        while true {
            if let end = unread[searched...].firstIndex(of: 0x0A) {
                let line = Array(unread[..<end])
                unread.removeSubrange(...end)
                return .line(line)
            }
            searched = unread.count
            guard searched <= Self.longestLine else { return .tooLong }
            guard try wait(for: output, Int16(POLLIN), until: deadline) else { return .timeout }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = chunk.withUnsafeMutableBytes { SystemIO.read(output, $0.baseAddress, $0.count) }
            if count > 0 {
                unread += chunk[..<count]
            } else if count == 0 {
                guard !unread.isEmpty else { return .end }
                defer { unread = [] }
                return .line(unread)
            } else if errno != EINTR || Interruption.isRequested {
                throw IOError("read", "a pipe")
            }
        }
    }

    private func wait(for descriptor: Int32, _ events: Int16, until deadline: Int) throws(IOError) -> Bool {
        while true {
            let left = deadline - Self.now()
            guard left > 0 else { return false }
            var polled = pollfd(fd: descriptor, events: events, revents: 0)
            let count = poll(&polled, 1, Int32(clamping: left))
            if count > 0 { return true }
            if count < 0, errno != EINTR || Interruption.isRequested { throw IOError("wait for", "a pipe") }
        }
    }

    /// Waits for its end; nil where it does not end in time.
    public mutating func end(within milliseconds: Int) -> End? {
        let deadline = Self.now() + milliseconds
        var status: Int32 = 0
        repeat {
            if waitpid(pid, &status, WNOHANG) == pid {
                isReaped = true
                let signal = status & 0x7F
                return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
            }
            usleep(2000)
        } while Self.now() < deadline
        return nil
    }

    deinit {
        if input >= 0 { close(input) }
        close(output)
        guard !isReaped else { return }
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// ms on a clock that only goes on.
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
}
