import FieldModel

/// A developer's secret key: 32 random bytes, spelled `AGE-SECRET-KEY-1…`. Not copyable; wiped at its end.
public struct Identity: ~Copyable, Sendable {
    let scalar: SecretBytes
    /// Its public half.
    public let recipient: Recipient

    static let prefix: StaticString = "AGE-SECRET-KEY-"
    /// Characters of the spelling.
    static let spelledLength = Bech32.length(prefix: prefix, count: 32)

    init(scalar: consuming SecretBytes) {
        precondition(scalar.count == 32)
        recipient = Recipient(publicKey: Crypto.publicKey(of: scalar))
        self.scalar = scalar
    }

    /// A new random key.
    public static func generate() -> Identity { Identity(scalar: Crypto.randomSecret(32)) }

    /// Reads `AGE-SECRET-KEY-1…` (74 characters, upper case). The error never repeats any of it.
    public init(parsing text: UnsafeRawBufferPointer) throws(BundleError) {
        let wanted = "an identity of the form AGE-SECRET-KEY-1…"
        let foreign = ForeignKey(text) ?? (text.starts(with: "age1".utf8) ? .recipient : nil)
        if let foreign, foreign != .secret { throw foreign.refusal(wanted: wanted) }
        var scalar = SecretBytes(count: 32)
        do throws(Bech32.Flaw) {
            try scalar.write { (scalar) throws(Bech32.Flaw) in
                try Bech32.decode(text, prefix: Self.prefix, into: scalar)
            }
        } catch {
            let reason = error == .prefix ? "it does not begin with AGE-SECRET-KEY-1" : error.rawValue
            throw BundleError(.badKey, "expected \(wanted): \(reason)")
        }
        self.init(scalar: scalar)
    }

    /// The identity file as `age-keygen` writes it: when it was made, the public key, the secret one.
    public func file(created: WallTime) -> SecretBytes {
        let date = created.description.split(separator: ".")[0]
        let head = Array("# created: \(date)Z\n# public key: \(recipient)\n".utf8)
        var file = SecretBytes(count: head.count + Self.spelledLength + 1)
        file.write { file in
            file.copyBytes(from: head)
            let spelled = UnsafeMutableRawBufferPointer(rebasing: file[head.count..<file.count - 1])
            scalar.read { Bech32.encode($0, prefix: Self.prefix, into: spelled) }
            file[file.count - 1] = 0x0A
        }
        return file
    }
}
