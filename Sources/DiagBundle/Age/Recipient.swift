/// Someone a bundle is made for: an X25519 public key, spelled `age1…`. Not secret.
public struct Recipient: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let publicKey: [UInt8]

    static let prefix: StaticString = "age"

    init(publicKey: [UInt8]) {
        precondition(publicKey.count == 32)
        self.publicKey = publicKey
    }

    /// Reads `age1…` (62 characters, lower case). Kinds of key that are not supported are refused by name.
    public init(parsing text: some StringProtocol) throws(BundleError) {
        let characters = Array(text.utf8)
        if let kind = ForeignKey(characters) { throw kind.refusal(wanted: "a recipient of the form age1…") }
        var key = [UInt8](repeating: 0, count: 32)
        var flaw: Bech32.Flaw?
        characters.read { characters in
            key.write { key in
                do throws(Bech32.Flaw) {
                    try Bech32.decode(characters, prefix: Self.prefix, into: key)
                } catch { flaw = error }
            }
        }
        if let flaw {
            let reason = flaw == .prefix ? "it does not begin with age1" : flaw.rawValue
            throw BundleError(.badKey, "expected a recipient of the form age1…: \(reason)")
        }
        publicKey = key
    }

    /// `age1…`
    public var description: String {
        var text = [UInt8](repeating: 0, count: Bech32.length(prefix: Self.prefix, count: 32))
        publicKey.read { key in
            text.write { Bech32.encode(key, prefix: Self.prefix, into: $0) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a recipients file: one key a line, empty lines and lines that begin with `#` left out.
    public static func read(file path: String) throws(BundleError) -> [Recipient] {
        let source = BufferedSource(try DescriptorSource(opening: path))
        var recipients: [Recipient] = []
        var number = 0
        while let line = try source.line(limit: 8192) {
            number += 1
            guard line.ending != .limit else {
                throw BundleError(.badKey, path, "line \(number) is longer than any recipient")
            }
            if line.bytes.isEmpty || line.bytes[0] == UInt8(ascii: "#") { continue }
            do throws(BundleError) {
                recipients.append(try Recipient(parsing: String(decoding: line.bytes, as: UTF8.self)))
            } catch {
                throw BundleError(.badKey, path, "line \(number): \(error.detail)")
            }
        }
        guard !recipients.isEmpty else { throw BundleError(.badKey, path, "no recipient in it") }
        return recipients
    }
}

/// Kinds of key that the age world knows and that are not used here: named, so that nobody has to guess.
enum ForeignKey: String, CaseIterable {
    case secret = "AGE-SECRET-KEY-1"
    case secretPostQuantum = "AGE-SECRET-KEY-PQ-1"
    case secretPlugin = "AGE-PLUGIN-"
    case postQuantum = "age1pq1"
    case tag = "age1tag1"
    case tagPostQuantum = "age1tagpq1"
    case sshEd25519 = "ssh-ed25519 "
    case sshRSA = "ssh-rsa "
    case pem = "-----BEGIN "
    case plugin = "age1NAME1"
    case recipient = "age1"

    init?(_ characters: some BidirectionalCollection<UInt8>) {
        let known = Self.allCases.first {
            $0 != .plugin && $0 != .recipient && characters.starts(with: $0.rawValue.utf8)
        }
        if let known {
            self = known
        } else if characters.starts(with: Self.recipient.rawValue.utf8), characters.dropFirst(5).contains(0x31) {
            // Bech32 data has no 1: a second one ends the name of a plugin.
            self = .plugin
        } else {
            return nil
        }
    }

    /// The plain words for it.
    var name: String {
        switch self {
        case .secret: "a secret key (an identity)"
        case .secretPostQuantum: "a post-quantum identity"
        case .secretPlugin: "the identity of an age plugin"
        case .postQuantum: "a post-quantum recipient (age1pq…)"
        case .tag, .tagPostQuantum: "a hardware key's recipient (age1tag…)"
        case .sshEd25519, .sshRSA: "an SSH public key"
        case .pem: "an SSH or PEM private key"
        case .plugin: "the recipient of an age plugin"
        case .recipient: "a recipient (a public key)"
        }
    }

    /// What to say to the one who gave it. The key itself is not repeated: it may be a secret one.
    func refusal(wanted: String) -> BundleError {
        switch self {
        case .secret:
            BundleError(
                .badKey, "expected \(wanted), found \(name): give its public key, and keep this one to yourself")
        default: BundleError(.badKey, "expected \(wanted), found \(name), which is not supported")
        }
    }
}
