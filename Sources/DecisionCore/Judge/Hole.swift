import FieldModel

/// Spans in which the process did not run, on the clock of the fixes.
extension Stay.Span {
    /// The ends of a hole are on the boot clock: here they get the wall clock of the moment it was found. Nil where that
    /// moment has no time since boot.
    package init?(hole from: BootTime, _ to: BootTime, foundAt stamp: Stamp) {
        guard let now = stamp.bootTime else { return nil }
        self.init(from: stamp.wallTime + (from - now), to: stamp.wallTime + (to - now))
    }

    /// Whether the process slept through a good part of the time between two points: half of the hole, or as long as
    /// points are joined over. Fixes of the hole that came late, in a batch, were measured all the same.
    func breaks(from start: WallTime, to end: WallTime, joinTime: Int64) -> Bool {
        min(to, end) - max(from, start) > min(joinTime, length / 2)
    }
}
