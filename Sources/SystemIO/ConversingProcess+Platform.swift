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
        let questions = try Spawn.pipe()
        let answers = try Spawn.pipe()
        // The child has its own copies of these.
        let theirInput = Descriptor(taking: questions.reading, path: "a pipe")
        let theirOutput = Descriptor(taking: answers.writing, path: "a pipe")
        _ = fcntl(questions.writing, F_SETFL, O_NONBLOCK)
        do throws(IOError) {
            let pid = try Spawn(
                input: .descriptor(theirInput.rawValue), output: .descriptor(theirOutput.rawValue), errors: .inherited,
                leadsGroup: true
            ).start(words)
            return (pid, questions.writing, answers.reading)
        } catch {
            close(questions.writing)
            close(answers.reading)
            throw error
        }
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
