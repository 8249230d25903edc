import FieldModel

/// Lines of a log as they were written, for an app that shows its own log while it runs.
public struct LiveLines: Sendable {
    /// One line of a day file.
    public struct Line: Hashable, Sendable {
        /// The record's number in the log.
        public var n: SequenceNumber
        public var isSample: Bool
        /// A JSON object, or a row of the samples' CSV; without line feed.
        public var text: String
    }

    /// In the order of their numbers.
    public var lines: [Line]
    /// Bytes that were written and overwritten between two calls; the files have them.
    public var missedBytes: UInt64
}
