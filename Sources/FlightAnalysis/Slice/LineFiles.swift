import FieldModel
import SystemIO

/// The files of a log that is being written, line by line. Few are written at a time, so one buffer each will do.
struct LineFiles {
    private let root: String
    private var buffers: [String: [UInt8]] = [:]
    private var begun: Set<String> = []

    private static let bufferSize = 1 << 18

    /// - Parameter root: the folder of the log; made with what lies in it.
    init(_ root: String) { self.root = root }

    /// Appends a line to a file, with `header` before its first one.
    mutating func append(_ line: [UInt8], to name: String, header: [UInt8] = []) throws(IOError) {
        var buffer = buffers[name] ?? header
        buffers[name] = nil
        buffer += line
        if buffer.count >= Self.bufferSize {
            try flush(buffer, to: name)
            buffer.removeAll(keepingCapacity: true)
        }
        buffers[name] = buffer
    }

    /// Appends a line to the events of a day.
    mutating func append(_ line: [UInt8], toDay day: CivilDate) throws(IOError) {
        try append(line, to: "events/\(day).jsonl")
    }

    /// Writes what is left.
    consuming func close() throws(IOError) {
        for (name, buffer) in buffers { try flush(buffer, to: name) }
    }

    private mutating func flush(_ bytes: [UInt8], to name: String) throws(IOError) {
        let path = FileSystem.join(root, name)
        if begun.insert(name).inserted, let folder = FileSystem.parent(of: path) {
            try FileSystem.createFolder(folder)
        }
        let file = try Descriptor(open: path, flags: O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
        try file.write(bytes)
    }
}
