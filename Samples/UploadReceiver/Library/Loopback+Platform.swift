/// Sockets on 127.0.0.1. Nothing here listens or connects anywhere else.
import SystemIO

public enum Loopback {
    /// A socket that listens on `port`, or on a free one for 0, and the port.
    public static func listen(port: UInt16) throws(IOError) -> (Int32, UInt16) {
        let handle = try open()
        var yes: Int32 = 1
        setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = Self.address(port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
                guard bind(handle, pointer, length) == 0, SystemIO.listen(handle, 64) == 0 else { return -1 }
                return getsockname(handle, pointer, &length)
            }
        }
        guard code == 0 else {
            let failure = IOError("listen on", "127.0.0.1:\(port)")
            close(handle)
            throw failure
        }
        return (handle, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection; one that says nothing for ten seconds is given up.
    public static func accept(_ listener: Int32) throws(IOError) -> Descriptor {
        var handle: Int32
        repeat {
            handle = SystemIO.accept(listener, nil, nil)
        } while handle < 0 && (errno == EINTR || errno == ECONNABORTED)
        guard handle >= 0 else { throw IOError("accept on", "127.0.0.1") }
        limit(handle)
        return Descriptor(taking: handle, path: "connection")
    }

    /// A connection to `port`.
    public static func connect(port: UInt16) throws(IOError) -> Descriptor {
        let handle = try open()
        limit(handle)
        var address = Self.address(port)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                SystemIO.connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            let failure = IOError("connect to", "127.0.0.1:\(port)")
            close(handle)
            throw failure
        }
        return Descriptor(taking: handle, path: "127.0.0.1:\(port)")
    }

    private static func open() throws(IOError) -> Int32 {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let handle = socket(AF_INET, kind, 0)
        guard handle >= 0 else { throw IOError("open a socket on", "127.0.0.1") }
        return handle
    }

    private static func limit(_ handle: Int32) {
        var time = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
