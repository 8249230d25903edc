/// Brings readings to the app: after a little lag, or held back and all at once.
import FieldModel

struct Courier {
    private let parameters: Parameters
    private var random: DayRandom
    private var held: [FixReading] = []

    init(seed: UInt64, parameters: Parameters) {
        self.parameters = parameters
        random = DayRandom(seed: seed, stream: .delivery)
    }

    /// What arrives in this second: how many ms after its beginning, and the reading. In order.
    mutating func deliver(_ observations: [Observation], holding: Bool) -> [(lag: Int64, reading: FixReading)] {
        for observation in observations {
            var reading = observation.reading
            reading.sampleTime -= observation.age
            held.append(reading)
        }
        guard !holding, !held.isEmpty else { return [] }
        let lag = Int64(random.between(parameters[.lagLeast], parameters[.lagMost]))
        // A batch comes in one call, and is worked through within some milliseconds.
        let arrivals = held.enumerated().map { (lag: lag + Int64($0 / 64), reading: $1) }
        held.removeAll(keepingCapacity: true)
        return arrivals
    }
}
