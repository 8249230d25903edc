/// What a bundle of others may cost its reader. All can be raised where the file is to be trusted.
public struct OpeningLimits: Hashable, Sendable {
    public var inflation = InflationLimits()
    /// Members in all, folders included.
    public var members = 100_000
    /// Bytes of one member.
    public var memberBytes: Int64 = 16 << 30
    /// log2 of scrypt's N for files protected by a passphrase.
    public var maxWorkFactor = Passphrase.defaultMaxWorkFactor
    /// Bytes of `manifest.json`: 100,000 files are described in 30 MB.
    public var manifestBytes: Int64 = 64 << 20

    public init() {}
}
