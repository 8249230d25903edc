/// The foreign formats that `analyze import` knows: one table. A new one is a type that fits `Importer` and a row here.

/// Turns the files of one foreign log into records and samples. Several files may belong to one log: they are read
/// together and ordered by receipt.
public protocol Importer: Sendable {
    init()
    /// Reads one more file.
    mutating func read(_ file: ForeignFile) throws(ImportError)
    /// Everything that was read, once there is no more.
    func finished() -> ImportedLog
}

/// A file of a foreign log.
public struct ForeignFile: Sendable {
    /// For messages.
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// One row of the table.
public struct ImportFormat: Sendable {
    /// As `--from` takes it.
    public var name: String
    /// One line without a full stop.
    public var summary: String
    public var importer: any Importer.Type

    public static let all = [
        ImportFormat(
            name: "e-mission", summary: "JSON lists of e-mission and MobilityNet, one entry a reading",
            importer: EMissionImporter.self)
    ]

    /// The row of that name.
    public static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }
}
