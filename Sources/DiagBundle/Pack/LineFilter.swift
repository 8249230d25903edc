/// Changes a log file line by line while it is packed. Twice the same input gives twice the same output.
protocol LineFilter {
    /// Takes a line without its line feed and hands on what becomes of it: nothing, one line, or several.
    mutating func take(_ line: [UInt8], handing next: (_ line: [UInt8]) -> Void)
    /// What was removed so far, by rule.
    var removed: [String: Int64] { get }
}

/// A source with its lines passed through filters.
final class FilteredSource: ByteSource {
    let path: String
    private let source: any ByteSource
    private(set) var filters: [any LineFilter]
    private var carried: [UInt8] = []
    private var output: [UInt8] = []
    private var taken = 0
    private var isOver = false
    private var chunk = [UInt8](repeating: 0, count: 131_072)

    /// Longer stretches without a line feed are no lines of a log: such a file is damaged, and what cannot be read
    /// cannot be filtered. They are left out.
    private static let lineLimit = 1 << 20
    private var isSkipping = false

    init(_ source: any ByteSource, filters: [any LineFilter]) {
        self.source = source
        self.filters = filters
        path = source.path
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        while taken == output.count {
            if isOver { return 0 }
            output.removeAll(keepingCapacity: true)
            taken = 0
            try fill()
        }
        let count = min(buffer.count, output.count - taken)
        buffer.copyBytes(from: output[taken..<taken + count])
        taken += count
        return count
    }

    private func fill() throws(BundleError) {
        let count = try chunk.write { (chunk) throws(BundleError) in try source.read(into: chunk) }
        if count == 0 {
            isOver = true
            if !carried.isEmpty, !isSkipping { pass(carried) }
            return
        }
        var rest = chunk[..<count]
        while let feed = rest.firstIndex(of: 0x0A) {
            if !isSkipping { pass(carried + rest[..<feed]) }
            carried.removeAll(keepingCapacity: true)
            isSkipping = false
            rest = rest[(feed + 1)...]
        }
        carried += rest
        if carried.count > Self.lineLimit {
            isSkipping = true
            carried.removeAll()
        }
    }

    private func pass(_ line: [UInt8]) { pass(line, from: 0) }

    private func pass(_ line: [UInt8], from index: Int) {
        guard index < filters.count else {
            output += line
            output.append(0x0A)
            return
        }
        // Taken out of the array meanwhile, so that the filters behind it can be reached.
        var filter = filters[index]
        filter.take(line) { pass($0, from: index + 1) }
        filters[index] = filter
    }
}
