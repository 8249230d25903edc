/// Another program, run to its end for what it prints.
public enum ChildProcess {
    /// How it went.
    public struct Outcome: Sendable {
        /// Its exit status; 128 and the signal where one ended it.
        public var status: Int32
        /// What it wrote to standard output.
        public var output: [UInt8]
    }

    /// The file that runs as `name`, looked for in the folders of PATH; nil where there is none.
    public static func find(_ name: String) -> String? {
        if name.contains("/") { return isProgram(name) ? name : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        // What cannot be looked at cannot be run either.
        guard let entry = try? FileSystem.entry(at: path), entry.kind == .file else { return false }
        return access(path, X_OK) == 0
    }

    /// Runs the program at `path` with `arguments` and waits for its end. It reads nothing; what it says on standard error
    /// goes nowhere; output beyond `limit` bytes is dropped.
    public static func run(
        _ path: String, _ arguments: [String], limit: Int = 16 << 20
    ) throws(IOError) -> Outcome {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw IOError("make a pipe for", path) }
        let reader = Descriptor(taking: ends[0], path: path)
        // The child has copies of the ends it is to have; those of another child may not keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = spawn([path] + arguments, output: ends[1])
        _ = close(ends[1])
        guard child.code == 0 else { throw IOError("run", path, code: child.code) }
        var output: [UInt8] = []
        var failure: IOError?
        do throws(IOError) { output = try contents(of: reader, limit) } catch { failure = error }
        var status: Int32 = 0
        while waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
        if let failure { throw failure }
        let signal = status & 0x7F
        return Outcome(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: output)
    }

    private static func spawn(_ words: [String], output: Int32) -> (pid: pid_t, code: Int32) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, nil, arguments, environ)
        return (pid, code)
    }

    /// All of it is read, or the child would wait for ever to be rid of the rest.
    private static func contents(of pipe: borrowing Descriptor, _ limit: Int) throws(IOError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var failure: IOError?
            let count = buffer.withUnsafeMutableBytes { raw -> Int in
                do throws(IOError) { return try pipe.read(into: raw) } catch { failure = error }
                return 0
            }
            if let failure { throw failure }
            if count == 0 { return bytes }
            bytes += buffer[..<min(count, max(0, limit - bytes.count))]
        }
    }
}
