/// The SHA-256 of bytes that others are told in text: what a content security policy names a script by.
public enum ContentDigest {
    /// Base64 with padding (RFC 4648).
    public static func base64(of bytes: [UInt8]) -> String {
        var digest = Crypto.Digest()
        bytes.withUnsafeBytes { digest.update($0) }
        return String(decoding: Base64.encode(digest.finish(), padded: true), as: UTF8.self)
    }
}
