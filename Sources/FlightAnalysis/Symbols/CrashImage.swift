import FieldModel

/// A program or library that was in memory when the process crashed, as the `crash` record names it.
public struct CrashImage: Hashable, Sendable {
    /// Where the loader put it.
    public var at: UInt64
    /// Where it ends; nil where the record does not say.
    public var end: UInt64?
    /// Its build id, lower-case hexadecimal.
    public var buildID: String
    public var path: String

    /// The images of a `crash` record, as they stand there; one without an address is none.
    static func all(in record: Record) -> [CrashImage] {
        (record["images"]?.array ?? []).prefix(1024).compactMap { image in
            guard let at = image["at"]?.string.flatMap(address) else { return nil }
            return CrashImage(
                at: at, end: image["end"]?.string.flatMap(address), buildID: image["id"]?.string?.lowercased() ?? "",
                path: image["path"]?.string ?? "")
        }
    }

    /// Without folders.
    public var name: String { String(path.split(separator: "/").last ?? "") }

    func holds(_ address: UInt64) -> Bool { address >= at && end.map { address < $0 } ?? true }

    /// `0x1f` as a number; nil for what is none.
    static func address(_ text: String) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : nil
    }
}
