#if canImport(CSodium)
    import CSodium
#endif
import SystemIO

/// Files that a passphrase opens: read, never written. scrypt (RFC 7914), with r = 8 and p = 1.
public enum Passphrase {
    /// Files with a larger work factor are refused unless the caller says otherwise: 2^18 takes about 0.7 s and
    /// 256 MiB, every step doubles both.
    public static let defaultMaxWorkFactor = 18
    /// The most any caller may allow: 2^22 takes 4 GiB. The limit of `age`.
    public static let greatestMaxWorkFactor = 22

    /// Asks on the terminal without showing what is typed; nil where there is no terminal. The prompt goes to the
    /// terminal itself, so that standard output stays clean.
    public static func ask(_ prompt: String) throws(BundleError) -> SecretBytes? {
        // Without a terminal there is nobody to ask: that is an answer, not a failure.
        guard let terminal = try? Descriptor(open: "/dev/tty", flags: O_RDWR) else { return nil }
        var settings = termios()
        guard tcgetattr(terminal.rawValue, &settings) == 0 else { return nil }
        // Ctrl-C, Ctrl-\ or Ctrl-Z at the question must not leave the terminal mute.
        return try Interruption.watching { () throws(BundleError) in
            try Suspension.watching { () throws(BundleError) in try ask(prompt, on: terminal, settings) }
        }
    }

    private static func ask(
        _ prompt: String, on terminal: borrowing Descriptor, _ settings: termios
    ) throws(BundleError) -> SecretBytes {
        let place = terminal.rawValue
        func show(_ shows: Bool) {
            var changed = settings
            if !shows { changed.c_lflag &= ~tcflag_t(ECHO) }
            tcsetattr(place, TCSAFLUSH, &changed)
        }
        show(false)
        defer { show(true) }
        do throws(IOError) { try terminal.write(prompt) } catch { throw BundleError(error) }
        defer { try? terminal.write("\n") }  // cosmetic: the echo of the return key was off
        return try line { (byte) throws(BundleError) in
            do throws(IOError) {
                try terminal.waitForBytes {
                    Suspension.stopWhereAsked {
                        show(true)
                    } after: {
                        show(false)
                        try? terminal.write(prompt)  // who comes back knows what was asked
                    }
                }
                return try terminal.read(into: byte)
            } catch { throw BundleError(error) }
        }
    }

    /// Reads a passphrase file: its first line, without the line end.
    public static func read(file path: String) throws(BundleError) -> SecretBytes {
        let source = try DescriptorSource(opening: path)
        return try line { (byte) throws(BundleError) in try source.read(into: byte) }
    }

    /// Bytes up to the line feed, one at a time, at most 1024.
    private static func line(
        _ next: (UnsafeMutableRawBufferPointer) throws(BundleError) -> Int
    ) throws(BundleError) -> SecretBytes {
        var line = SecretBytes(count: 1024)
        let count = try line.write { (line) throws(BundleError) -> Int in
            var filled = 0
            while filled < line.count {
                let place = UnsafeMutableRawBufferPointer(rebasing: line[filled..<filled + 1])
                if try next(place) == 0 || line[filled] == 0x0A { break }
                filled += 1
            }
            return filled > 0 && line[filled - 1] == 0x0D ? filled - 1 : filled
        }
        guard count < 1024 else { throw BundleError(.badKey, "the passphrase is longer than 1024 bytes") }
        return line.read { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// The key that wraps the file key. Nil where this build has no scrypt or the memory for it is not there.
    static func wrapKey(_ passphrase: borrowing SecretBytes, salt: [UInt8], workFactor: Int) -> SecretBytes? {
        #if canImport(CSodium)
            let salt = Array("age-encryption.org/v1/scrypt".utf8) + salt
            var key = SecretBytes(count: 32)
            let status = key.write { key in
                passphrase.read { passphrase in
                    crypto_pwhash_scryptsalsa208sha256_ll(
                        passphrase.baseAddress!.assumingMemoryBound(to: UInt8.self), passphrase.count, salt, salt.count,
                        UInt64(1) << UInt64(workFactor), 8, 1, key.baseAddress!.assumingMemoryBound(to: UInt8.self), 32)
                }
            }
            if status == 0 { return key }
            return nil
        #else
            return nil
        #endif
    }
}
