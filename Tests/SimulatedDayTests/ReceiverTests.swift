import FieldModel
import SimulatedDay
import Testing

/// What the receiver makes of the truth, in figures. The limits are those of the field reports that the parameters
/// name.
@Suite("Receiver") struct ReceiverTests {
    static let day = SimulatedDay.first

    @Test("is right within its claim about three times in four under open sky") func sky() {
        let fixes = Self.day.observed(during: nil).filter { $0.row.activity != .resting }
        let within = fixes.map { $0.error.length / $0.claim }.share { $0 <= 1 }
        #expect((0.6...0.95).contains(within))
        #expect(fixes.count > 3000)
    }

    @Test("errs in the same direction from one second to the next") func skyCorrelation() {
        let fixes = Self.day.observed(during: nil).filter { $0.row.activity == .walking }
        #expect(fixes.map(\.error.north).lagOneAutocorrelation > 0.9)
    }

    @Test("claims 15 to 30 m of Wi-Fi that is really 20 to 60 m off", arguments: 1...2 as ClosedRange<UInt64>)
    func drift(seed: UInt64) {
        let fixes = SimulatedDay(seed: seed).observed(during: .wifiDrift)
        #expect(fixes.map(\.claim).allSatisfy { (15...30).contains($0) })
        #expect(fixes.map(\.error.length).share { (20...60).contains($0) } > 0.55)
        #expect(fixes.map { $0.error.length / $0.claim }.median > 1.3)
        #expect((0.7...0.95).contains(fixes.map(\.error.north).lagOneAutocorrelation))
        #expect((0.7...0.95).contains(fixes.map(\.error.east).lagOneAutocorrelation))
        #expect(fixes.allSatisfy { $0.fix.speed.rawValue < 0 })
    }

    @Test("is 158 m off at a claimed 22 m once in the afternoon") func outlier() {
        let worst = Self.day.observed(during: .wifiOutlier).max { $0.error.length < $1.error.length }!
        #expect(abs(worst.error.length - 158) < 0.1)
        #expect(worst.claim == 22)
    }

    @Test("claims 65 m at rest, 6 to 11 m off in the median", arguments: 1...2 as ClosedRange<UInt64>)
    func rest(seed: UInt64) {
        let fixes = SimulatedDay(seed: seed).observed(during: nil).filter { $0.claim == 65 }
        #expect((6...11).contains(fixes.map(\.error.length).median))
    }

    @Test("lets its accuracy rise from 14 to 94 m in a tunnel of 65 s, going straight on") func tunnel() {
        let fixes = Self.day.observed(during: .tunnel)
        #expect(fixes[0].claim == 14)
        #expect(abs(fixes[65].claim - 94) < 0.01)
        // 703 m into the mountain the road bends by 20 degrees: the last 747 m end 254 m beside the line.
        #expect(fixes.last!.error.length > 150)
        #expect(Set(fixes.map(\.fix.course)).count == 1)
    }

    @Test("throws three spikes of 230 m at the car park, complete with a speed") func spikes() {
        let fixes = Self.day.observed(during: .parkingSpike)
        #expect(fixes.count == 3)
        #expect(fixes.allSatisfy { abs($0.error.length - 230) < 0.1 && $0.fix.speed == Quantity(900) })
    }

    @Test("drives 875 m north while the phone lies still, mostly without the accuracy of its speed") func falseSpeed() {
        let fixes = Self.day.observed(during: .falseSpeed)
        #expect(fixes.count == 36)
        #expect(fixes.allSatisfy { $0.fix.speed == Quantity(2500) && $0.fix.course == Quantity(0) })
        #expect(abs(fixes.last!.error.north - 875) < 0.1)
        #expect(fixes.count { $0.fix.speedAccuracy.isValid } < 10)
    }

    @Test("gives a first fix that is 39 h old and 15 km off") func staleStart() {
        let first = Self.day.fixes[0]
        #expect((140_947_000...140_948_000).contains(first.receiveTime - first.sampleTime))
        #expect(abs(first.place.offset(to: Itinerary.home).length - 15_000) < 20)
    }

    @Test("repeats an old position with new times between the true ones") func cached() {
        let fixes = Self.day.observed(during: .cachedRepeat)
        let repeated = fixes.filter { $0.claim == 65 }
        #expect(repeated.count > 10)
        #expect(Set(repeated.map(\.fix.place)).count == 1)
        #expect(Set(repeated.map(\.fix.sampleTime)).count == repeated.count)
        #expect(fixes.count > 3 * repeated.count)
    }

    @Test("holds 300 s of fixes back, and brings them at once with their true times") func lateBatch() {
        let fixes = Self.day.observed(during: .lateBatch)
        #expect(fixes.count == 300)
        #expect(Set(fixes.map(\.fix.sampleTime)).count == 300)
        #expect(fixes.last!.fix.receiveTime - fixes[0].fix.receiveTime < 10)
        #expect(fixes[0].fix.receiveTime - fixes[0].fix.sampleTime > 300_000)
    }

    @Test("claims between 110 and 2,600 m in a carriage, without a speed") func coarse() {
        let fixes = Self.day.observed(during: .coarse)
        #expect(fixes.count > 20)
        #expect(fixes.allSatisfy { (110...2600).contains($0.claim) && !$0.fix.speed.isValid })
    }

    @Test("is silent while the app is suspended, and the hole is known afterwards") func suspension() {
        let holes = Self.day.signals.compactMap { entry -> Int64? in
            if case .holeFound(let from, let to) = entry.signal { to - from } else { nil }
        }
        #expect(holes.count == 1)
        #expect((1_500_000...1_560_000).contains(holes[0]))
        #expect(Self.day.observed(during: .suspension).isEmpty)
    }
}
