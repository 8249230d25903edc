/// Finds the places in a compressed stream where a member of the archive begins afresh.
///
/// Each such place follows an empty stored block (00 00 FF FF on a whole byte). Those bytes may stand anywhere by
/// chance, so the bytes behind are inflated, with nothing before them, and have to be the header of a tar member.
enum FreshStart {
    private static let marker: [UInt8] = [0, 0, 0xFF, 0xFF]
    /// Compressed bytes that surely hold the first 512 of a member.
    private static let trialSize = 8192
    static let window = 131_072

    /// Moves `source` to the next such place; false where there is none.
    static func find(in source: BufferedSource) throws(BundleError) -> Bool {
        while true {
            let window = try source.peek(window)
            guard window.count > marker.count else { return false }
            var place = 0
            while let found = nextMarker(in: window, from: place) {
                let start = found + marker.count
                // Too near the end of the window to be judged: it is looked at again from there.
                if window.count == Self.window, start + trialSize > window.count, found > 0 {
                    place = found
                    break
                }
                if isMember(Array(window[start..<min(start + trialSize, window.count)])) {
                    source.skip(start)
                    return true
                }
                place = found + 1
            }
            source.skip(nextMarker(in: window, from: place) ?? window.count - marker.count + 1)
            if window.count < Self.window, nextMarker(in: window, from: place) == nil { return false }
        }
    }

    private static func nextMarker(in window: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var place = start
        while let found = window.byte(0, from: place), found + marker.count <= window.count {
            if window[found..<found + marker.count].elementsEqual(marker) { return found }
            place = found + 1
        }
        return nil
    }

    private static func isMember(_ bytes: [UInt8]) -> Bool {
        var header = [UInt8](repeating: 0, count: TarHeader.size)
        let inflater = RawInflater(MemorySource(bytes))
        // A flaw in the trial means: not here.
        guard let count = try? header.write({ try inflater.readFully(into: $0) }), count == header.count else {
            return false
        }
        return TarReader.isHeader(header)
    }
}
