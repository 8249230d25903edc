import DecisionCore
import FieldModel
import Foundation
import ReferenceReceiver
import SQLiteIO
import SystemIO
import TestKit
import Testing

@testable import TrackStore

/// The reference receiver as a process, and a transport to it that goes wrong in every way a line can.
@Suite struct UploadLoopbackTests {
    let track = EmptyTrack()
    var folder: TrackFolder { TrackFolder(track.folder.path) }
    private var received: String { track.folder.appending("received.sqlite") }

    @Test(
        "over a line that drops, repeats, reorders and half-sends, every point arrives once and the run is uploaded",
        arguments: 1...4 as ClosedRange<UInt64>)
    func troubled(_ seed: UInt64) throws {
        let points = try record(2_417)
        let receiver = try ReceiverProcess(received)
        var line = TroubledLine(port: receiver.port, seed: seed)
        var uploader = try Uploader(folder)
        var waits = 0
        let failure = try uploader.upload(run: 1, over: &line) { _ in
            waits += 1
            return waits < 1_000
        }
        #expect(failure == nil)
        line.deliverLate()
        let run = try FactDatabase(folder.facts, readOnly: true).run(1)
        #expect(run.state == .uploaded && run.chunksSent == 9)
        #expect(try seqs(in: received) == (0..<points).map(String.init))
        #expect(line.troubles.count == 5, "every trouble occurred")
    }

    @Test("a process killed after any number of requests goes on, and the receiver has the same bytes")
    func interrupted() throws {
        _ = try record(3_500)
        let receiver = try ReceiverProcess(received)
        for attempt in 1...6 as ClosedRange<UInt64> {
            var line = TroubledLine(port: receiver.port, seed: attempt, endsAfter: Int(attempt % 2) + 1)
            var uploader = try Uploader(folder)
            _ = try uploader.upload(run: 1, over: &line) { _ in false }
        }
        var line = TroubledLine(port: receiver.port, seed: 0, isSound: true)
        var uploader = try Uploader(folder)
        #expect(try uploader.upload(run: 1, over: &line) { _ in true } == nil)
        #expect(try seqs(in: received).count == 3_500)
        #expect(try FactDatabase(folder.facts, readOnly: true).run(1).state == .uploaded)
    }

    @Test("a receiver that lost chunks is sent them again")
    func lost() throws {
        _ = try record(1_000)
        do {
            let receiver = try ReceiverProcess(received)
            var line = TroubledLine(port: receiver.port, seed: 0, isSound: true)
            var client = try Uploader(folder)
            line.endsAfter = 4
            _ = try client.upload(run: 1, over: &line) { _ in false }
        }
        try Connection(received).execute("DELETE FROM chunk WHERE chunk_no IN (0, 2)")
        let receiver = try ReceiverProcess(received)
        var line = TroubledLine(port: receiver.port, seed: 0, isSound: true)
        var uploader = try Uploader(folder)
        #expect(try uploader.upload(run: 1, over: &line) { _ in true } == nil)
        #expect(try seqs(in: received).count == 1_000)
    }

    @Test("what lies in a privacy zone does not leave, and the owner's record stays whole")
    func zones() throws {
        _ = try record(600)
        let receiver = try ReceiverProcess(received)
        var line = TroubledLine(port: receiver.port, seed: 0, isSound: true)
        let home = PrivacyZones.Zone(latitude: 475_000_000, longitude: 76_000_000, radius: 700_000)
        var uploader = try Uploader(folder, zones: PrivacyZones([home]))
        #expect(try uploader.upload(run: 1, over: &line) { _ in true } == nil)
        // Seven metres a point: a hundred points lie within 700 m.
        #expect(try seqs(in: received) == (100..<600).map(String.init))
        #expect(try FactDatabase(folder.facts, readOnly: true).points(ofRun: 1).count == 600)
    }

    @Test("a run that is not finished is not uploaded")
    func unfinished() throws {
        _ = try track.recording()
        var line = TroubledLine(port: 1, seed: 0, isSound: true)
        var uploader = try Uploader(folder)
        #expect(throws: TrackStoreError.runState(run: 1, wanted: "finished", found: "recording")) {
            _ = try uploader.upload(run: 1, over: &line) { _ in true }
        }
    }

    private func record(_ count: Int) throws -> Int {
        var database = try track.recording()
        _ = try database.write(Walk.batch(0..<count), to: 1)
        try database.move(1, to: .finished)
        return count
    }

    /// Sequence numbers in the bodies received, chunk by chunk.
    private func seqs(in path: String) throws -> [String] {
        try Connection(path, .readOnly).texts("SELECT body FROM chunk ORDER BY chunk_no")
            .flatMap { $0.split(separator: "\n").dropFirst(2).map { String($0.prefix { $0 != "," }) } }
    }
}

