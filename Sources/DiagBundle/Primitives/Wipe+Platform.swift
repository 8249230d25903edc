import SystemIO

/// Overwrites memory in a way the optimiser may not remove.
enum Wipe {
    #if DEBUG
        /// For the test that shows that it can find secrets where they are not wiped. Debug builds only.
        nonisolated(unsafe) static var isSwitchedOff = false
    #endif

    /// Overwrites memory and gives it back.
    static func discard(_ memory: UnsafeMutableRawBufferPointer) {
        #if DEBUG
            // Kept as it is: the allocator writes its own words into what it is given back.
            if isSwitchedOff { return }
        #endif
        zero(memory)
        memory.deallocate()
    }

    static func zero(_ memory: UnsafeMutableRawBufferPointer) {
        #if DEBUG
            if isSwitchedOff { return }
        #endif
        guard let base = memory.baseAddress, memory.count > 0 else { return }
        #if canImport(Darwin)
            _ = memset_s(base, memory.count, 0, memory.count)
        #else
            explicit_bzero(base, memory.count)
        #endif
    }
}
