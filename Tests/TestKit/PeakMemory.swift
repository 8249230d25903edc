import Foundation

/// The most memory a process had (VmHWM), as the system counted it for that process alone.
public enum PeakMemory {
    /// Runs `name` (a product, or an absolute path) to its end and returns KiB; nil where it did not end with status 0.
    public static func of(_ name: String, _ arguments: [String]) -> Int? {
        let words = ([Tool.path(name)] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0) }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0]!, &actions, nil, words + [nil], environ) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
        return Int(usage.ru_maxrss)
    }
}
