import CommandKit
import DiagBundle
import FieldModel

/// What a bundle's maker asked for and cannot enforce: that it be gone by a day.
enum Expiry {
    /// Says on standard error that the day is over, where it is.
    static func warn(_ manifest: Manifest, of path: String) throws {
        guard let expires = manifest.expires, expires < WallTime(WallClock.milliseconds) else { return }
        try Descriptor.standardError.write(
            "warning: \(path) expired \(expires): delete it, and what was unpacked from it\n")
    }
}
