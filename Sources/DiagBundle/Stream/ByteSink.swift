import SystemIO

/// A place that bytes go to one after the other. A class, because writing changes it for all who hold it.
protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws(BundleError)
    /// Nothing follows: writes what was held back, and finishes the sink below. Called once.
    func finish() throws(BundleError)
}

extension ByteSink {
    func write(_ bytes: [UInt8]) throws(BundleError) {
        try bytes.read { (raw) throws(BundleError) in try write(raw) }
    }
}

/// An open file, borrowed from its owner, who must outlive the sink.
final class DescriptorSink: ByteSink {
    private let descriptor: Descriptor
    /// Bytes written.
    private(set) var count: Int64 = 0

    init(borrowing descriptor: borrowing Descriptor) {
        self.descriptor = Descriptor(taking: descriptor.rawValue, path: descriptor.path, closes: false)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(BundleError) {
        try system { () throws(IOError) in try descriptor.write(bytes) }
        count += Int64(bytes.count)
    }

    func finish() {}
}

/// Keeps all in memory, for small things.
final class MemorySink: ByteSink {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }
    func finish() {}
}

/// Counts what would be written.
final class CountingSink: ByteSink {
    private(set) var count: Int64 = 0

    func write(_ bytes: UnsafeRawBufferPointer) { count += Int64(bytes.count) }
    func finish() {}
}
