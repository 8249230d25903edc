/// The three clocks. Each has a type of its own, so that the compiler refuses to mix them; differences are plain
/// milliseconds.

/// What a wall clock showed: milliseconds since 1970-01-01T00:00:00Z. It can be set, step back, or be unset.
public struct WallTime: RawRepresentable, Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch.
    public var rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
    @inlinable public init(_ milliseconds: Int64) { self.rawValue = milliseconds }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    /// Milliseconds from `b` to `a`, clamped instead of overflowing: times from a damaged log may lie anywhere.
    @inlinable public static func - (a: Self, b: Self) -> Int64 { a.rawValue.clampedSubtracting(b.rawValue) }
    @inlinable public static func + (a: Self, milliseconds: Int64) -> Self {
        Self(a.rawValue.clampedAdding(milliseconds))
    }
}

/// Milliseconds since boot on the clock that runs on through sleep (CLOCK_BOOTTIME, mach_continuous_time).
public struct BootTime: RawRepresentable, Hashable, Comparable, Sendable {
    /// Milliseconds since boot, sleep included.
    public var rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
    @inlinable public init(_ milliseconds: Int64) { self.rawValue = milliseconds }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    /// Milliseconds from `b` to `a`, clamped.
    @inlinable public static func - (a: Self, b: Self) -> Int64 { a.rawValue.clampedSubtracting(b.rawValue) }
    @inlinable public static func + (a: Self, milliseconds: Int64) -> Self {
        Self(a.rawValue.clampedAdding(milliseconds))
    }
}

/// Milliseconds since boot on the clock that stops in sleep (CLOCK_MONOTONIC, mach_absolute_time).
public struct Uptime: RawRepresentable, Hashable, Comparable, Sendable {
    /// Milliseconds since boot, sleep left out.
    public var rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
    @inlinable public init(_ milliseconds: Int64) { self.rawValue = milliseconds }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    /// Milliseconds from `b` to `a`, clamped.
    @inlinable public static func - (a: Self, b: Self) -> Int64 { a.rawValue.clampedSubtracting(b.rawValue) }
}

/// Position of a record in its log folder: rises strictly, never reset, shared by events and samples. 0 means "not yet
/// recorded"; the first record of a log is 1.
public typealias SequenceNumber = UInt64

/// Where and when a record stands: its sequence number and the clocks read as it was taken.
public struct Stamp: Hashable, Sendable {
    /// 0 where the record has no number yet (a fix the live core judges before the recorder writes it).
    public var n: SequenceNumber
    public var wallTime: WallTime
    /// Absent in imports.
    public var bootTime: BootTime?
    /// Absent in imports, and in samples.
    public var uptime: Uptime?

    @inlinable
    public init(n: SequenceNumber = 0, wallTime: WallTime, bootTime: BootTime? = nil, uptime: Uptime? = nil) {
        self.n = n
        self.wallTime = wallTime
        self.bootTime = bootTime
        self.uptime = uptime
    }

    /// The clock that timers and motion states run on, in milliseconds: time since boot, or for a log without it the
    /// wall clock. Only differences mean anything.
    @inlinable public var coreClock: Int64 { bootTime?.rawValue ?? wallTime.rawValue }
}

extension Int64 {
    @inlinable func clampedSubtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : difference
    }

    @inlinable func clampedAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : sum
    }
}
