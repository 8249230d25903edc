/// What the phone's motion sensor says of the truth: late by some seconds, without an opinion now and then, and misled
/// where the receiver is misled too.
import FieldModel

struct MotionSensor {
    private let parameters: Parameters
    private var random: DayRandom
    private var announced: MotionKind?
    private var pending: (kind: MotionKind, since: WallTime, due: WallTime)?
    /// In some trains the ride is so smooth that the sensor calls it rest.
    private let feelsTrain: Bool

    init(seed: UInt64, parameters: Parameters) {
        self.parameters = parameters
        random = DayRandom(seed: seed, stream: .sensor)
        feelsTrain = !random.happens(0.2)
    }

    /// The reading of this second, if the sensor has anything to say.
    mutating func observe(_ row: TruthRow) -> MotionReading? {
        guard row.trouble != .suspension else { return nil }
        let felt = kind(felt: row)
        if pending?.kind != felt {
            // The first opinion of a day is there at once.
            let delay =
                announced == nil
                ? 0 : random.between(parameters[.sensorDelayLeast], parameters[.sensorDelayMost])
            pending = (felt, row.time, row.time + Int64(delay * 1000))
        }
        if let pending, pending.due <= row.time, pending.kind != announced {
            announced = pending.kind
            return MotionReading(kind: pending.kind, confidence: confidence(), since: pending.since)
        }
        if row.activity != .resting, announced != .unknown, random.happens(1 / parameters[.sensorUnknownEvery]) {
            announced = .unknown
            pending?.due = row.time + Int64(random.between(5000, 60_000))
            return MotionReading(kind: .unknown, confidence: .low, since: row.time)
        }
        return nil
    }

    private func kind(felt row: TruthRow) -> MotionKind {
        if row.trouble == .falseSpeed { return .automotive }
        return switch row.activity {
        case .resting: .stationary
        case .walking: .walking
        case .driving: .automotive
        case .train: feelsTrain ? .automotive : .stationary
        }
    }

    private mutating func confidence() -> Confidence {
        random.happens(0.7) ? .high : random.happens(0.5) ? .medium : .low
    }
}
