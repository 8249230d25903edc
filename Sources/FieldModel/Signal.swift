/// What comes in: one vocabulary for every core. Past tense; the time comes beside it as a `Stamp`.
public enum Signal: Sendable {
    case fixArrived(Fix)
    case motionRead(MotionReading)
    /// New steps since the last report.
    case stepsCounted(Int)
    case burstMeasured(AccelerationBurst)
    /// The system started or resumed the app.
    case woken(by: WakeCause)
    case regionCrossed(id: String, RegionEdge)
    case visitReported(VisitReport)
    case timerFired(id: String)
    case appMoved(to: AppState)
    case trackingTurned(on: Bool)
    case authorizationChanged(Authorization)
    case batteryRead(level: Double?, plugged: Bool?)
    /// Permission-independent location settings, as recorded by name.
    case settingsChanged([Record.Field])
    case launched(run: String, boot: String)
    /// A span in which the process did not run, from its beginning to its end, on the boot clock.
    case holeFound(from: BootTime, to: BootTime)
    case zoneChanged(offset: Int)
}

/// What the system started or resumed the app for.
public enum WakeCause: String, CaseIterable, Sendable {
    case significantChange = "significant-change"
    case visit, region, push, task, motion, user
}

/// Which way a monitored region was crossed.
public enum RegionEdge: String, CaseIterable, Sendable {
    case enter, exit
}

/// A visit as the platform reports it; a missing time is one the platform does not know.
public struct VisitReport: Hashable, Sendable {
    public var arrival: WallTime?
    public var departure: WallTime?
    /// 1e-7 degree
    public var latitude: Int32
    /// 1e-7 degree
    public var longitude: Int32
    /// cm
    public var horizontalAccuracy: Quantity

    public init(
        arrival: WallTime?, departure: WallTime?, latitude: Int32, longitude: Int32, horizontalAccuracy: Quantity
    ) {
        self.arrival = arrival
        self.departure = departure
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracy = horizontalAccuracy
    }
}

/// What the user allows.
public struct Authorization: Hashable, Sendable {
    /// What the app may know of where the phone is.
    public enum Location: String, CaseIterable, Sendable { case always, whenInUse, denied, restricted, notDetermined }
    /// What the app may know of how it moves.
    public enum Motion: String, CaseIterable, Sendable {
        case authorized, denied, restricted, notDetermined, unavailable
    }
    public var location: Location?
    public var precise: Bool?
    public var motion: Motion?

    public init(location: Location? = nil, precise: Bool? = nil, motion: Motion? = nil) {
        self.location = location
        self.precise = precise
        self.motion = motion
    }
}
