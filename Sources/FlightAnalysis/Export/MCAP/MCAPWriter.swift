import CZlib
import SystemIO

/// Writes an MCAP file in one pass without seeking: all messages in uncompressed chunks, each followed by its indexes, and
/// a full summary, so that readers find their way by index as well as by scanning. All checksums are set.
///
/// Rules that bite: a schema comes before the first channel that uses it and a channel before its first message (here: all
/// at the head of the first chunk); after a chunk stands exactly one index for each channel with a message in it.
struct MCAPWriter {
    struct Schema {
        var name: String
        /// JSON Schema as text.
        var text: String
    }

    struct Channel {
        var topic: String
        /// Position among the schemas.
        var schema: Int
    }

    private struct ChunkEntry {
        var first: UInt64
        var last: UInt64
        var offset: UInt64
        var length: UInt64
        /// File offset of each channel's index, by channel.
        var indexes: [(channel: UInt16, offset: UInt64)]
        var indexLength: UInt64
        var size: UInt64
    }

    /// Bytes of records in a chunk before it is closed, as the reference writers have it.
    private let chunkSize: Int
    private let schemas: [Schema]
    private let channels: [Channel]
    private var chunk: [UInt8] = []
    /// Log time and offset in the chunk of each message, by channel.
    private var entries: [[(time: UInt64, offset: UInt64)]]
    private var counts: [UInt64]
    private var chunks: [ChunkEntry] = []
    private var span: (first: UInt64, last: UInt64)?
    private var chunkSpan: (first: UInt64, last: UInt64)?
    /// Bytes put out so far, and the checksum of all of them.
    private var offset: UInt64 = 0
    private var checksum: UInt32 = 0

    init(schemas: [Schema], channels: [Channel], chunkSize: Int = 1 << 20) {
        self.schemas = schemas
        self.channels = channels
        self.chunkSize = chunkSize
        entries = Array(repeating: [], count: channels.count)
        counts = Array(repeating: 0, count: channels.count)
    }

    mutating func begin(library: String, to out: inout OutputBuffer) {
        var bytes = MCAPRecord.magic
        MCAPRecord.header.append(to: &bytes) {
            $0.append(prefixed: "")
            $0.append(prefixed: library)
        }
        put(bytes, &out)
        definitions(into: &chunk)
    }

    /// Adds a message; times in ns since the Unix epoch.
    mutating func message(
        channel: Int, sequence: UInt32, logTime: UInt64, publishTime: UInt64, to out: inout OutputBuffer,
        _ data: (inout [UInt8]) -> Void
    ) throws(IOError) {
        entries[channel].append((logTime, UInt64(chunk.count)))
        counts[channel] += 1
        span = Self.widened(span, logTime)
        chunkSpan = Self.widened(chunkSpan, logTime)
        MCAPRecord.message.append(to: &chunk) {
            $0.append(littleEndian: UInt16(channel + 1))
            $0.append(littleEndian: sequence)
            $0.append(littleEndian: logTime)
            $0.append(littleEndian: publishTime)
            data(&$0)
        }
        if chunk.count >= chunkSize {
            closeChunk(&out)
            try out.drainIfFull()
        }
    }

    /// Writes what is left, the summary and the footer.
    mutating func end(to out: inout OutputBuffer) {
        if !chunk.isEmpty { closeChunk(&out) }
        var end: [UInt8] = []
        MCAPRecord.dataEnd.append(to: &end) { [checksum] in $0.append(littleEndian: checksum) }
        put(end, &out)
        put(summary(at: offset) + MCAPRecord.magic, &out)
    }

    // MARK: Sections

    private func definitions(into bytes: inout [UInt8]) {
        schemaRecords(&bytes)
        channelRecords(&bytes)
    }

    private func schemaRecords(_ bytes: inout [UInt8]) {
        for (index, schema) in schemas.enumerated() {
            MCAPRecord.schema.append(to: &bytes) {
                $0.append(littleEndian: UInt16(index + 1))
                $0.append(prefixed: schema.name)
                $0.append(prefixed: "jsonschema")
                $0.append(prefixed: schema.text)
            }
        }
    }

    private func channelRecords(_ bytes: inout [UInt8]) {
        for (index, channel) in channels.enumerated() {
            MCAPRecord.channel.append(to: &bytes) {
                $0.append(littleEndian: UInt16(index + 1))
                $0.append(littleEndian: UInt16(channel.schema + 1))
                $0.append(prefixed: channel.topic)
                $0.append(prefixed: "json")
                $0.append(littleEndian: UInt32(0))
            }
        }
    }

