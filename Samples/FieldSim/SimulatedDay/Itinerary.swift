/// What a person truly does in a day: legs one after the other, each staying somewhere or going somewhere. It says
/// nothing of what a receiver makes of it, only what sky it has.

/// What the person truly does.
public enum Activity: String, CaseIterable, Sendable {
    case resting, walking, driving, train
}

/// What the receiver can see.
public enum Reception: Sendable {
    /// Satellites, a fix a second.
    case sky
    /// Wi-Fi at rest, a fix now and then.
    case indoors
}

/// How fast a way is covered.
public struct Pace: Hashable, Sendable {
    /// m/s
    public var cruise: Double
    /// m/s²; infinite: the cruising speed is there from the first second.
    public var acceleration: Double
    /// Whether the leg ends standing still; else the next one goes on at speed.
    public var endsStanding: Bool
    /// Seconds that the vehicle stands at each waypoint on the way (a red light, a station).
    public var pauses: [Int]

    public init(_ cruise: Double, acceleration: Double = .infinity, endsStanding: Bool = true, pauses: [Int] = []) {
        self.cruise = cruise
        self.acceleration = acceleration
        self.endsStanding = endsStanding
        self.pauses = pauses
    }
}

/// One thing done: a stay or a way.
public struct Leg: Sendable {
    public enum Movement: Sendable {
        /// Stays where the leg before ended; nil: to the end of the day.
        case stay(seconds: Int?)
        /// Goes in straight lines through the waypoints.
        case go([Place], Pace)
    }

    public var activity: Activity
    public var movement: Movement
    public var reception: Reception
    /// In order of time, without overlap.
    public var troubles: [TroubleWindow]

    public init(
        _ activity: Activity, _ movement: Movement, _ reception: Reception = .sky, troubles: [TroubleWindow] = []
    ) {
        self.activity = activity
        self.movement = movement
        self.reception = reception
        self.troubles = troubles
    }
}

/// A day's legs.
public struct Itinerary: Sendable {
    public var start: Place
    public var legs: [Leg]
    /// Seconds; where a stay to the end of the day ends, and everything else is cut off.
    public var length: Int

    public init(start: Place, legs: [Leg], length: Int = 86_400) {
        self.start = start
        self.legs = legs
        self.length = length
    }
}
