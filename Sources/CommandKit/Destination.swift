/// Where `-o` points: a file that appears whole or not at all, or standard output for `-`. Not copyable; dropped without
/// `commit()` a file leaves nothing.
public struct Destination: ~Copyable {
    private var file: OutputFile?

    /// - Parameters:
    ///   - path: a path, or `-`.
    ///   - isBinary: whether a terminal would choke on it; then `-` on a terminal is refused.
    ///   - force: whether an existing file may be replaced.
    public init(_ path: String, isBinary: Bool, force: Bool) throws {
        guard path != "-" else {
            if isBinary, Terminal.output.isTerminal {
                throw Complaint.usage(
                    "refusing to write binary data to the terminal", hint: "name a file with -o, or pipe it on")
            }
            file = nil
            return
        }
        do throws(IOError) {
            // What comes from a log holds places, and a key is secret: for the owner alone.
            file = try OutputFile.create(path, replacing: force, mode: 0o600)
        } catch {
            guard error.code == EEXIST else { throw error }
            throw Complaint("\(path) exists already", hint: "give --force to replace it, or another name with -o")
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
        switch file {
        case .some(let file): try file.descriptor.write(bytes)
        case .none: try Descriptor.standardOutput.write(bytes)
        }
    }

    /// Makes a file appear under its name.
    public consuming func commit() throws(IOError) {
        if let file = file.take() { try file.commit() }
    }
}

/// Keeps what a command writes away from what it reads, whatever `--force` allows.
public enum Separation {
    /// Refuses an output that is one of the inputs, lies inside one, or would replace a folder that one lies in. `-` is
    /// apart from everything.
    public static func check(output: String, inputs: [String]) throws {
        guard output != "-", let target = real(output) else { return }
        for input in inputs where input != "-" {
            guard let source = real(input) else { continue }
            if source == target {
                throw Complaint.usage("\(output) is both input and output", hint: "name another one with -o")
            }
            if target.hasPrefix(source + "/") {
                throw Complaint.usage(
                    "\(output) lies inside \(input), which is read", hint: "name a place outside it with -o")
            }
            if source.hasPrefix(target + "/") {
                throw Complaint.usage(
                    "\(input), which is read, lies inside \(output), which would be replaced",
                    hint: "name another folder with -o")
            }
        }
    }

    /// Refuses to replace a folder that holds anything but a log: `--force` is no way to empty a home.
    public static func checkReplaceable(folder path: String) throws {
        guard try FileSystem.entry(at: path)?.kind == .folder else { return }
        let names = try FileSystem.names(in: path)
        if names.isEmpty || !Set(names).isDisjoint(with: ["events", "samples", "manifest.json"]) { return }
        throw Complaint(
            "\(path) holds other things than a log", hint: "--force replaces a log folder only; name another with -o")
    }

    /// The path without links; of something that is not there yet, that of its folder with its name.
    private static func real(_ path: String) -> String? {
        if let found = realpath(path, nil) {
            defer { free(found) }
            return String(cString: found)
        }
        guard let parent = FileSystem.parent(of: path), let found = realpath(parent, nil) else { return nil }
        defer { free(found) }
        return FileSystem.join(String(cString: found), FileSystem.name(of: path))
    }
}