    private mutating func closeChunk(_ out: inout OutputBuffer) {
        let records = chunk
        let times = chunkSpan ?? (0, 0)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.count + 64)
        MCAPRecord.chunk.append(to: &bytes) {
            $0.append(littleEndian: times.first)
            $0.append(littleEndian: times.last)
            $0.append(littleEndian: UInt64(records.count))
            $0.append(littleEndian: Self.crc(0, records[...]))
            $0.append(prefixed: "")
            $0.append(littleEndian: UInt64(records.count))
            $0.append(contentsOf: records)
        }
        var entry = ChunkEntry(
            first: times.first, last: times.last, offset: offset, length: UInt64(bytes.count), indexes: [],
            indexLength: 0, size: UInt64(records.count))
        let indexesAt = bytes.count
        for channel in channels.indices where !entries[channel].isEmpty {
            entry.indexes.append((UInt16(channel + 1), offset + UInt64(bytes.count)))
            let listed = entries[channel].sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }
            MCAPRecord.messageIndex.append(to: &bytes) {
                $0.append(littleEndian: UInt16(channel + 1))
                $0.append(prefixed: { list in
                    for message in listed {
                        list.append(littleEndian: message.time)
                        list.append(littleEndian: message.offset)
                    }
                })
            }
            entries[channel].removeAll(keepingCapacity: true)
        }
        entry.indexLength = UInt64(bytes.count - indexesAt)
        chunks.append(entry)
        put(bytes, &out)
        chunk.removeAll(keepingCapacity: true)
        chunkSpan = nil
    }

    /// The summary with its offsets and the footer, whose checksum covers all of it up to itself.
    private func summary(at start: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var groups: [(code: MCAPRecord, start: Int, length: Int)] = []
        func group(_ code: MCAPRecord, _ content: (inout [UInt8]) -> Void) {
            let begin = bytes.count
            content(&bytes)
            if bytes.count > begin { groups.append((code, begin, bytes.count - begin)) }
        }
        group(.schema, schemaRecords)
        group(.channel, channelRecords)
        group(.statistics, statistics)
        group(.chunkIndex, chunkIndexes)
        let offsetsAt = bytes.count
        for group in groups {
            MCAPRecord.summaryOffset.append(to: &bytes) {
                $0.append(group.code.rawValue)
                $0.append(littleEndian: start + UInt64(group.start))
                $0.append(littleEndian: UInt64(group.length))
            }
        }
        MCAPRecord.footer.append(to: &bytes) {
            $0.append(littleEndian: start)
            $0.append(littleEndian: start + UInt64(offsetsAt))
            $0.append(littleEndian: UInt32(0))
        }
        let crc = Self.crc(0, bytes.dropLast(4))
        bytes.removeLast(4)
        bytes.append(littleEndian: crc)
        return bytes
    }

    private func statistics(_ bytes: inout [UInt8]) {
        MCAPRecord.statistics.append(to: &bytes) {
            $0.append(littleEndian: counts.reduce(0, +))
            $0.append(littleEndian: UInt16(schemas.count))
            $0.append(littleEndian: UInt32(channels.count))
            $0.append(littleEndian: UInt32(0))
            $0.append(littleEndian: UInt32(0))
            $0.append(littleEndian: UInt32(chunks.count))
            $0.append(littleEndian: span?.first ?? 0)
            $0.append(littleEndian: span?.last ?? 0)
            $0.append(prefixed: { map in
                for (index, count) in counts.enumerated() where count > 0 {
                    map.append(littleEndian: UInt16(index + 1))
                    map.append(littleEndian: count)
                }
            })
        }
    }

    private func chunkIndexes(_ bytes: inout [UInt8]) {
        for chunk in chunks {
            MCAPRecord.chunkIndex.append(to: &bytes) {
                $0.append(littleEndian: chunk.first)
                $0.append(littleEndian: chunk.last)
                $0.append(littleEndian: chunk.offset)
                $0.append(littleEndian: chunk.length)
                $0.append(prefixed: { map in
                    for index in chunk.indexes {
                        map.append(littleEndian: index.channel)
                        map.append(littleEndian: index.offset)
                    }
                })
                $0.append(littleEndian: chunk.indexLength)
                $0.append(prefixed: "")
                $0.append(littleEndian: chunk.size)
                $0.append(littleEndian: chunk.size)
            }
        }
    }

    // MARK: Bytes

    private mutating func put(_ bytes: [UInt8], _ out: inout OutputBuffer) {
        checksum = Self.crc(checksum, bytes[...])
        offset += UInt64(bytes.count)
        out.bytes.append(contentsOf: bytes)
    }

    private static func widened(_ span: (first: UInt64, last: UInt64)?, _ time: UInt64) -> (UInt64, UInt64) {
        (min(span?.first ?? time, time), max(span?.last ?? time, time))
    }

    /// CRC-32 as in zlib, continued from `crc`.
    private static func crc(_ crc: UInt32, _ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(crc32_z(UInt(crc), $0.baseAddress, $0.count)) }
    }
}
