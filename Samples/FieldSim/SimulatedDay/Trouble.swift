/// What can go wrong with a position, each as it was met in the field.
public enum Trouble: String, CaseIterable, Sendable {
    /// The first fix after the launch is days old and from elsewhere.
    case staleStart = "stale-start"
    /// No sky: the receiver goes on along its last course and lets its accuracy rise.
    case tunnel
    /// Fixes are held back and come together, minutes late, with their true times.
    case lateBatch = "late-batch"
    /// The car stands, single fixes lie over 200 m off with a plausible speed.
    case parkingSpike = "parking-spike"
    /// Wi-Fi wanders about and claims to be better than it is.
    case wifiDrift = "wifi-drift"
    /// One Wi-Fi fix far off that claims to be good.
    case wifiOutlier = "wifi-outlier"
    /// An old position comes again and again with new times, between true ones.
    case cachedRepeat = "cached-repeat"
    /// The app is suspended: nothing is delivered, nothing written.
    case suspension
    /// In a carriage: cells and Wi-Fi along the line instead of the sky.
    case coarse
    /// The phone lies still and reports 25 m/s due north, the motion sensor misled along with it.
    case falseSpeed = "false-speed"
}

/// When a trouble is on, in seconds from the beginning of its leg.
public struct TroubleWindow: Hashable, Sendable {
    public var trouble: Trouble
    public var from: Int
    public var until: Int

    public init(_ trouble: Trouble, from: Int = 0, until: Int = .max) {
        self.trouble = trouble
        self.from = from
        self.until = until
    }
}
