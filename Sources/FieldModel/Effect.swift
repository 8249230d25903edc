/// What the shell around a core is to do, beside running the receiver: a core has no timer and no service of its own.
public enum Effect: Hashable, Sendable {
    /// Starts the timer, anew where it runs already; its end comes back as `Signal.timerFired`.
    case startTimer(id: String, milliseconds: Int64)
    case cancelTimer(id: String)
    case start(Service)
    case stop(Service)
    /// Watches these regions and no others.
    case armRegions([String])
    /// Tells the user that a place was reached: one tap starts.
    case offerStart(place: String)
    /// Asks the user for full accuracy, this once.
    case askFullAccuracy
}

/// A service of the platform that a core switches on and off.
public enum Service: String, CaseIterable, Sendable {
    /// Significant changes and visits: what starts the app again.
    case wakes
    /// The motion sensor's reports.
    case motion
}

/// A state machine of a core went from one state to another: all four are stable codes.
public struct StateChange: Hashable, Sendable {
    /// Which machine: `phase`, `walk` …
    public var machine: String
    public var from: String
    public var to: String
    /// The input that led to it.
    public var cause: String

    @inlinable
    public init(_ machine: String, from: String, to: String, cause: String) {
        self.machine = machine
        self.from = from
        self.to = to
        self.cause = cause
    }
}

/// A short stretch of the accelerometer, the mean taken off, rounded once to thousandths of g.
public struct AccelerationBurst: Hashable, Sendable {
    /// Root mean square, mg.
    public var rms: Int32
    /// Largest, mg.
    public var peak: Int32

    @inlinable
    public init(rms: Int32, peak: Int32) {
        self.rms = rms
        self.peak = peak
    }
}
