import SystemIO

/// The payload of any age file, as it is.
public final class PayloadReader {
    private let source: any ByteSource

    /// Opens the file at `path` (`-` for standard input): reads its header and finds the key.
    public init(
        path: String, keyring: borrowing Keyring, maxWorkFactor: Int = Passphrase.defaultMaxWorkFactor
    ) throws(BundleError) {
        // Decrypting goes on beside whatever becomes of the bytes.
        source = ReadAhead(
            try AgeReader(
                BufferedSource(try DescriptorSource(opening: path)), keyring: keyring, maxWorkFactor: maxWorkFactor))
    }

    /// Reads decrypted bytes; 0 at the end. Only once 0 has come is the file known to be whole.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        try source.read(into: buffer)
    }
}
