import CommandKit
import FieldModel
import FlightLog

/// `fieldtest stress`: threads that write as fast as they can, and say of each record that it was acknowledged in memory that
/// outlives them. Whoever kills the program can then tell whether the log holds every one of them.
enum Stress {
    static let command = Command(
        "stress", summary: "write from many threads, and keep count of what was acknowledged",
        details: [
            """
            Each of the threads writes events {"k":"stress","w":WRITER,"i":1}, {… "i":2} and so on. The file given by \
            --ack holds a little-endian 64-bit counter a thread: the number of records acknowledged to it so far. It is \
            made where it is not there; else the threads count on from what it says.
            """,
            "With --writers 0 --seconds 0 it opens the log, completes what the last run left, and ends.",
        ],
        flags: [
            Flag("log", value: .folder(name: "DIR"), help: "the log's folder"),
            Flag("writers", value: .text(name: "N"), help: "threads, 0 to 64"),
            Flag("ack", value: .file(name: "FILE"), help: "counters of what was acknowledged"),
            Flag("seconds", value: .text(name: "S"), help: "how long; without it until killed"),
            Flag("samples", help: "write samples instead of events: lat is WRITER, lon the count, in 1e-7 degree"),
            Flag("fault", value: .choice(Fault.allCases.map(\.rawValue)), help: "end by this fault"),
            Flag("on", value: .choice(Fault.Place.allCases.map(\.rawValue)), help: "where, default main"),
            Flag("after", value: .text(name: "MS"), help: "how long after the writers began"),
            Flag("day", value: .text(name: "MS"), help: "clocks so fast that a day takes this long"),
            Flag("ring", value: .text(name: "BYTES"), help: "bytes of each ring, 16384 to 262144"),
            Flag("sync", help: "ask the medium after every flush"),
            Flag("count", value: .text(name: "N"), help: "records a thread, then the end"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let fault = call.text("fault").flatMap(Fault.init(rawValue:))
        guard let folder = call.text("log") else {
            // The same end without a recorder, to compare with.
            guard let fault else { throw Complaint.usage("--log is missing") }
            return commit(fault, call)
        }
        guard let writers = try call.integer("writers", in: 0...64) else {
            throw Complaint.usage("--writers is missing", hint: "give the number of threads, such as --writers 4")
        }
        let seconds = try call.number("seconds", atLeast: 0)
        var configuration = Recorder.Configuration(app: "fieldtest", build: "1")
        configuration.heartbeatPeriod = 1000
        if let ring = try call.integer("ring", in: 16_384...262_144) { configuration.ringBytes = ring }
        if call.isOn("sync") { configuration.synchronization = .onFlush }
        if let day = try call.number("day", atLeast: 0.1) {
            let noon = Stamp(
                wallTime: CivilDate(year: 2026, month: 11, day: 30).startOfDay + 43_200_000, bootTime: BootTime(60_000),
                uptime: Uptime(60_000))
            configuration.clock = .scaled(from: noon, scale: 86_400_000 / day)
            configuration.keepDays = nil
            // In their own time: a beat a day.
            configuration.heartbeatPeriod = 86_400_000
            configuration.flushPeriod = 86_400_000
        }
        let recorder = try Recorder(openingLogAt: folder, configuration)
        if let fault {
            let counters = try writers > 0 ? Counters(at: try call.required("ack"), count: writers) : nil
            let record = call.isOn("samples") ? sample : event
            for writer in 0..<writers {
                Threads.start { write(recorder, counters!, writer, until: nil, record) }
            }
            usleep(UInt32(try call.integer("after", in: 0...10_000) ?? 0) * 1000)
            return commit(fault, call, recorder)
        }
        if writers > 0 {
            let counters = try Counters(at: try call.required("ack"), count: writers)
            try counters.catchUp(with: folder, writers: writers)
            let end = seconds.map { recorder.now.wallTime + Int64($0 * 1000) }
            let record = call.isOn("samples") ? sample : event
            let limit = try call.integer("count", in: 1...1_000_000_000).map(UInt64.init)
            let work: @Sendable (Int) -> Void = { writer in
                recorder.prepareThread()
                write(recorder, counters, writer, until: end, limit: limit, record)
            }
            // One writer is the main thread: a tracer that counts its steps need not look for it.
            if writers == 1 { work(0) } else { Threads.run(writers, work) }
        }
        recorder.close(.user)
        return .done
    }

    private static func commit(_ fault: Fault, _ call: Invocation, _ recorder: Recorder? = nil) -> ExitStatus {
        let place = call.text("on").flatMap(Fault.Place.init(rawValue:)) ?? .main
        // The main thread would be the first that the system gives a signal from outside to.
        if fault == .wait, place != .main { Threads.maskSignals(SIG_BLOCK) }
        place.run {
            recorder?.prepareThread()
            fault.commit()
        }
        return .failed
    }

    private typealias Write = @Sendable (Recorder, _ writer: Int, _ number: UInt64) -> SequenceNumber

    private static let event: Write = { recorder, writer, number in
        recorder.record(kind: "stress") { line in
            line.add("w", writer)
            line.add("i", number)
        }
        .n
    }

    private static let sample: Write = { recorder, writer, number in
        let now = recorder.now
        return recorder.record(
            Fix(
                sampleTime: now.wallTime, receiveTime: now.wallTime, bootTime: now.bootTime, latitude: Int32(writer),
                longitude: Int32(truncatingIfNeeded: number), horizontalAccuracy: Quantity(500)), ruling: nil)
    }

    private static func write(
        _ recorder: Recorder, _ counters: Counters, _ writer: Int, until end: WallTime?, limit: UInt64? = nil,
        _ record: Write
    ) {
        var number = counters[writer], attempts: UInt64 = 0
        repeat {
            attempts += 1
            // What could not be kept was not acknowledged: the same number again.
            guard record(recorder, writer, number + 1) != 0 else { continue }
            number += 1
            counters[writer] = number
        } while attempts < limit ?? .max && end.map { recorder.now.wallTime < $0 } ?? true
    }
}

/// Counters in a file that is mapped, so that they outlive the process as the log does. Each has one writer.
private final class Counters: @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>

    init(at path: String, count: Int) throws {
        let file = try Descriptor(open: path, flags: O_RDWR | O_CREAT, mode: 0o644)
        let bytes = count * MemoryLayout<UInt64>.stride
        let size = try file.size()
        guard size % 8 == 0 else {
            throw Complaint(
                "the --ack file \(path) is \(size) bytes long, which is no whole number of counters",
                hint: "give another file, or remove this one")
        }
        guard size >= bytes || ftruncate(file.rawValue, off_t(bytes)) == 0 else { throw IOError("lengthen", path) }
        let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
        guard let memory, memory != MAP_FAILED else { throw IOError("map", path) }
        words = memory.bindMemory(to: UInt64.self, capacity: count)
    }

    subscript(index: Int) -> UInt64 {
        get { UInt64(littleEndian: words[index]) }
        set { words[index] = newValue.littleEndian }
    }

    /// A record may be in the log although the process died before it could count it. Without this the next run would
    /// write it again. What a log cannot hold is no counter.
    func catchUp(with log: String, writers: Int) throws {
        for writer in 0..<writers where self[writer] > 1 << 53 {
            throw Complaint(
                "counter \(writer) of the --ack file is \(self[writer]), which no log holds", hint: "remove the file")
        }
        guard (0..<writers).contains(where: { self[$0] > 0 }) else { return }
        for name in try FileSystem.names(in: FileSystem.join(log, "events")) where name.hasSuffix(".jsonl") {
            for line in try Self.tail(of: FileSystem.join(log, "events/" + name)).split(separator: 0x0A) {
                guard let (writer, number) = Self.stress(line), writer < writers else { continue }
                self[writer] = max(self[writer], number)
            }
        }
    }

    /// The last 8 MB: a hundred thousand records, more than one writer gets ahead of another.
    private static func tail(of path: String) throws -> [UInt8] {
        let file = try Descriptor(open: path, flags: O_RDONLY)
        let size = try file.size()
        var bytes = [UInt8](repeating: 0, count: Int(min(size, 8 << 20)))
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: size - Int64($0.count)) }
        return Array(bytes[..<count])
    }

    /// Writer and number of a line that ends in `"k":"stress","w":W,"i":I}`.
    private static func stress(_ line: ArraySlice<UInt8>) -> (writer: Int, number: UInt64)? {
        guard line.last == UInt8(ascii: "}") else { return nil }
        let text = String(decoding: line.suffix(64).dropLast(), as: UTF8.self)
        let parts = text.split(separator: "\"k\":\"stress\",\"w\":").last?.split(separator: ",\"i\":") ?? []
        guard text.contains("\"k\":\"stress\""), parts.count == 2, let writer = Int(parts[0]),
            let number = UInt64(parts[1])
        else { return nil }
        return (writer, number)
    }
}
