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
        let answers = try Spawn.pipe()
        let reader = Descriptor(taking: answers.reading, path: path)
        let pid: pid_t
        do {
            // The child has its own copy of this one.
            defer { close(answers.writing) }
            pid = try Spawn(input: .nothing, output: .descriptor(answers.writing), errors: .nothing)
                .start([path] + arguments)
        }
        var output: [UInt8] = []
        var failure: IOError?
        do throws(IOError) { output = try contents(of: reader, limit) } catch { failure = error }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        if let failure { throw failure }
        let signal = status & 0x7F
        return Outcome(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: output)
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
