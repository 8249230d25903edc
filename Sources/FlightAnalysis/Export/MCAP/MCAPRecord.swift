/// The records of an MCAP file and the primitives they are made of: little-endian integers without padding, strings and
/// maps behind a 32-bit length. Source: mcap.dev/spec.
enum MCAPRecord: UInt8 {
    case header = 0x01
    case footer = 0x02
    case schema = 0x03
    case channel = 0x04
    case message = 0x05
    case chunk = 0x06
    case messageIndex = 0x07
    case chunkIndex = 0x08
    case statistics = 0x0B
    case summaryOffset = 0x0E
    case dataEnd = 0x0F

    /// The first and the last bytes of a file.
    static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
    /// The operation code and the 64-bit length before the content.
    static let prefixLength = 9

    /// Appends one record with the content that `content` appends; its length is filled in behind.
    func append(to bytes: inout [UInt8], _ content: (inout [UInt8]) -> Void) {
        bytes.append(rawValue)
        let lengthAt = bytes.count
        bytes.append(littleEndian: UInt64(0))
        content(&bytes)
        let length = UInt64(bytes.count - lengthAt - 8)
        withUnsafeBytes(of: length.littleEndian) { bytes.replaceSubrange(lengthAt..<lengthAt + 8, with: $0) }
    }
}

extension [UInt8] {
    mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// A string of MCAP: its length in bytes, then UTF-8.
    mutating func append(prefixed text: String) {
        append(littleEndian: UInt32(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    /// A map or list of MCAP: its length in bytes, then what `content` appends.
    mutating func append(prefixed content: (inout [UInt8]) -> Void) {
        let lengthAt = count
        append(littleEndian: UInt32(0))
        content(&self)
        let length = UInt32(count - lengthAt - 4)
        Swift.withUnsafeBytes(of: length.littleEndian) { replaceSubrange(lengthAt..<lengthAt + 4, with: $0) }
    }
}
