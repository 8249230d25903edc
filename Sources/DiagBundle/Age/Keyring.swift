import SystemIO

/// The secrets that may open a file: any number of identities, and perhaps a passphrase. Not copyable; wiped at its end.
public struct Keyring: ~Copyable, Sendable {
    /// Scalars of the identities, 32 bytes each, back to back.
    private var scalars = SecretBytes(count: 0)
    /// Public halves, in the same order.
    public private(set) var recipients: [Recipient] = []
    private(set) var passphrase: SecretBytes?
    /// What the caller may want to tell the user: an identity file that others can read.
    public private(set) var warnings: [String] = []

    /// With no key: opens nothing but plain files.
    public init() {}

    public var isEmpty: Bool { recipients.isEmpty && passphrase == nil }

    /// Adds a copy of the identity's key.
    public mutating func add(_ identity: borrowing Identity) {
        var grown = SecretBytes(count: scalars.count + 32)
        grown.write { grown in
            scalars.read { grown.copyMemory(from: $0) }
            identity.scalar.read {
                UnsafeMutableRawBufferPointer(rebasing: grown[(grown.count - 32)...]).copyMemory(from: $0)
            }
        }
        scalars = grown
        recipients.append(identity.recipient)
    }

    /// Sets the passphrase for files that are protected by one.
    public mutating func use(passphrase: consuming SecretBytes) throws(BundleError) {
        guard passphrase.count > 0 else { throw BundleError(.badKey, "the passphrase is empty") }
        self.passphrase = consume passphrase
    }

    /// A copy of the key of the identity at `index`.
    func scalar(at index: Int) -> SecretBytes {
        scalars.read { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[index * 32..<index * 32 + 32])) }
    }

    /// Adds every identity of a file: one a line, empty lines and lines that begin with `#` left out. A file that is
    /// itself an age file is opened with the passphrase `ask` gives.
    public mutating func add(
        identityFile path: String, maxWorkFactor: Int = Passphrase.defaultMaxWorkFactor,
        askingPassphrase ask: () throws(BundleError) -> SecretBytes?
    ) throws(BundleError) {
        if path != "-", let entry = try system({ () throws(IOError) in try FileSystem.entry(at: path) }),
            entry.kind == .file, entry.mode & 0o077 != 0
        {
            warnings.append("\(path) can be read by others: chmod 600 \(path)")
        }
        let source = BufferedSource(try DescriptorSource(opening: path))
        let content = try Self.content(of: source, maxWorkFactor: maxWorkFactor, ask)
        try content.read { (bytes) throws(BundleError) in try add(linesOf: bytes, path: path) }
    }

    /// The text of an identity file, opened where it is protected.
    private static func content(
        of source: BufferedSource, maxWorkFactor: Int, _ ask: () throws(BundleError) -> SecretBytes?
    ) throws(BundleError) -> SecretBytes {
        let kind = FileKind(Array(try source.peek(64)))
        guard kind == .age || kind == .armored else { return try SecretBytes.content(of: source) }
        guard let passphrase = try ask() else {
            throw BundleError(.badKey, source.path, "it is protected by a passphrase, and none was given")
        }
        var keyring = Keyring()
        try keyring.use(passphrase: passphrase)
        return try SecretBytes.content(
            of: AgeReader(source, keyring: keyring, maxWorkFactor: maxWorkFactor))
    }

    private mutating func add(linesOf bytes: UnsafeRawBufferPointer, path: String) throws(BundleError) {
        let before = recipients.count
        var rest = bytes[...]
        var number = 0
        while !rest.isEmpty {
            number += 1
            let feed = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            var line = rest[..<feed]
            rest = rest[min(feed + 1, rest.endIndex)...]
            if line.last == 0x0D { line = line.dropLast() }
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            do throws(BundleError) {
                add(try Identity(parsing: UnsafeRawBufferPointer(rebasing: line)))
            } catch {
                throw BundleError(.badKey, path, "line \(number): \(error.detail)")
            }
        }
        guard recipients.count > before else { throw BundleError(.badKey, path, "no identity in it") }
    }
}

extension SecretBytes {
    /// All of a small secret source; more than 16 MiB is refused.
    static func content(of source: any ByteSource) throws(BundleError) -> SecretBytes {
        var content = SecretBytes(count: 4096)
        var filled = 0
        while true {
            filled += try content.write { (bytes) throws(BundleError) in
                try source.readFully(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
            }
            if filled < content.count { return content.read { copy($0, count: filled) } }
            guard content.count < 16 << 20 else { throw BundleError(.limit, source.path, "larger than 16 MiB") }
            let grown = content.read { copy($0, count: $0.count * 2) }
            content = grown
        }
        func copy(_ bytes: UnsafeRawBufferPointer, count: Int) -> SecretBytes {
            var target = SecretBytes(count: count)
            let kept = min(count, bytes.count)
            target.write { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<kept])) }
            return target
        }
    }
}
