/// How each trouble looks from the receiver's side.
import FieldModel

/// What a receiver without sky goes on with.
struct DeadReckoning {
    var place: Place
    var step: Offset
    var speed: Double
}

extension Receiver {
    /// The first fix is one the system still had from days ago; the true ones follow it.
    mutating func staleStart(_ truth: TrueMoment) -> [Observation] {
        let now = fresh(restReading(truth))
        guard troubleSecond == 0 else { return now }
        let elsewhere = truth.row.place.moved(away(parameters[.staleDistance]))
        return [
            Observation(
                reading: networkReading(truth, at: elsewhere, claiming: parameters[.restClaimed]),
                age: parameters[.staleAge])
        ] + now
    }

    mutating func tunnelReading(_ truth: TrueMoment) -> FixReading {
        var state =
            reckoned
            ?? DeadReckoning(
                place: truth.row.place, step: truth.direction * truth.row.speed, speed: truth.row.speed)
        state.place = troubleSecond == 0 ? state.place : state.place.moved(state.step)
        reckoned = state
        let claim = parameters[.tunnelClaimed] + parameters[.tunnelRise] * Double(troubleSecond)
        return FixReading(
            truth.row.time, state.place, accuracy: claim, verticalAccuracy: 20, speed: state.speed,
            speedAccuracy: 1 + Double(troubleSecond) * 0.1, course: state.step.course,
            courseAccuracy: 10 + Double(troubleSecond) * 0.5)
    }

    mutating func spike(_ truth: TrueMoment) -> FixReading {
        let way = away(parameters[.spikeDistance])
        return FixReading(
            truth.row.time, truth.row.place.moved(way), accuracy: parameters[.spikeClaimed], verticalAccuracy: 30,
            speed: parameters[.spikeSpeed], speedAccuracy: 2, course: way.course, courseAccuracy: 40)
    }

    mutating func driftReading(_ truth: TrueMoment) -> FixReading? {
        guard isDue(truth, every: parameters[.restInterval]) else { return nil }
        let error = driftError.next(&indoorRandom)
        let claim = indoorRandom.between(parameters[.driftClaimedLeast], parameters[.driftClaimedMost])
        return networkReading(truth, at: truth.row.place.moved(error), claiming: claim)
    }

    mutating func outlier(_ truth: TrueMoment) -> FixReading? {
        guard troubleSecond == 0 else { return driftReading(truth) }
        let place = truth.row.place.moved(away(parameters[.outlierError]))
        return networkReading(truth, at: place, claiming: parameters[.outlierClaimed])
    }

    /// The same position again, at its rhythm; nil in the seconds between, which have their true fix.
    mutating func cachedReading(_ truth: TrueMoment) -> FixReading? {
        let place = cached ?? truth.row.place.moved(away(20))
        cached = place
        guard troubleSecond % max(1, Int(parameters[.cachedInterval])) == 0 else { return nil }
        return networkReading(truth, at: place, claiming: parameters[.cachedClaimed])
    }

    mutating func coarseReading(_ truth: TrueMoment) -> FixReading? {
        guard isDue(truth, every: parameters[.coarseInterval]) else { return nil }
        // Small claims are commoner than large ones.
        let share = troubleRandom.unit() * troubleRandom.unit()
        let least = parameters[.coarseClaimedLeast]
        let claim = least + (parameters[.coarseClaimedMost] - least) * share
        let sigma = claim * parameters[.coarseErrorShare]
        let error = Offset(north: troubleRandom.normal() * sigma, east: troubleRandom.normal() * sigma)
        return networkReading(truth, at: truth.row.place.moved(error), claiming: claim)
    }

    mutating func falseReading(_ truth: TrueMoment) -> FixReading {
        let speed = parameters[.falseSpeed]
        let place = falsePlace?.moved(Offset(north: speed, east: 0)) ?? truth.row.place
        falsePlace = place
        let complete = troubleRandom.happens(parameters[.falseComplete])
        return FixReading(
            truth.row.time, place, accuracy: 12, verticalAccuracy: 12, speed: speed, speedAccuracy: complete ? 3 : -1,
            course: 0, courseAccuracy: complete ? 30 : -1)
    }

    /// A way of `length` metres in a direction of chance.
    private mutating func away(_ length: Double) -> Offset {
        let way = Offset(north: troubleRandom.normal(), east: troubleRandom.normal())
        return way.length > 0 ? way * (length / way.length) : Offset(north: length, east: 0)
    }
}
