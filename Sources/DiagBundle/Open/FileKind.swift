/// Tells what a file is by its first bytes, for messages and for choosing how to open it.
enum FileKind: String, CaseIterable {
    case age = "an age file"
    case armored = "an armored age file"
    case gzip = "a gzip file"
    case png = "a PNG image"
    case jpeg = "a JPEG image"
    case pdf = "a PDF document"
    case zip = "a ZIP archive"
    case zstandard = "a Zstandard file"
    case xz = "an xz file"
    case sqlite = "an SQLite database"
    case elf = "a program"
    case pgp = "an OpenPGP message"
    case sshKey = "a private SSH or PEM key"

    private var magic: [UInt8] {
        switch self {
        case .age: Array("age-encryption.org/".utf8)
        case .armored: Array(AgeArmor.begin.utf8)
        case .gzip: [0x1F, 0x8B]
        case .png: [0x89, 0x50, 0x4E, 0x47]
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .pdf: Array("%PDF".utf8)
        case .zip: Array("PK\u{3}\u{4}".utf8)
        case .zstandard: [0x28, 0xB5, 0x2F, 0xFD]
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A]
        case .sqlite: Array("SQLite format 3".utf8)
        case .elf: [0x7F, 0x45, 0x4C, 0x46]
        case .pgp: Array("-----BEGIN PGP".utf8)
        case .sshKey: Array("-----BEGIN ".utf8)
        }
    }

    init?(_ bytes: some Collection<UInt8>) {
        guard let kind = Self.allCases.first(where: { bytes.starts(with: $0.magic) }) else { return nil }
        self = kind
    }

    /// Words for a message.
    static func describe(_ bytes: some Collection<UInt8>) -> String {
        if let kind = FileKind(bytes) { return kind.rawValue }
        if bytes.isEmpty { return "nothing" }
        return bytes.allSatisfy { (32...126).contains($0) || (9...13).contains($0) } ? "other text" : "other data"
    }
}
