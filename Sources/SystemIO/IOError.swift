/// A call to the system that failed: what was tried, on which path, and the system's reason.
public struct IOError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb phrase: `open`, `create the folder`.
    public var action: String
    public var path: String
    /// The system's error number.
    public var code: Int32

    public init(_ action: String, _ path: String, code: Int32 = errno) {
        self.action = action
        self.path = path
        self.code = code
    }

    public var description: String { "cannot \(action) \(path): \(reason)" }
    /// The system's text for the code.
    public var reason: String { String(cString: strerror(code)) }
}
