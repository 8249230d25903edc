/// Starts another program with standard streams of its own: the one place where that is done.
struct Spawn {
    /// What the program has as one of its standard streams.
    enum Stream {
        /// An open descriptor of this process.
        case descriptor(Int32)
        /// Nothing to read, and nowhere to write.
        case nothing
        /// This process's own.
        case inherited
    }

    var input: Stream
    var output: Stream
    var errors: Stream
    /// Whether it leads a process group, so that it can be ended with all that it starts.
    var leadsGroup = false

    /// Starts the program at `words[0]`, the rest of them as its arguments. This process keeps its ends of the streams.
    func start(_ words: [String]) throws(IOError) -> pid_t {
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
        for (number, stream) in zip(Int32(0)..., [input, output, errors]) {
            switch stream {
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            case .nothing:
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
            case .inherited: break
            }
        }
        // This process may ignore it, and what is ignored is inherited.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | (leadsGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0))
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, &attributes, arguments, environ)
        guard code == 0 else { throw IOError("run", words[0], code: code) }
        return pid
    }

    /// A pipe whose ends another child does not inherit: it would keep the pipe open.
    static func pipe() throws(IOError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard SystemIO.pipe(&ends) == 0 else { throw IOError("make", "a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
