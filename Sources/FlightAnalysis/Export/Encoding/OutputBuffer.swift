import LogFormat
import SystemIO

/// Bytes on their way out: an encoder appends, and after each element it asks the buffer to hand on what has gathered.
/// So encoders know nothing of files, and an export of any length takes the memory of one piece. Not copyable.
public struct OutputBuffer: ~Copyable {
    /// Where the bytes go.
    public typealias Sink = (UnsafeRawBufferPointer) throws(IOError) -> Void

    /// What has gathered and is not handed on yet.
    public var bytes: [UInt8] = []
    /// Bytes that gather before they are handed on.
    private static let pieceSize = 1 << 16
    private let sink: Sink

    public init(_ sink: @escaping Sink) {
        self.sink = sink
        bytes.reserveCapacity(2 * Self.pieceSize)
    }

    /// Appends ASCII or UTF-8 text as it is.
    @inline(__always)
    public mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a whole number of units of 10^-decimals as a decimal number with all its decimals.
    @inline(__always)
    public mutating func write(_ value: Int64, decimals: Int) {
        DecimalNumber.append(value, decimals: decimals, to: &bytes)
    }

    /// Hands on what has gathered once it is a whole piece. Called between elements.
    @inline(__always)
    public mutating func drainIfFull() throws(IOError) {
        if bytes.count >= Self.pieceSize { try drain() }
    }

    /// Hands on everything: the last call of an export.
    public mutating func drain() throws(IOError) {
        var failure: IOError?
        bytes.withUnsafeBytes { raw in
            do throws(IOError) { try sink(raw) } catch { failure = error }
        }
        if let failure { throw failure }
        bytes.removeAll(keepingCapacity: true)
    }
}
