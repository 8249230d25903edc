/// A reference receiver of uploads, for tests and for reading: one request at a time, on loopback only.
///
/// - `PUT /RUN/CHUNK` keeps the body and answers 200 `{"stored":true}`, or `{"stored":false}` where it had the chunk.
/// - `POST /RUN/complete?chunks=N` answers 200 `{"complete":true}` where chunks 0..<N are there, else 409
///   `{"missing":[…]}`.
/// - A request that ends before it is whole is no request: nothing is kept, nothing answered.
import SQLiteIO
import SystemIO

public struct Receiver: ~Copyable {
    private let store: ReceiverStore
    private let listener: Int32
    public let port: UInt16

    public init(database: String, port: UInt16) throws {
        let store = try ReceiverStore(database)
        let (listener, port) = try Loopback.listen(port: port)
        self.store = store
        self.listener = listener
        self.port = port
    }

    deinit { close(listener) }

    /// Answers requests until the process ends.
    public func serve() throws {
        while true {
            let line = try Loopback.accept(listener)
            // What goes wrong on one connection, a client that left in the middle above all, concerns no other.
            guard let request = try? HTTPMessage.read(from: line) else { continue }
            try? line.write(answer(to: request).bytes)
        }
    }

    func answer(to request: HTTPMessage) -> HTTPMessage {
        let words = request.head.split(separator: " ")
        guard words.count == 3 else { return Self.answer(400, "Bad Request") }
        let path = words[1].split(separator: "?", maxSplits: 1)
        let parts = (path.first ?? "").split(separator: "/")
        guard parts.count == 2,
            parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
        else { return Self.answer(404, "Not Found") }
        do throws(SQLiteError) {
            if words[0] == "PUT", let chunk = Int64(parts[1]), chunk >= 0 {
                let isNew = try store.put(run: String(parts[0]), chunk: chunk, body: request.body)
                return Self.answer(200, "OK", "{\"stored\":\(isNew)}")
            }
            if words[0] == "POST", parts[1] == "complete", path.count == 2, path[1].hasPrefix("chunks="),
                let chunks = Int64(path[1].dropFirst(7)), chunks >= 0
            {
                let missing = try store.complete(run: String(parts[0]), chunks: chunks)
                if missing.isEmpty { return Self.answer(200, "OK", "{\"complete\":true}") }
                let list = missing.map(String.init).joined(separator: ",")
                return Self.answer(409, "Conflict", "{\"missing\":[\(list)]}")
            }
        } catch {
            return Self.answer(503, "Service Unavailable")
        }
        return Self.answer(405, "Method Not Allowed")
    }

    private static func answer(_ status: Int, _ words: String, _ body: String = "") -> HTTPMessage {
        HTTPMessage("HTTP/1.1 \(status) \(words)", body: Array(body.utf8))
    }
}
