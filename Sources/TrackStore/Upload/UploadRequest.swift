/// What goes to a receiver of uploads.
public enum UploadRequest: Hashable, Sendable {
    /// `PUT run/chunk`: stored under run and number; a repeat changes nothing.
    case put(run: String, chunk: Int64, body: [UInt8])
    /// `POST run/complete`: these are all chunks there are.
    case complete(run: String, chunks: Int64)
}

/// What a receiver answers. Every answer says which request it belongs to: late and repeated ones are told apart.
public enum UploadAnswer: Hashable, Sendable {
    /// 200: the chunk is there; false where it had been before.
    case stored(chunk: Int64, isNew: Bool)
    /// 200: every chunk is there.
    case completed
    /// 409: these are not.
    case missing([Int64])
    /// Any other status.
    case refused(status: Int)
}

/// Carries a request to a receiver and its answer back. Nil: no answer came, and whether the request arrived is not known.
public protocol UploadTransport {
    /// Sends a request and comes back with the answer.
    mutating func send(_ request: UploadRequest) -> UploadAnswer?
}
