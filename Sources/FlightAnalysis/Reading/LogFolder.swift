import FieldModel
import LogFormat
import SystemIO

/// Finds the files of a log folder: day files, torn pieces, the state of the writer, second processes.
enum LogFolder {
    /// The logs in a folder: its own first, then those of second processes. Empty where there is none.
    static func parts(in folder: String) throws(IOError) -> [LogPart] {
        var parts: [LogPart] = []
        if let own = try part(in: folder, name: "") { parts.append(own) }
        for name in try FileSystem.names(in: folder) where name.hasPrefix("p-") {
            let path = FileSystem.join(folder, name)
            guard try FileSystem.entry(at: path)?.kind == .folder else { continue }
            if let part = try part(in: path, name: name) { parts.append(part) }
        }
        return parts
    }

    private static func part(in folder: String, name: String) throws(IOError) -> LogPart? {
        var files: [LogPart.File] = []
        var hasLog = false
        // A folder of day files without the usual two folders around them is read as well.
        for (subfolder, extensions) in [("events", ["jsonl"]), ("samples", ["csv"]), ("", ["jsonl", "csv"])] {
            let place = subfolder.isEmpty ? folder : FileSystem.join(folder, subfolder)
            guard !hasLog || !subfolder.isEmpty, try FileSystem.entry(at: place)?.kind == .folder else { continue }
            if !subfolder.isEmpty { hasLog = true }
            files += try dayFiles(in: place, endings: extensions)
        }
        let snapshot = try StateSnapshot.take(of: folder)
        guard hasLog || !files.isEmpty || snapshot != nil else { return nil }
        if let snapshot { files = snapshot.applied(to: files, in: folder) }
        return LogPart(name: name, storage: .files(files), state: snapshot?.writer)
    }

    private static func dayFiles(in folder: String, endings: [String]) throws(IOError) -> [LogPart.File] {
        let names = try FileSystem.names(in: folder)
        var files: [LogPart.File] = []
        for name in names {
            guard let ending = endings.first(where: { name.hasSuffix(".\($0)") }) else { continue }
            let path = FileSystem.join(folder, name)
            guard try FileSystem.entry(at: path)?.kind == .file else { continue }
            var file = LogPart.File(
                path: path, isSamples: ending == "csv", bytes: .path(path, limit: nil, tail: []))
            for torn in names where torn.hasPrefix(name + ".") && torn.hasSuffix(".torn") {
                guard let offset = Int64(torn.dropFirst(name.count + 1).dropLast(5)) else { continue }
                file.torn.append(try tornPiece(FileSystem.join(folder, torn), offset: offset))
            }
            files.append(file)
        }
        return files
    }

    private static func tornPiece(_ path: String, offset: Int64) throws(IOError) -> LogPart.TornPiece {
        let descriptor = try Descriptor(open: path, flags: O_RDONLY)
        var head = [UInt8](repeating: 0, count: 200)
        var failure: IOError?
        let count = head.withUnsafeMutableBytes { raw -> Int in
            do throws(IOError) { return try descriptor.readFully(into: raw) } catch { failure = error }
            return 0
        }
        if let failure { throw failure }
        return LogPart.TornPiece(
            offset: offset, bytes: try descriptor.size(), text: String(decoding: head[..<count], as: UTF8.self))
    }
}
