import LogFormat
import SystemIO

/// The key under which private values are hashed: 16 random bytes in a file beside the log, made once and never packed into a
/// bundle. Whoever has only the log cannot try out likely values.
final class InstallKey: SipKeySource, Sendable {
    private let log: String
    private let known = Locked<SipKey?>(nil)

    /// Nothing is read or made until the key is asked for.
    init(beside log: String) { self.log = log }

    /// `LOG` has its key in `LOG.key`.
    static func path(beside log: String) -> String {
        var trimmed = log[...]
        while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
        return trimmed + ".key"
    }

    func key() -> SipKey? {
        known.with { key in
            if key == nil { key = Self.load(beside: log) }
            return key
        }
    }

    /// Nil where the key can neither be read nor made: private values are then left out.
    static func load(beside log: String) -> SipKey? {
        let path = path(beside: log)
        if let key = read(path) { return key }
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        // Another process may make it at the same moment: whoever comes first counts.
        if let file = try? OutputFile.create(path, mode: 0o600), (try? file.descriptor.write(bytes)) != nil {
            try? file.commit()  // as above: the key that is there in the end is the one that is read
        }
        return read(path)
    }

    private static func read(_ path: String) -> SipKey? {
        // Not there yet, or not readable now: the caller makes one, which fails where one is there.
        guard let bytes = try? FileSystem.contents(of: path, limit: 64), bytes.count == 16 else { return nil }
        func half(_ range: Range<Int>) -> UInt64 { range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
        return SipKey(half(0..<8), half(8..<16))
    }
}
