/// Text inside an XML 1.0 document, in an element or in a quoted attribute: the characters with a meaning of their own
/// are escaped, the ones that XML 1.0 has no place for (most control characters, U+FFFE, U+FFFF) are left out, not even
/// a reference to them is allowed. Source: XML 1.0, production 2.
enum XMLText {
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: bytes += "&amp;".utf8
            case 0x3C: bytes += "&lt;".utf8
            case 0x3E: bytes += "&gt;".utf8
            case 0x22: bytes += "&quot;".utf8
            // A parser would turn a bare carriage return into a line feed.
            case 0x0D: bytes += "&#13;".utf8
            case 0x09, 0x0A, 0x20...0x7E: bytes.append(UInt8(scalar.value))
            case 0..<0x20, 0x7F...0x84, 0x86...0x9F, 0xFFFE, 0xFFFF: break
            default: bytes += UTF8.encode(scalar)!
            }
        }
    }
}
