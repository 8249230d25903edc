/// The version of the log format: it stands as `format` in each `launch` record. docs/formats.md has the rules by which it
/// rises.
public enum LogVersion {
    /// What the recorder writes, and the newest that can be read.
    public static let current: Int64 = 1
}
