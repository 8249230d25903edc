import FieldModel

/// One step of the way to a crash: an address, and what is known of the place it is.
public struct CrashFrame: Hashable, Sendable {
    /// In the process that crashed.
    public var address: UInt64
    /// The program or library it lies in; nil where the record names none.
    public var image: CrashImage?
    /// As people write it.
    public var function: String?
    /// As the linker knows it.
    public var symbol: String?
    /// Bytes from the beginning of the function.
    public var distance: UInt64?
    public var file: String?
    public var line: Int?
    /// Whether the compiler put this call into the function of the next frame, which has the same address.
    public var isInlined = false

    init(address: UInt64, image: CrashImage?) {
        self.address = address
        self.image = image
    }

    /// From where the image lies in memory.
    public var offset: UInt64? { image.map { address &- $0.at } }

    /// The recorder writes 64; what a forged record has beyond this is not looked at.
    private static let most = 256

    /// The way to the crash that `record` tells of, the place of the crash first; nothing but addresses and images yet.
    public static func all(in record: Record) -> [CrashFrame] {
        let images = CrashImage.all(in: record).sorted { $0.at < $1.at }
        return (record["pc"]?.array ?? []).prefix(most).compactMap { $0.string.flatMap(CrashImage.address) }.map {
            address in
            CrashFrame(address: address, image: images.last { $0.holds(address) })
        }
    }

    /// A row of the listing.
    public var value: Value {
        .object([
            .init("address", .hexadecimal(address)), .init("image", .text(image.map(\.name))),
            .init("build_id", .text(image.map(\.buildID))),
            .init("offset", offset.map(Value.hexadecimal) ?? .null), .init("function", .text(function)),
            .init("symbol", .text(symbol)), .init("distance", distance.map { .integer(Int64(clamping: $0)) } ?? .null),
            .init("file", .text(file)), .init("line", line.map { .whole($0) } ?? .null),
            .init("inlined", .bool(isInlined)),
        ])
    }
}

extension Value {
    static func hexadecimal(_ number: UInt64) -> Value { .string("0x" + String(number, radix: 16)) }
}
