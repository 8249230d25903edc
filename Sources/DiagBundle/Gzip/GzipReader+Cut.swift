import CZlib

/// Telling a file that was cut off from one that was changed, where its last piece is not authentic either way.
///
/// The cipher is a stream cipher: what is left of a cut piece decrypts to the right bytes, only without a tag to prove
/// it. So the bytes are tried, looked at and thrown away: they go nowhere.
extension GzipReader {
    /// How a trial of bytes behind what was inflated so far ends.
    private enum Trial {
        /// The end was reached, whatever its checksum and length.
        case ended
        /// All bytes fit, and more would have to follow.
        case goesOn
        case flawed
    }

    /// Whether the file ends inside `chunk`, which was the last of it or an inner one.
    func wasCut(_ chunk: UnfinishedChunk) -> Bool {
        let asLast = outcome(of: chunk.asLast)
        if asLast == .ended || endsLikeGzip(chunk.asLast) { return false }
        return asLast == .goesOn || outcome(of: chunk.asInner) == .goesOn
    }

    private func outcome(of tail: [UInt8]) -> Trial {
        let trial = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        trial.initialize(to: z_stream())
        defer { trial.deallocate() }
        guard inflateCopy(trial, stream) == Z_OK else { return .flawed }
        defer { inflateEnd(trial) }
        var tail = tail
        return tail.write { tail in
            guard let base = tail.baseAddress else { return .goesOn }
            trial.pointee.next_in = base.assumingMemoryBound(to: UInt8.self)
            trial.pointee.avail_in = UInt32(tail.count)
            return run(trial)
        }
    }

    private func run(_ trial: UnsafeMutablePointer<z_stream>) -> Trial {
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer {
            Wipe.zero(scratch)
            scratch.deallocate()
        }
        while true {
            trial.pointee.next_out = scratch.baseAddress!.assumingMemoryBound(to: UInt8.self)
            trial.pointee.avail_out = UInt32(scratch.count)
            let status = inflate(trial, Z_NO_FLUSH)
            if status == Z_STREAM_END { return .ended }
            if status != Z_OK && status != Z_BUF_ERROR {
                // zlib's words for the two checks of gzip's end.
                let words = trial.pointee.msg.map { String(cString: $0) } ?? ""
                return words.hasSuffix("check") && trial.pointee.avail_in <= 8 ? .ended : .flawed
            }
            if trial.pointee.avail_in == 0 && trial.pointee.avail_out > 0 { return .goesOn }
        }
    }

    /// Whether the last four bytes are the length of a tar archive that could end here. A changed bit can throw the
    /// inflater out of step so that it misses the end; the length still stands there. After a cut, chance puts such a
    /// number there once in 32,768 times at most.
    private func endsLikeGzip(_ tail: [UInt8]) -> Bool {
        guard tail.count >= 4 else { return false }
        let length = tail.suffix(4).reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let before = inflated & 0xFFFF_FFFF
        let most = before + Int64(tail.count) * 1032
        return length % 512 == 0 && length >= max(1024, before) && length <= most
    }
}