/// `uploadreceiver` running; ended with the test.
private final class ReceiverProcess {
    private var process: pid_t = 0
    let port: UInt16

    init(_ database: String) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        defer { posix_spawn_file_actions_destroy(&actions) }
        let arguments: [String] = [Tool.path("uploadreceiver"), "-o", database]
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { (text: String) in strdup(text) }
        defer { for word in words { free(word) } }
        try #require(posix_spawn(&process, words[0]!, &actions, nil, words + [nil], nil) == 0)
        close(ends[1])
        let output = Descriptor(taking: ends[0], path: "uploadreceiver")
        var line = [UInt8](repeating: 0, count: 100)
        let count = try line.withUnsafeMutableBytes { try output.read(into: $0) }
        let text = String(decoding: line[..<count], as: UTF8.self)
        port = try #require(UInt16(text.dropLast().split(separator: ":").last ?? ""))
    }

    deinit {
        // Nothing gentler: a child of a pool's thread inherits its mask, which blocks the other signals.
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}

/// A line to a receiver on loopback that fails by chance: it loses the request or the answer, sends half a request, sends
/// it twice, or holds it back and delivers it after later ones.
private struct TroubledLine: UploadTransport {
    let port: UInt16
    var isSound = false
    /// Requests after which the line is dead; nil for never.
    var endsAfter: Int?
    private var random: SeededRandom
    private var held: [UploadRequest] = []
    /// The troubles that occurred.
    private(set) var troubles: Set<Trouble> = []

    enum Trouble: CaseIterable { case lostRequest, lostAnswer, half, twice, late }

    init(port: UInt16, seed: UInt64, isSound: Bool = false, endsAfter: Int? = nil) {
        self.port = port
        self.isSound = isSound
        self.endsAfter = endsAfter
        random = SeededRandom(seed: seed)
    }

    mutating func send(_ request: UploadRequest) -> UploadAnswer? {
        if let left = endsAfter {
            guard left > 0 else { return nil }
            endsAfter = left - 1
        }
        // Each trouble once, and then by chance.
        guard !isSound, troubles.count < Trouble.allCases.count || Bool.random(using: &random),
            let trouble = Set(Trouble.allCases).subtracting(troubles).first
                ?? Trouble.allCases.randomElement(using: &random)
        else { return exchange(request) }
        troubles.insert(trouble)
        switch trouble {
        case .lostRequest: return nil
        case .lostAnswer:
            _ = exchange(request)
            return nil
        case .half:
            let bytes = message(request).bytes
            sendOnly(Array(bytes[..<(bytes.count / 2)]))
            return nil
        case .twice:
            _ = exchange(request)
            return exchange(request)
        case .late:
            held.append(request)
            if held.count > 2 { deliverLate() }
            return nil
        }
    }

    /// Requests that were given up long ago arrive now.
    mutating func deliverLate() {
        for request in held.reversed() { _ = exchange(request) }
        held = []
    }

    private func message(_ request: UploadRequest) -> HTTPMessage {
        switch request {
        case .put(let run, let chunk, let body): HTTPMessage("PUT /\(run)/\(chunk) HTTP/1.1", body: body)
        case .complete(let run, let chunks): HTTPMessage("POST /\(run)/complete?chunks=\(chunks) HTTP/1.1")
        }
    }

    private func sendOnly(_ bytes: [UInt8]) {
        guard let line = try? Loopback.connect(port: port) else { return }
        try? line.write(bytes)
    }

    private func exchange(_ request: UploadRequest) -> UploadAnswer? {
        guard let line = try? Loopback.connect(port: port), (try? line.write(message(request).bytes)) != nil,
            let answer = try? HTTPMessage.read(from: line)
        else { return nil }
        return UploadAnswer(answer, to: request)
    }
}

extension UploadAnswer {
    fileprivate init?(_ answer: HTTPMessage, to request: UploadRequest) {
        let words = answer.head.split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        let object = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        switch (status, request) {
        case (200, .put(_, let chunk, _)):
            guard let isNew = object?["stored"] as? Bool else { return nil }
            self = .stored(chunk: chunk, isNew: isNew)
        case (200, .complete): self = .completed
        case (409, .complete): self = .missing((object?["missing"] as? [Int])?.map(Int64.init) ?? [])
        default: self = .refused(status: status)
        }
    }
}
