import Testing

@testable import DiagBundle

/// Bytes of a spelled hex number.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.utf8.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue!) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func secret(_ bytes: [UInt8]) -> SecretBytes { bytes.read { SecretBytes(copying: $0) } }

/// Two developers' keys, spelled out so that a failure repeats.
enum Keys {
    static let first = "AGE-SECRET-KEY-1QYPQXPQ9QCRSSZG2PVXQ6RS0ZQG3YYC5Z5TPWXQERGD3C8G7RUSQGPQYEE"

    static func identity(_ text: String = first) throws -> Identity {
        try Array(text.utf8).read { (bytes) throws(BundleError) in try Identity(parsing: bytes) }
    }

    static func ring(_ text: String = first) throws -> Keyring {
        var keyring = Keyring()
        keyring.add(try identity(text))
        return keyring
    }

    static var recipient: Recipient { get throws { try identity().recipient } }
}

/// Encrypts in memory.
func sealed(_ plain: [UInt8], to recipients: [Recipient], armored: Bool = false) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try AgeWriter(to: armored ? AgeArmorWriter(to: sink) : sink, recipients: recipients)
    try writer.write(plain)
    try writer.finish()
    return sink.bytes
}

/// What came out of a file before its end or its first fault.
struct Opening {
    var plain: [UInt8] = []
    /// Whether the fault lies before the payload.
    var isInHeader = false
    var error: BundleError?
    var fault: BundleError.Fault? { error?.fault }

    init(_ file: [UInt8], keyring: borrowing Keyring, maxWorkFactor: Int = 18) {
        do throws(BundleError) {
            isInHeader = true
            let reader = try AgeReader(
                BufferedSource(MemorySource(file)), keyring: keyring, maxWorkFactor: maxWorkFactor)
            isInHeader = false
            var buffer = [UInt8](repeating: 0, count: 100_000)
            while true {
                let count = try buffer.write { (buffer) throws(BundleError) in try reader.read(into: buffer) }
                if count == 0 { break }
                plain += buffer[..<count]
            }
        } catch { self.error = error }
    }
}
