import SystemIO

/// A member of the bundle to be: its name, and where its bytes come from. Read twice, in two passes, always the same.
package struct MemberSource: Sendable {
    /// A stretch of bytes.
    package enum Part: Sendable {
        /// The first `length` bytes of a file: what it was long when the snapshot was taken.
        case file(path: String, length: Int64)
        /// The first `length` bytes of a copy of our own.
        case copy(PlacedBytes, length: Int64)
        case bytes([UInt8])

        var count: Int64 {
            switch self {
            case .file(_, let length), .copy(_, let length): length
            case .bytes(let bytes): Int64(bytes.count)
            }
        }
    }

    /// The path in the bundle, from the log's root.
    var path: String
    var parts: [Part]

    var size: Int64 { parts.reduce(0) { $0 + $1.count } }

    /// What kind of content this is, by its place in the log folder.
    var kind: MemberKind { MemberKind(path) }

    func open() -> PartsSource { PartsSource(self) }
}

/// What a file of a log folder is, as far as packing has to know.
enum MemberKind: Hashable, Sendable {
    /// JSON lines.
    case events
    /// CSV with a header line.
    case samples
    case database
    /// `settings.json`.
    case settings
    /// The mapped buffers of a run: binary, and as private as the log.
    case state
    /// Anything else: what is in it cannot be known.
    case other

    init(_ path: String) {
        let components = path.split(separator: "/")
        // A second process's own log lies one folder deeper, and is the same inside.
        let inner = components.first?.hasPrefix("p-") == true ? components.dropFirst() : components[...]
        let name = inner.last ?? ""
        switch (inner.first, inner.count) {
        case ("events", 2) where name.hasSuffix(".jsonl"): self = .events
        case ("samples", 2) where name.hasSuffix(".csv"), ("spool", 2) where name.hasSuffix(".csv"): self = .samples
        case ("state", 2): self = .state
        case ("settings.json", 1): self = .settings
        default: self = Self.isDatabase(name) ? .database : .other
        }
    }

    static func isDatabase(_ name: some StringProtocol) -> Bool {
        name.hasSuffix(".sqlite") || name.hasSuffix(".db") || name.hasSuffix(".sqlite3")
    }
}

/// Reads the parts of a member one after the other.
final class PartsSource: ByteSource {
    let path: String
    private let parts: [MemberSource.Part]
    private var index = 0
    private var taken: Int64 = 0
    /// The file of the part that is being read.
    private var open: PlacedBytes?

    init(_ member: MemberSource) {
        path = member.path
        parts = member.parts
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        while index < parts.count {
            let rest = parts[index].count - taken
            if rest > 0 {
                let window = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(rest, Int64(buffer.count)))])
                let count = try read(parts[index], into: window)
                taken += Int64(count)
                return count
            }
            index += 1
            taken = 0
            open = nil
        }
        return 0
    }

    private func read(
        _ part: MemberSource.Part, into window: UnsafeMutableRawBufferPointer
    ) throws(BundleError) -> Int {
        switch part {
        case .bytes(let bytes):
            window.copyBytes(from: bytes[Int(taken)..<Int(taken) + window.count])
            return window.count
        case .file(let path, let length):
            let file: PlacedBytes
            if let open {
                file = open
            } else {
                file = PlacedBytes(try system { () throws(IOError) in try Descriptor(open: path, flags: O_RDONLY) })
                open = file
            }
            return try read(file, length, into: window)
        case .copy(let file, let length):
            return try read(file, length, into: window)
        }
    }

    private func read(
        _ file: PlacedBytes, _ length: Int64, into window: UnsafeMutableRawBufferPointer
    ) throws(BundleError) -> Int {
        let count = try file.read(into: window, at: taken)
        guard count > 0 else {
            throw BundleError(
                .system, file.path,
                "\(file.path) became shorter while it was packed: expected \(length) bytes, found \(taken)")
        }
        return count
    }
}
