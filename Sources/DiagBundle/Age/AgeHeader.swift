/// The header of an age v1 file: lines of ASCII, LF only, one stanza for each recipient, and a MAC over it all.
///
///     age-encryption.org/v1
///     -> TYPE ARGUMENT…
///     <base64 body in lines of 64 columns; the last one is shorter, and may be empty>
///     --- <MAC>
///
/// The grammar is held to the letter: every header has one spelling. Unknown stanzas are carried, never refused.
struct AgeHeader {
    /// One wrapped file key.
    struct Stanza: Hashable {
        var type: String
        var arguments: [String]
        var body: [UInt8]

        var text: [UInt8] {
            var text = Array("-> \(([type] + arguments).joined(separator: " "))\n".utf8)
            let encoded = Base64.encode(body)
            var rest = encoded[...]
            while rest.count >= AgeHeader.columns {
                text += rest.prefix(AgeHeader.columns) + [0x0A]
                rest = rest.dropFirst(AgeHeader.columns)
            }
            return text + rest + [0x0A]
        }
    }

    static let versionLine = "age-encryption.org/v1"
    static let columns = 64
    /// Ours, not the format's: a hostile header may not fill the memory before its MAC can be checked.
    static let byteLimit = 65_536
    static let stanzaLimit = 256

    var stanzas: [Stanza]
    var mac: [UInt8]
    /// The bytes the MAC covers, as they stand in the file: up to and with the three dashes.
    var authenticated: [UInt8]

    /// Bytes of a header with `count` X25519 recipients.
    static func size(recipients count: Int) -> Int { 70 + 98 * count }

    /// What a new header's MAC covers.
    static func authenticated(_ stanzas: [Stanza]) -> [UInt8] {
        Array(versionLine.utf8) + [0x0A] + stanzas.flatMap(\.text) + Array("---".utf8)
    }

    /// The MAC of a header (HMAC-SHA256 with a key derived from the file key).
    static func mac(of authenticated: [UInt8], fileKey: borrowing SecretBytes) -> [UInt8] {
        let key = Crypto.hkdf(fileKey, salt: [], info: "header")
        let mac = key.read { key in authenticated.read { Crypto.hmac(key: key, message: $0) } }
        return mac.read { Array($0) }
    }
}
