import Foundation

/// A tool at a terminal of its own: it asks there, and shows there what is for people only. Killed when the test lets go
/// of it.
public final class TerminalTool {
    /// The person's side, and the tool's side, which is held open so that nothing shown is lost.
    private let screen: Int32
    private let line: Int32
    private var process: pid_t = 0
    private var status: Int32?
    private var bytes: [UInt8] = []

    /// All that was shown so far, as far as it was waited for.
    public var shown: String { String(decoding: bytes, as: UTF8.self) }

    /// - Parameter name: a product, or an absolute path.
    public init(
        _ name: String, _ arguments: [String] = [], folder: String, columns: UInt16 = 80, terminal: String = "xterm"
    ) throws {
        screen = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard screen >= 0, let side = Self.otherSide(of: screen) else {
            throw POSIXError(.init(rawValue: errno) ?? .EIO)
        }
        line = open(side, O_RDWR | O_NOCTTY | O_CLOEXEC)
        _ = fcntl(screen, F_SETFD, FD_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(line, UInt(TIOCSWINSZ), &size)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a new session opens becomes the one that /dev/tty means.
        posix_spawn_file_actions_addopen(&actions, 0, side, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A thread of the pool that tests run on blocks signals, and a child inherits that.
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Self.newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let environment = ProcessInfo.processInfo.environment
            .merging(["SWIFT_BACKTRACE": "enable=no", "TERM": terminal]) { $1 }
        var words = (["/usr/bin/env", "-C", folder, Tool.path(name)] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        let code = posix_spawn(&process, words[0]!, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    }

    #if os(Linux)
        /// Flags and requests that the C library shows to GNU's own programs only: spawn.h, asm/ioctls.h.
        private static let newSession: Int32 = 0x80

        private static func otherSide(of screen: Int32) -> String? {
            var unlocked: Int32 = 0
            var number: UInt32 = 0
            guard ioctl(screen, 0x4004_5431, &unlocked) == 0, ioctl(screen, 0x8004_5430, &number) == 0 else {
                return nil
            }
            return "/dev/pts/\(number)"
        }
    #else
        private static let newSession = Int32(POSIX_SPAWN_SETSID)

        private static func otherSide(of screen: Int32) -> String? {
            guard grantpt(screen) == 0, unlockpt(screen) == 0 else { return nil }
            return ptsname(screen).map { String(cString: $0) }
        }
    #endif

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(screen)
        close(line)
    }

    /// Keys, as a person presses them: `\u{3}` is Ctrl-C, `\n` return.
    public func type(_ keys: String) {
        let keys = Array(keys.utf8)
        _ = write(screen, keys, keys.count)
    }

    /// Looks until `text` is shown, so many times; false where the tool ended or 60 s passed before it was. `meanwhile` is
    /// done between two looks.
    public func wait(for text: String, times: Int = 1, meanwhile: () -> Void = {}) -> Bool {
        let end = Date(timeIntervalSinceNow: 60)
        while Date() < end {
            look(for: 20)
            if shown.components(separatedBy: text).count > times { return true }
            guard isRunning else { return false }
            meanwhile()
        }
        return false
    }

    /// Waits for the end: the exit status, or the signal that ended it. One that does not end in 120 s is killed.
    public func end() -> (status: Int32?, signal: Int32?) {
        let limit = Date(timeIntervalSinceNow: 120)
        while isRunning {
            look(for: 20)
            if Date() > limit { kill(process, SIGKILL) }
        }
        look(for: 0)
        let signal = status! & 0x7F
        return signal == 0 ? (status! >> 8 & 0xFF, nil) : (nil, signal)
    }

    /// Whether what is typed can be seen.
    public var isEchoing: Bool {
        var settings = termios()
        return tcgetattr(line, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    private var isRunning: Bool {
        var code: Int32 = 0
        if status == nil, waitpid(process, &code, WNOHANG) == process { status = code }
        return status == nil
    }

    /// Takes what is shown, waiting for the first of it at most so many milliseconds.
    private func look(for patience: Int32) {
        var place = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: 4096)
        var patience = patience
        while poll(&place, 1, patience) > 0 {
            let count = read(screen, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer[..<count]
            patience = 0
        }
    }
}
