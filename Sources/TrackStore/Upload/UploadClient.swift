/// Uploads a run, as a pure machine: what comes back goes in, what is to be done comes out. No clock, no socket, no file.
///
/// - Chunks go one after the other; the count of those acknowledged rises only after a 200.
/// - No answer, or a failure of the receiver (5xx, 408, 429), is waited for and sent again: the same bytes, which the
///   receiver knows. Any other refusal ends the attempt.
/// - What `complete` misses is sent again. A receiver that still misses something after ten rounds is given up.
public struct UploadClient: Sendable, Equatable {
    /// Points in a chunk: chunk n holds those with `seq` in [300 n, 300 (n + 1)).
    public static let chunkSize: Int64 = 300
    /// Longest wait between two attempts, s.
    public static let longestWait: Int64 = 300
    /// Rounds of `complete` that may be answered with missing chunks.
    public static let mostRounds = 10

    /// What is to be done next, in order.
    public enum Action: Hashable, Sendable {
        case send(chunk: Int64)
        case complete(chunks: Int64)
        /// To be written down: so many chunks from the first on are acknowledged.
        case keep(chunksSent: Int64)
        /// Then `waited`.
        case wait(seconds: Int64)
        /// The receiver has everything.
        case finish
        case giveUp(Failure)
    }

    /// Why a run could not be sent.
    public enum Failure: Hashable, Sendable {
        /// A status that sending again does not help against.
        case refused(status: Int)
        /// The receiver goes on missing chunks, or names ones that do not exist.
        case keepsMissing([Int64])
    }

    private enum State: Sendable, Equatable {
        case idle
        case sending(Int64)
        case completing
        case over
    }

    public let chunks: Int64
    public private(set) var chunksSent: Int64
    private var state = State.idle
    /// Chunks that the receiver said it misses, in order.
    private var missing: [Int64] = []
    private var failures: Int64 = 0
    private var rounds = 0

    /// A run of `points` points (its next sequence number), of which `chunksSent` chunks are acknowledged.
    public init(points: Int64, chunksSent: Int64) {
        chunks = (max(0, points) + Self.chunkSize - 1) / Self.chunkSize
        self.chunksSent = min(max(0, chunksSent), chunks)
    }

    /// The first thing to do; nothing where it has begun already.
    public mutating func begin() -> [Action] {
        guard state == .idle else { return [] }
        return next()
    }

    /// An answer came.
    public mutating func answered(_ answer: UploadAnswer) -> [Action] {
        switch (state, answer) {
        case (.sending(let chunk), .stored(let stored, _)) where stored == chunk:
            failures = 0
            missing.removeAll { $0 == chunk }
            guard chunk == chunksSent else { return next() }
            chunksSent += 1
            return [.keep(chunksSent: chunksSent)] + next()
        case (.completing, .completed):
            state = .over
            return [.finish]
        case (.completing, .missing(let numbers)): return take(missing: numbers)
        case (.sending, .refused(let status)), (.completing, .refused(let status)):
            guard [408, 429].contains(status) || status >= 500 else { return giveUp(.refused(status: status)) }
            return unanswered()
        // The late or repeated answer to another request says nothing about this one.
        default: return []
        }
    }

    /// No answer came.
    public mutating func unanswered() -> [Action] {
        guard state != .over, state != .idle else { return [] }
        failures += 1
        return [.wait(seconds: min(Self.longestWait, 1 << min(failures - 1, 20)))]
    }

    /// The wait is over: the same again.
    public mutating func waited() -> [Action] {
        switch state {
        case .sending(let chunk): [.send(chunk: chunk)]
        case .completing: [.complete(chunks: chunks)]
        case .idle, .over: []
        }
    }

    private mutating func next() -> [Action] {
        if chunksSent < chunks {
            state = .sending(chunksSent)
            return [.send(chunk: chunksSent)]
        }
        if let chunk = missing.first {
            state = .sending(chunk)
            return [.send(chunk: chunk)]
        }
        state = .completing
        return [.complete(chunks: chunks)]
    }

    private mutating func take(missing numbers: [Int64]) -> [Action] {
        failures = 0
        rounds += 1
        let known = Set(numbers.filter { $0 >= 0 && $0 < chunks }).sorted()
        guard rounds <= Self.mostRounds, !known.isEmpty else { return giveUp(.keepsMissing(numbers)) }
        missing = known
        return next()
    }

    private mutating func giveUp(_ failure: Failure) -> [Action] {
        state = .over
        return [.giveUp(failure)]
    }
}
