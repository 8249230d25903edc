import Testing

@testable import TrackStore

@Suite struct UploadClientTests {
    @Test("three chunks go in order, the count rises with each answer, and the end is asked for")
    func order() {
        var client = UploadClient(points: 601, chunksSent: 0)
        #expect(client.begin() == [.send(chunk: 0)])
        #expect(client.answered(.stored(chunk: 0, isNew: true)) == [.keep(chunksSent: 1), .send(chunk: 1)])
        #expect(client.answered(.stored(chunk: 1, isNew: false)) == [.keep(chunksSent: 2), .send(chunk: 2)])
        #expect(client.answered(.stored(chunk: 2, isNew: true)) == [.keep(chunksSent: 3), .complete(chunks: 3)])
        #expect(client.answered(.completed) == [.finish])
        #expect(client.waited().isEmpty && client.unanswered().isEmpty && client.begin().isEmpty)
    }

    @Test(
        "points fill chunks of three hundred",
        arguments: [(0, 0), (1, 1), (300, 1), (301, 2), (-5, 0)] as [(Int64, Int64)])
    func chunks(points: Int64, chunks: Int64) {
        #expect(UploadClient(points: points, chunksSent: 0).chunks == chunks)
    }

    @Test("a later attempt goes on behind what is acknowledged")
    func resumed() {
        var client = UploadClient(points: 900, chunksSent: 2)
        #expect(client.begin() == [.send(chunk: 2)])
        var done = UploadClient(points: 900, chunksSent: 3)
        #expect(done.begin() == [.complete(chunks: 3)])
    }

    @Test("without an answer the same chunk goes again, after 1, 2, 4 s and so on, 300 s at most")
    func backoff() {
        var client = UploadClient(points: 300, chunksSent: 0)
        _ = client.begin()
        let waits = (0..<11).map { _ in client.unanswered() }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { [.wait(seconds: $0)] })
        #expect(client.waited() == [.send(chunk: 0)])
        _ = client.answered(.stored(chunk: 0, isNew: false))
        #expect(client.unanswered() == [.wait(seconds: 1)])
        #expect(client.waited() == [.complete(chunks: 1)])
    }

    @Test("the answer to another request changes nothing")
    func stray() {
        var client = UploadClient(points: 900, chunksSent: 1)
        _ = client.begin()
        let before = client
        #expect(client.answered(.stored(chunk: 0, isNew: false)).isEmpty)
        #expect(client.answered(.stored(chunk: 2, isNew: true)).isEmpty)
        #expect(client.answered(.completed).isEmpty)
        #expect(client.answered(.missing([0])).isEmpty)
        #expect(client == before)
    }

    @Test("what the receiver misses is sent again, without the count going back")
    func missing() {
        var client = UploadClient(points: 900, chunksSent: 3)
        _ = client.begin()
        #expect(client.answered(.missing([2, 0])) == [.send(chunk: 0)])
        #expect(client.answered(.stored(chunk: 0, isNew: true)) == [.send(chunk: 2)])
        #expect(client.answered(.stored(chunk: 2, isNew: true)) == [.complete(chunks: 3)])
        #expect(client.chunksSent == 3)
    }

    @Test("a receiver that goes on missing chunks, or names ones that do not exist, is given up")
    func keepsMissing() {
        var client = UploadClient(points: 300, chunksSent: 1)
        _ = client.begin()
        #expect(client.answered(.missing([7])) == [.giveUp(.keepsMissing([7]))])
        var other = UploadClient(points: 300, chunksSent: 1)
        _ = other.begin()
        for _ in 0..<UploadClient.mostRounds {
            _ = other.answered(.missing([0]))
            _ = other.answered(.stored(chunk: 0, isNew: true))
        }
        #expect(other.answered(.missing([0])) == [.giveUp(.keepsMissing([0]))])
    }

    @Test(
        "a refusal ends the attempt, a failure of the receiver is waited for",
        arguments: [
            (400, false), (401, false), (413, false), (408, true), (429, true), (500, true), (503, true),
        ])
    func refused(status: Int, waits: Bool) {
        var client = UploadClient(points: 300, chunksSent: 0)
        _ = client.begin()
        #expect(
            client.answered(.refused(status: status))
                == (waits ? [.wait(seconds: 1)] : [.giveUp(.refused(status: status))]))
    }
}
