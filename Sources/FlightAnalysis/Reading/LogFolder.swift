import DiagBundle
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
        let state = StateSnapshot.take(of: FileSystem.join(folder, "state/current.state"))
        guard hasLog || !files.isEmpty || state.run != nil else { return nil }
        apply(state, to: &files, in: folder)
        let writer = state.run.map {
            WriterState(
                run: $0, isAlive: state.isAlive, pendingBytes: state.pieces.reduce(0) { $0 + Int64($1.bytes.count) })
        }
        return LogPart(name: name, storage: .files(files), state: writer, isWhole: true)
    }

    /// What a running or killed writer had not yet put into its files follows their vouched ends; a day that has no
    /// file yet gets one.
    private static func apply(_ state: StateSnapshot, to files: inout [LogPart.File], in folder: String) {
        for piece in state.pieces {
            let path = FileSystem.join(folder, piece.path)
            guard let index = files.firstIndex(where: { $0.path == path }) else {
                files.append(
                    LogPart.File(path: path, isSamples: piece.path.hasSuffix(".csv"), bytes: .memory(piece.bytes)))
                continue
            }
            var limit: Int64 = 0
            var tail: [UInt8] = []
            for part in state.parts(of: piece.path, full: path, length: size(path)) {
                switch part {
                case .file(_, let length): limit = length
                case .bytes(let bytes): tail = bytes
                case .copy: continue  // Of a database: none of a day file.
                }
            }
            files[index].bytes = .path(path, limit: limit, tail: tail)
        }
    }

    private static func size(_ path: String) -> Int64 {
        // A file that has gone since is read as empty, and the reader says so.
        (try? FileSystem.entry(at: path)?.size) ?? 0
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
