import DecisionCore
import FieldModel
import Testing

@Suite struct PowerTests {
    /// A leg read every minute for `minutes`, draining `rate` %/h from `level` %, shown in steps of `step` %.
    static func leg(
        _ minutes: Int, rate: Double, from level: Double = 80.35, step: Double = 1, plugged: Bool? = false
    ) -> BatteryLeg {
        var leg = BatteryLeg()
        for minute in 0...minutes {
            let level = level - rate * Double(minute) / 60
            let shown = (level / step).rounded(.up) * step
            leg.read(level: shown / 100, plugged: plugged, at: stamp(minute))
        }
        return leg
    }

    static func stamp(_ minute: Int) -> Stamp {
        let millis = Int64(minute) * 60_000
        return Stamp(wallTime: WallTime(Scene.start + millis), bootTime: BootTime(millis))
    }

    static let small = PowerGates.Battery(wattHours: 7.82, health: 1)

    @Test(arguments: [1.5, 5, 8, 12.1, 30], [1.0, 5]) func theTrueRateLiesWithinTheInterval(
        _ rate: Double, _ step: Double
    ) throws {
        let found = try #require(Self.leg(120, rate: rate, step: step).rate)
        #expect(found.least <= rate && rate <= found.most)
        #expect(found.least < found.most, "steps give an interval")
    }

    @Test func theLongerTheLegTheNarrowerTheInterval() throws {
        let (short, long) = (
            try #require(Self.leg(60, rate: 8).rate), try #require(Self.leg(240, rate: 8).rate)
        )
        #expect(long.most - long.least < short.most - short.least)
        #expect(long.least > 7.8 && long.most < 8.2)
    }

    @Test func withFewerThanTwoStepsOnlyABoundIsLeft() throws {
        let none = try #require(Self.leg(30, rate: 0.1, from: 80.9).rate)
        #expect(none == BatteryRate(least: 0, most: 2), "less than a step of 1 % in half an hour")
        let one = try #require(Self.leg(30, rate: 1, from: 80.2).rate)
        #expect(one == BatteryRate(least: 0, most: 4))
    }

    @Test(arguments: [(5.0, 1.0, 391.0), (5, 0.8, 312.8), (8, 1, 625.6), (12, 1, 938.4)])
    func percentBecomeMilliwattsThroughCapacityAndHealth(_ rate: Double, _ health: Double, _ milliwatts: Double) {
        let power = BatteryRate(least: rate, most: rate).milliwatts(wattHours: 7.82, health: health)
        #expect(abs(power.least - milliwatts) < 0.001)
        #expect(power.least == power.most)
    }

    @Test(arguments: [
        (8.0, PowerGates.Verdict.passes), (11.98, .fails), (9.98, .none(.undecided)),
    ]) func thePlayersGateIsAFifthOfASmallBatteryInTwoHours(_ rate: Double, _ verdict: PowerGates.Verdict) {
        #expect(PowerGates(Self.leg(240, rate: rate), control: nil, battery: Self.small).player == verdict)
    }

    @Test func withoutAControlLegTheDeveloperHasNoVerdictWhateverElseIsKnown() {
        let legs = [
            Self.leg(240, rate: 8), Self.leg(240, rate: 0.1), BatteryLeg(), Self.leg(240, rate: 8, plugged: true),
        ]
        let verdicts = legs.flatMap { leg in
            [Self.small, nil].map { PowerGates(leg, control: nil, battery: $0).developer }
        }
        #expect(verdicts.allSatisfy { $0 == .none(.controlLeg) })
        #expect(verdicts.count == 8)
        #expect(PowerGates.Missing.controlLeg.rawValue == "needs-control-leg")
    }

    @Test(arguments: [(5.0, PowerGates.Verdict.passes), (2.0, .fails), (4.81, .none(.undecided))])
    func theAppMayAdd250MilliwattsOverTheControlWalk(_ control: Double, _ verdict: PowerGates.Verdict) {
        let gates = PowerGates(Self.leg(240, rate: 8), control: Self.leg(240, rate: control), battery: Self.small)
        #expect(gates.developer == verdict)
    }

    @Test func whatIsAddedIsAnIntervalAsWell() throws {
        let gates = PowerGates(Self.leg(240, rate: 8), control: Self.leg(240, rate: 5), battery: Self.small)
        let added = try #require(gates.added)
        #expect(added.least < 234.6 && 234.6 < added.most)
        #expect(added.most < 250)
    }

    @Test func withoutCapacityAndHealthPercentGiveNoVerdict() {
        let gates = PowerGates(Self.leg(240, rate: 8), control: Self.leg(240, rate: 5), battery: nil)
        #expect(gates.player == .none(.capacity))
        #expect(gates.developer == .none(.capacity))
        #expect(gates.milliwatts == nil)
        #expect(gates.rate != nil)
    }

    @Test(
        arguments: [(nil, 0.9), (7.82, nil), (0, 1), (7.82, 0), (7.82, 1.2), (-1, 1), (.infinity, 1), (7.82, .nan)]
            as [(Double?, Double?)]) func aBatteryNeedsACapacityAndAHealthThatCanBe(
            _ wattHours: Double?, _ health: Double?
        )
    {
        #expect(PowerGates.Battery(wattHours: wattHours, health: health) == nil)
    }

    @Test func chargingVoidsTheLeg() {
        let plugged = Self.leg(240, rate: 8, plugged: true)
        #expect(plugged.void == .charging)
        #expect(plugged.rate == nil)
        #expect(PowerGates(plugged, control: Self.leg(240, rate: 5), battery: Self.small).player == .none(.charging))
        let gates = PowerGates(Self.leg(240, rate: 8), control: plugged, battery: Self.small)
        #expect(gates.developer == .none(.controlCharging))
        #expect(gates.player == .passes)
    }

    @Test func aLevelThatRoseWasChargedWhateverThePlugSays() {
        var leg = Self.leg(60, rate: 8)
        leg.read(level: 0.9, plugged: nil, at: Self.stamp(61))
        #expect(leg.void == .charging)
    }

    @Test(arguments: [Double.nan, -0.01, 1.01, .infinity]) func whatIsNoLevelIsNotRead(_ level: Double) {
        var leg = Self.leg(60, rate: 8)
        let before = leg
        leg.read(level: level, plugged: nil, at: Self.stamp(61))
        #expect(leg == before)
    }

    @Test func oneReadingIsTooShort() {
        var leg = BatteryLeg()
        leg.read(level: 0.5, plugged: false, at: Self.stamp(0))
        #expect(leg.void == .tooShort)
        #expect(PowerGates(leg, control: leg, battery: Self.small).developer == .none(.controlTooShort))
    }
}
