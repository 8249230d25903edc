/// What the state file of a log says about the process that writes it, at the moment of reading.
public struct WriterState: Sendable {
    /// The run that the state belongs to.
    public var run: String
    /// Whether its process is there now.
    public var isAlive: Bool
    /// Records that were in memory only, and are read as if they stood in the files.
    public var pendingBytes: Int64

    public init(run: String, isAlive: Bool, pendingBytes: Int64) {
        self.run = run
        self.isAlive = isAlive
        self.pendingBytes = pendingBytes
    }
}
