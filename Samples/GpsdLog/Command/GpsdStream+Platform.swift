/// The connection to gpsd: lines as they come. A gpsd that says nothing for half a minute is asked whether it is there, as
/// one without a receiver has nothing to say; one that does not answer is gone.
import CommandKit
import FieldModel
import LogFormat
import SystemIO

/// Where a gpsd listens.
struct GpsdAddress: CustomStringConvertible {
    let host: String
    let port: String

    /// - Parameter text: `HOST:PORT`, `HOST`, or `[IPv6]:PORT`.
    init(_ text: String) throws {
        var host = Substring(text)
        var port: Substring = "2947"
        if let colon = text.lastIndex(of: ":"), text.last != "]" {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, let number = UInt16(port), number > 0 else {
            throw Complaint.usage("--gpsd takes HOST:PORT, not '\(text)'", hint: "for example localhost:2947")
        }
        self.host = String(host)
        self.port = String(port)
    }

    var description: String { "\(host):\(port)" }
}

struct GpsdStream: ~Copyable {
    /// s without a word after which gpsd is asked.
    private static let silence = 30
    /// Bytes of a report; gpsd itself writes no more than 10 KiB.
    private static let longest = 65_536

    private let line: Descriptor
    private var splitter = LineSplitter(limit: longest)
    /// What has been read and not handed out, the next one last.
    private var waiting: [[UInt8]] = []

    /// Connects, by whichever of its addresses the host answers on, and asks for the stream, of one receiver or of all.
    init(_ address: GpsdAddress, device: String?) throws(IOError) {
        let line = try Self.connect(address)
        let wanted: [Record.Field] = [.init("enable", true), .init("json", true)]
        let only = device.map { [Record.Field("device", .string($0))] } ?? []
        try line.write("?WATCH=\(JSON.text(.object(wanted + only)));\n")
        self.line = line
    }

    /// The next line; nil where gpsd ended the stream.
    mutating func next() throws(IOError) -> [UInt8]? {
        while waiting.isEmpty {
            let chunk = try read()
            if chunk.isEmpty { return nil }
            cut(chunk)
        }
        return waiting.removeLast()
    }

    private mutating func cut(_ chunk: [UInt8]) {
        var at = 0
        while let found = splitter.next(in: chunk.span, at: &at) {
            let bytes = found.range.map { Array(chunk[$0]) } ?? splitter.takeJoined()
            if !bytes.isEmpty { waiting.append(bytes) }
        }
        waiting.reverse()
    }

    private func read() throws(IOError) -> [UInt8] {
        var isAsked = false
        while true {
            do throws(IOError) { return try readOnce() } catch {
                guard error.code == EAGAIN, !isAsked else { throw error }
                isAsked = true
                try line.write("?VERSION;\n")
            }
        }
    }

    private func readOnce() throws(IOError) -> [UInt8] {
        var failure: IOError?
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
            do throws(IOError) { filled = try line.read(into: UnsafeMutableRawBufferPointer(buffer)) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private static func connect(_ address: GpsdAddress) throws(IOError) -> Descriptor {
        var wanted = addrinfo()
        #if canImport(Glibc)
            wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            wanted.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, address.port, &wanted, &found) == 0 else {
            throw IOError("find the host of", address.description, code: EHOSTUNREACH)
        }
        defer { freeaddrinfo(found) }
        var failure = IOError("connect to", address.description, code: EHOSTUNREACH)
        var next = found
        while let candidate = next {
            let handle = socket(candidate.pointee.ai_family, candidate.pointee.ai_socktype, 0)
            if handle >= 0 {
                let descriptor = Descriptor(taking: handle, path: address.description)
                var wait = timeval(tv_sec: silence, tv_usec: 0)
                setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
                setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
                _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
                if SystemIO.connect(handle, candidate.pointee.ai_addr, candidate.pointee.ai_addrlen) == 0 {
                    return descriptor
                }
            }
            failure = IOError("connect to", address.description)
            next = candidate.pointee.ai_next
        }
        throw failure
    }
}

/// A gpsd that went away is an error of the write to it, not the end of this process.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
