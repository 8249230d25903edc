/// The kinds of recipient a header may name, in words.
enum StanzaKind: String, CaseIterable {
    case x25519 = "X25519"
    case scrypt
    case postQuantum = "mlkem768x25519"
    case tag = "p256tag"
    case tagPostQuantum = "mlkem768p256tag"
    case sshEd25519 = "ssh-ed25519"
    case sshRSA = "ssh-rsa"

    var name: String {
        switch self {
        case .x25519: "X25519 key"
        case .scrypt: "passphrase"
        case .postQuantum: "post-quantum key (not supported)"
        case .tag, .tagPostQuantum: "hardware key (not supported)"
        case .sshEd25519, .sshRSA: "SSH key (not supported)"
        }
    }

    /// `2 X25519 keys, 1 unknown stanza`, in the order of first appearance.
    static func summary(of stanzas: [AgeHeader.Stanza]) -> String {
        var counts: [(name: String, count: Int)] = []
        for stanza in stanzas {
            let name = StanzaKind(rawValue: stanza.type)?.name ?? "unknown stanza"
            if let known = counts.firstIndex(where: { $0.name == name }) {
                counts[known].count += 1
            } else {
                counts.append((name, 1))
            }
        }
        return counts.map { "\($0.count) \($0.count == 1 ? $0.name : plural($0.name))" }.joined(separator: ", ")
    }

    private static func plural(_ name: String) -> String {
        let words = name.split(separator: " (", maxSplits: 1)
        return words.count == 1 ? name + "s" : words[0] + "s (" + words[1]
    }
}
