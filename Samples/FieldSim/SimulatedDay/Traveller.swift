/// Goes through an itinerary second by second, and knows the truth: where, how fast, how far.
import FieldModel

/// The truth of one second.
public struct TruthRow: Hashable, Sendable {
    public var time: WallTime
    public var place: Place
    public var activity: Activity
    /// m/s
    public var speed: Double
    /// Metres of true path since the day began.
    public var metres: Double
    /// The trouble that is on, if any.
    public var trouble: Trouble?
}

/// What the receiver needs to know beside the row that is kept.
struct TrueMoment {
    var row: TruthRow
    /// A metre in the direction of travel; the last one while standing.
    var direction: Offset
    var reception: Reception
    /// Counts the legs; a receiver's error begins anew with each stay.
    var leg: Int
    /// Seconds since the leg began.
    var second: Int
}

struct Traveller {
    private let itinerary: Itinerary
    private let troubles: Set<Trouble>
    private let start: WallTime

    private var place: Place
    private var metres = 0.0
    private var speed = 0.0
    private var direction = Offset(north: 1, east: 0)
    private var legIndex = 0
    private var secondOfLeg = 0
    private var waypoint = 0
    private var pause = 0
    /// Seconds since the day began.
    private(set) var second = 0

    init(_ itinerary: Itinerary, troubles: Set<Trouble>, start: WallTime) {
        self.itinerary = itinerary
        self.troubles = troubles
        self.start = start
        place = itinerary.start
    }

    /// The truth now, then goes on for a second; nil at the end of the day.
    mutating func next() -> TrueMoment? {
        guard second < itinerary.length, legIndex < itinerary.legs.count else { return nil }
        let leg = itinerary.legs[legIndex]
        let row = TruthRow(
            time: start + Int64(second) * 1000, place: place, activity: leg.activity, speed: speed, metres: metres,
            trouble: trouble(of: leg))
        let moment = TrueMoment(
            row: row, direction: direction, reception: leg.reception, leg: legIndex, second: secondOfLeg)
        second += 1
        secondOfLeg += 1
        advance(1)
        return moment
    }

    private func trouble(of leg: Leg) -> Trouble? {
        for window in leg.troubles where (window.from..<window.until).contains(secondOfLeg) {
            return troubles.contains(window.trouble) ? window.trouble : nil
        }
        return nil
    }

    /// Goes on for `time` seconds or what is left of one.
    private mutating func advance(_ time: Double) {
        guard legIndex < itinerary.legs.count else { return }
        switch itinerary.legs[legIndex].movement {
        case .stay(let seconds):
            speed = 0
            if let seconds, secondOfLeg >= seconds { beginNextLeg() }
        case .go(let waypoints, let pace):
            if pause > 0 {
                pause -= 1
                speed = 0
            } else {
                go(time, to: waypoints, pace)
            }
        }
    }

    private mutating func go(_ time: Double, to waypoints: [Place], _ pace: Pace) {
        let way = place.offset(to: waypoints[waypoint])
        let left = way.length
        let isLast = waypoint == waypoints.count - 1
        let pauses = isLast ? 0 : waypoint < pace.pauses.count ? pace.pauses[waypoint] : 0
        let stopsThere = isLast ? pace.endsStanding : pauses > 0
        speed = nextSpeed(time, left: left, stops: stopsThere, pace)
        let step = speed * time
        if left > 0 { direction = way * (1 / left) }
        // A micrometre short of it is there: steps add up with rounding.
        guard step >= left - 1e-6 else {
            place = place.towards(waypoints[waypoint], share: step / left)
            metres += step
            return
        }
        place = waypoints[waypoint]
        metres += left
        waypoint += 1
        if stopsThere {
            speed = 0
            pause = pauses
        }
        if isLast { beginNextLeg() }
        // What is left of the second is spent on the next waypoint, so that nothing is lost at a bend.
        if !stopsThere, step > left { advance(time * (step - left) / step) }
    }

    /// Speeds up to the cruising speed, and brakes so as to stand at the waypoint.
    private func nextSpeed(_ time: Double, left: Double, stops: Bool, _ pace: Pace) -> Double {
        guard pace.acceleration.isFinite else { return pace.cruise }
        let change = pace.acceleration * time
        let wanted = stops ? min(pace.cruise, (2 * pace.acceleration * left).squareRoot()) : pace.cruise
        // A crawl at the end instead of an approach that never arrives.
        return max(min(max(wanted, speed - 2 * change), speed + change), min(0.5, pace.cruise))
    }

    private mutating func beginNextLeg() {
        legIndex += 1
        secondOfLeg = 0
        waypoint = 0
    }
}
