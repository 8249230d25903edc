/// The standard day, varied by the seed: home, a walk to the car, a drive with a tunnel and a motorway, the car park, the
/// office with a walk at noon, the train home, the night. Home is the arbitrary point 50 N 10 E.

extension Itinerary {
    /// Where the standard day begins and ends.
    public static let home = Place(latitude: 50, longitude: 10)

    /// A day of 24 h drawn from `seed`. Every trouble has its window in it; which of them really happen is said later.
    public static func standard(seed: UInt64, parameters: Parameters) -> Itinerary {
        var plan = DayPlan(seed: seed, parameters: parameters)
        return Itinerary(start: home, legs: plan.legs())
    }
}

/// Draws the legs. Places are metres north and east of home.
private struct DayPlan {
    private var random: DayRandom
    private let parameters: Parameters

    init(seed: UInt64, parameters: Parameters) {
        random = DayRandom(seed: seed, stream: .plan)
        self.parameters = parameters
    }

    mutating func legs() -> [Leg] {
        morning() + drive() + office() + ride() + night()
    }

    private mutating func morning() -> [Leg] {
        [
            Leg(
                .resting, .stay(seconds: random.between(2400, 4800)), .indoors,
                troubles: [TroubleWindow(.staleStart, until: 5)]),
            walk((0, 250), (130, 250)),
        ]
    }

    private mutating func drive() -> [Leg] {
        let lights = [random.between(20, 75), random.between(20, 75), random.between(0, 75)]
        let held = random.between(10, 50)
        return [
            Leg(.resting, .stay(seconds: random.between(30, 60))),
            Leg(
                .driving,
                .go(
                    places((900, 250), (1800, 400), (2600, 900), (3000, 1500)),
                    Pace(parameters[.cityPace], acceleration: 2, endsStanding: false, pauses: lights))),
            Leg(
                .driving,
                .go(
                    places((3600, 4500), (3600, 9000)),
                    Pace(parameters[.roadPace], acceleration: 1.5, endsStanding: false))),
            // 1,452 m with a bend: straight on would end in the rock.
            Leg(
                .driving, .go(places((3640, 9700), (3900, 10_400)), Pace(parameters[.roadPace], endsStanding: false)),
                troubles: [TroubleWindow(.tunnel)]),
            Leg(
                .driving,
                .go(
                    places((4000, 14_000), (4200, 23_000)),
                    Pace(parameters[.motorwayPace], acceleration: 1.5, endsStanding: false)),
                troubles: [TroubleWindow(.lateBatch, from: held, until: held + Int(parameters[.lateSeconds]))]),
            Leg(.driving, .go(places((4400, 24_000)), Pace(parameters[.cityPace], acceleration: 2))),
            parking(),
            walk((4640, 24_000), (4640, 24_180)),
        ]
    }

    private mutating func parking() -> Leg {
        let first = random.between(12, 30)
        let second = first + random.between(15, 40)
        let third = second + random.between(15, 40)
        return Leg(
            .resting, .stay(seconds: third + random.between(10, 60)),
            troubles: [first, second, third].map { TroubleWindow(.parkingSpike, from: $0, until: $0 + 1) })
    }

    private mutating func office() -> [Leg] {
        [
            Leg(
                .resting, .stay(seconds: random.between(10_800, 14_400)), .indoors,
                troubles: [TroubleWindow(.wifiDrift)]),
            noonWalk(),
            afternoon(),
        ]
    }

    private mutating func noonWalk() -> Leg {
        let from = random.between(60, 200)
        var leg = walk((4640, 24_500), (5000, 24_500), (5000, 24_180), (4640, 24_180))
        leg.troubles = [TroubleWindow(.cachedRepeat, from: from, until: from + random.between(90, 300))]
        return leg
    }

    private mutating func afternoon() -> Leg {
        let seconds = random.between(9000, 12_600)
        let outlier = random.between(600, 2400)
        let suspended = random.between(3000, 6000)
        let resumed = suspended + Int(parameters[.suspensionSeconds])
        return Leg(
            .resting, .stay(seconds: seconds), .indoors,
            troubles: [
                TroubleWindow(.wifiDrift, from: 0, until: outlier),
                TroubleWindow(.wifiOutlier, from: outlier, until: outlier + 60),
                TroubleWindow(.wifiDrift, from: outlier + 60, until: suspended),
                TroubleWindow(.suspension, from: suspended, until: resumed),
                TroubleWindow(.wifiDrift, from: resumed),
            ])
    }

    private mutating func ride() -> [Leg] {
        var coarse: [TroubleWindow] = []
        var second = random.between(40, 120)
        while second < 900 {
            let until = second + random.between(50, 180)
            coarse.append(TroubleWindow(.coarse, from: second, until: until))
            second = until + random.between(25, 90)
        }
        return [
            walk((6000, 24_180)),
            Leg(.resting, .stay(seconds: random.between(120, 600))),
            Leg(
                .train,
                .go(
                    places((9000, 18_000), (8000, 9000), (3000, 3000), (1500, 700)),
                    Pace(parameters[.trainPace], acceleration: 0.5, pauses: [60, 90, 0])), troubles: coarse),
            walk((700, 700), (0, 0)),
        ]
    }

    private mutating func night() -> [Leg] {
        let from = random.between(20_000, 32_000)
        let window = TroubleWindow(.falseSpeed, from: from, until: from + Int(parameters[.falseSeconds]))
        return [Leg(.resting, .stay(seconds: nil), .indoors, troubles: [window])]
    }

    private mutating func walk(_ corners: (Double, Double)...) -> Leg {
        let pace = Pace(parameters[.walkingPace] * random.between(0.9, 1.1), acceleration: 1)
        return Leg(.walking, .go(corners.map(place), pace))
    }

    private func places(_ corners: (Double, Double)...) -> [Place] { corners.map(place) }

    private func place(_ metres: (north: Double, east: Double)) -> Place {
        Itinerary.home.moved(Offset(north: metres.north, east: metres.east))
    }
}
