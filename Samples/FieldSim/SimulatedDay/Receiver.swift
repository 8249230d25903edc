/// What a phone's location service makes of the truth, second by second: its readings, right, wrong and missing. It knows
/// nothing of how they will be judged.
import FieldModel

/// One reading and how many seconds after its own time it is delivered at the earliest.
struct Observation {
    var reading: FixReading
    /// Seconds between the reading's own time and this moment; 0 for a fresh one.
    var age: Double = 0
}

struct Receiver {
    let parameters: Parameters
    var skyRandom: DayRandom
    var indoorRandom: DayRandom
    var troubleRandom: DayRandom

    var skyError: GroundNoise
    var claimError: CorrelatedNoise
    var speedError: CorrelatedNoise
    var altitudeError: CorrelatedNoise
    var restError: GroundNoise
    var driftError: GroundNoise

    /// Second of the leg at which the next fix comes where there is not one a second.
    var due = 0
    var leg = -1
    var trouble: Trouble?
    /// Seconds since the trouble began.
    var troubleSecond = 0
    var reckoned: DeadReckoning?
    var falsePlace: Place?
    var cached: Place?

    init(seed: UInt64, parameters: Parameters) {
        self.parameters = parameters
        skyRandom = DayRandom(seed: seed, stream: .sky)
        indoorRandom = DayRandom(seed: seed, stream: .indoors)
        troubleRandom = DayRandom(seed: seed, stream: .troubles)
        skyError = GroundNoise(sigma: parameters[.skySigma], correlation: parameters[.skyCorrelation])
        claimError = CorrelatedNoise(sigma: parameters[.skyClaimedSpread], correlation: parameters[.skyCorrelation])
        speedError = CorrelatedNoise(sigma: parameters[.skySpeedSigma], correlation: 0.5)
        altitudeError = CorrelatedNoise(sigma: parameters[.altitudeSigma], correlation: parameters[.skyCorrelation])
        restError = GroundNoise(sigma: parameters[.restSigma], correlation: parameters[.restCorrelation])
        driftError = GroundNoise(sigma: parameters[.driftSigma], correlation: parameters[.driftCorrelation])
    }

    /// The readings of this second, in the order they are delivered.
    mutating func observe(_ truth: TrueMoment) -> [Observation] {
        notice(truth)
        // The error goes on whether or not anyone asks for it.
        let sky = truth.reception == .sky ? skyReading(truth) : nil
        switch truth.row.trouble {
        case nil, .lateBatch: return fresh(sky ?? restReading(truth))
        case .staleStart: return staleStart(truth)
        case .tunnel: return fresh(tunnelReading(truth))
        case .parkingSpike: return fresh(spike(truth))
        case .wifiDrift: return fresh(driftReading(truth))
        case .wifiOutlier: return fresh(outlier(truth))
        case .cachedRepeat: return fresh(cachedReading(truth) ?? sky)
        case .suspension: return []
        case .coarse: return fresh(coarseReading(truth))
        case .falseSpeed: return fresh(falseReading(truth))
        }
    }

    func fresh(_ reading: FixReading?) -> [Observation] { reading.map { [Observation(reading: $0)] } ?? [] }

    /// A new leg or another trouble begins: what belonged to the old one is forgotten.
    private mutating func notice(_ truth: TrueMoment) {
        if truth.leg != leg {
            leg = truth.leg
            due = 0
            restError.restart()
            driftError.restart()
        }
        if truth.row.trouble == trouble {
            troubleSecond += 1
        } else {
            trouble = truth.row.trouble
            troubleSecond = 0
            due = truth.second
            reckoned = nil
            falsePlace = nil
            cached = nil
        }
    }

    /// Whether the next of the occasional fixes is due, and when the one after it is.
    mutating func isDue(_ truth: TrueMoment, every interval: Double) -> Bool {
        guard truth.second >= due else { return false }
        due = truth.second + max(1, Int((interval * indoorRandom.between(0.6, 1.4)).rounded()))
        return true
    }
}

// MARK: - Where nothing is wrong

extension Receiver {
    /// Metres above the sea; the ground is flat here.
    static let altitude = 310.0

    mutating func skyReading(_ truth: TrueMoment) -> FixReading {
        let error = skyError.next(&skyRandom)
        let claim = max(parameters[.skyClaimed] + claimError.next(&skyRandom), 3)
        let speed = max(0, truth.row.speed + (truth.row.speed > 0 ? speedError.next(&skyRandom) : 0))
        // A direction of travel needs travel.
        let moves = speed >= 0.5
        return FixReading(
            truth.row.time, truth.row.place.moved(error), accuracy: claim,
            altitude: Self.altitude + altitudeError.next(&skyRandom), verticalAccuracy: claim * 1.2, speed: speed,
            speedAccuracy: parameters[.skySpeedAccuracy], course: moves ? truth.direction.course : -1,
            courseAccuracy: moves ? parameters[.skyCourseAccuracy] : -1)
    }

    mutating func restReading(_ truth: TrueMoment) -> FixReading? {
        guard isDue(truth, every: parameters[.restInterval]) else { return nil }
        let error = restError.next(&indoorRandom)
        return networkReading(truth, at: truth.row.place.moved(error), claiming: parameters[.restClaimed])
    }

    /// A position from Wi-Fi or cells: no speed, no course.
    func networkReading(_ truth: TrueMoment, at place: Place, claiming accuracy: Double) -> FixReading {
        FixReading(truth.row.time, place, accuracy: accuracy)
    }
}

extension FixReading {
    /// A reading with every column there; what is not given is invalid, as Wi-Fi and cells leave it.
    init(
        _ time: WallTime, _ place: Place, accuracy: Double, altitude: Double = Receiver.altitude,
        verticalAccuracy: Double = 10, speed: Double = -1, speedAccuracy: Double = -1, course: Double = -1,
        courseAccuracy: Double = -1
    ) {
        self.init(
            sampleTime: Double(time.rawValue) / 1000, latitude: place.latitude, longitude: place.longitude,
            horizontalAccuracy: accuracy, altitude: altitude, verticalAccuracy: verticalAccuracy, speed: speed,
            speedAccuracy: speedAccuracy, course: course, courseAccuracy: courseAccuracy)
    }
}
