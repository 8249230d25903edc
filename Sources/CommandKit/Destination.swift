/// Where `-o` points: a file that appears whole or not at all, or standard output for `-`. Not copyable; dropped without
/// `commit()` a file leaves nothing.
public struct Destination: ~Copyable {
    private var file: OutputFile?

    /// - Parameters:
    ///   - path: a path, or `-`.
    ///   - isBinary: whether a terminal would choke on it; then `-` on a terminal is refused.
    ///   - force: whether an existing file may be replaced.
    public init(_ path: String, isBinary: Bool, force: Bool, mode: mode_t = 0o644) throws {
        guard path != "-" else {
            if isBinary, Terminal.output.isTerminal {
                throw Complaint.usage(
                    "refusing to write binary data to the terminal", hint: "name a file with -o, or pipe it on")
            }
            file = nil
            return
        }
        do throws(IOError) {
            file = try OutputFile.create(path, replacing: force, mode: mode)
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
