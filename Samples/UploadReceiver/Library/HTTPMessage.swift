/// As much of HTTP/1.1 as an upload needs: one message a connection, its length said in Content-Length.
/// Source: RFC 9112.
import SystemIO

public struct HTTPMessage: Sendable {
    /// The first line: `PUT /run/3 HTTP/1.1`, or `HTTP/1.1 200 OK`.
    public var head: String
    public var body: [UInt8]

    public init(_ head: String, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// Bytes that a head, and a body, may have.
    static let mostHead = 8_192
    static let mostBody = 16 << 20

    /// The message as it goes over the line.
    public var bytes: [UInt8] {
        Array("\(head)\r\nHost: localhost\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body
    }

    /// Reads one whole message. Nil where the line ended before it was whole, or it is none.
    public static func read(from line: borrowing Descriptor) throws(IOError) -> HTTPMessage? {
        var bytes: [UInt8] = []
        var bodyStart: Int?
        var wanted = 0
        while bodyStart == nil || bytes.count < bodyStart! + wanted {
            let count = try line.append(to: &bytes)
            if count == 0 { return nil }
            guard bodyStart == nil else { continue }
            guard let end = headEnd(bytes) else {
                if bytes.count > mostHead { return nil }
                continue
            }
            bodyStart = end
            guard let length = contentLength(String(decoding: bytes[..<end], as: UTF8.self)), length <= mostBody else {
                return nil
            }
            wanted = length
        }
        let text = String(decoding: bytes[..<bodyStart!], as: UTF8.self)
        let head = String(text.prefix { !$0.isNewline })
        return HTTPMessage(head, body: Array(bytes[bodyStart!..<(bodyStart! + wanted)]))
    }

    /// Where the body begins: behind the empty line.
    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }.map { $0 + 4 }
    }

    /// 0 where the head does not say; nil where it says nonsense.
    private static func contentLength(_ head: String) -> Int? {
        for line in head.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("content-length:") {
            guard let length = Int(line.dropFirst(15).filter { $0 != " " }), length >= 0 else { return nil }
            return length
        }
        return 0
    }
}

extension Descriptor {
    /// Reads what is there and appends it; 0 at the end.
    fileprivate func append(to bytes: inout [UInt8]) throws(IOError) -> Int {
        var room = [UInt8](repeating: 0, count: 65_536)
        var failure: IOError?
        let count = room.withUnsafeMutableBytes { raw -> Int in
            do throws(IOError) { return try read(into: raw) } catch { failure = error }
            return 0
        }
        if let failure { throw failure }
        bytes += room[..<count]
        return count
    }
}
