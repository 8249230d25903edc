import SystemIO

/// Held for the milliseconds of a launch, so that of two processes only one becomes the writer. Never longer: iOS ends an
/// app that is suspended with a lock.
struct FolderLock: ~Copyable {
    private let descriptor: Descriptor

    /// Waits until the lock of the folder is free.
    static func take(in stateFolder: String) throws(IOError) -> FolderLock {
        let path = FileSystem.join(stateFolder, "launch.lock")
        let descriptor = try Descriptor(open: path, flags: O_RDWR | O_CREAT, mode: 0o600)
        do throws(IOError) {
            _ = try Interruption.retrying("lock", path) { Int(flock(descriptor.rawValue, LOCK_EX)) }
        } catch {
            // A file system without locks: two launches in the same milliseconds are not worth refusing all.
            guard error.code == ENOLCK || error.code == ENOTSUP else { throw error }
        }
        return FolderLock(descriptor: descriptor)
    }

    /// Closing the descriptor lets the lock go.
    consuming func letGo() {}
}
