/// Secret keys on their way into a message: what was found where something else was expected may be one.
enum Secret {
    private static let prefix = Array("AGE-SECRET-KEY-".utf8)

    /// The text with every secret key of age cut to its first words, whatever its case.
    static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var masked: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard isPrefix(of: bytes[index...]) else {
                masked.append(bytes[index])
                index += 1
                continue
            }
            masked += prefix + "…".utf8
            index += prefix.count
            while index < bytes.count, isLetterOrDigit(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
        }
        return String(decoding: masked, as: UTF8.self)
    }

    private static func isPrefix(of bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= prefix.count && zip(prefix, bytes).allSatisfy { $0 == upper($1) }
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & 0xDF : byte
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(upper(byte))
    }
}
