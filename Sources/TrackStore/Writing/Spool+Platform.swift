import SystemIO

extension Descriptor {
    /// Makes the file readable and writable from the device's start on, before its first unlock.
    func openWhileLocked() {
        #if os(iOS)
            // Protection class D: none. A refusal leaves the folder's class, under which the spool still works unlocked.
            _ = fcntl(rawValue, F_SETPROTECTIONCLASS, 4)
        #endif
    }
}
