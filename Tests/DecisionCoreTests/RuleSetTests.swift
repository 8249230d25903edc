import FieldModel
import Testing

@testable import DecisionCore

@Suite struct RuleSetTests {
    @Test("every rule has a name, a path and a meaning of its own")
    func table() {
        #expect(Set(TrailRules.table.map(\.name)).count == TrailRules.table.count)
        #expect(Set(TrailRules.table.map(\.path)).count == TrailRules.table.count)
        #expect(Mirror(reflecting: TrailRules()).children.count == TrailRules.table.count)
    }

    @Test(
        "a rule is read in its own unit",
        arguments: [
            ("accuracy.ordinary", 100), ("spacing.least", 10), ("motion.speed", 0.7), ("leave.far", 1000),
            ("valid.repeats", 10), ("reliable.course", 90), ("spike.return", 0.5), ("join.speed-factor", 1.5),
            ("reckoned.slope", 0.5), ("motion.unknown", 180),
        ])
    func units(name: String, value: Double) throws {
        #expect(TrailRules()[try TrailRules.rule(name)] == value)
    }

    @Test("rules come back from their value as they were")
    func roundTrip() throws {
        var rules = TrailRules()
        try rules.set("accuracy.ordinary", to: 65.5)
        try rules.set("spacing.least", to: 7)
        #expect(try TrailRules(rules.value) == rules)
        #expect(try TrailRules(["spacing.least": 7]) != TrailRules())
    }

    @Test("a changed rule changes what is decided")
    func decides() throws {
        var rules = TrailRules()
        try rules.set("accuracy.ordinary", to: 30)
        var scene = Scene(rules)
        scene.feed(Scene.fix(0, accuracy: 30.01))
        #expect(scene.rulings.map(\.reason) == [.accuracy])
    }

    @Test("a rule that is not there, or cannot be so, is refused by name")
    func refused() {
        #expect(throws: CoreError.unknownRule("ordinary", like: "accuracy.ordinary")) {
            _ = try TrailRules(["ordinary": 1])
        }
        #expect(throws: CoreError.self) { try TrailRules(["spacing.least": -1]) }
        #expect(throws: CoreError.self) { try TrailRules(["spacing.least": "far"]) }
    }

    @Test("a core record holds the whole core")
    func record() throws {
        var scene = Scene()
        scene.motion(.walking, at: 0)
        scene.feed(Scene.going(0..<50, from: 0, at: 1.4))
        let record = Record(stamp: Stamp(wallTime: Scene.wallTime(50)), kind: "core", fields: scene.core.record)
        let core = try TrailCore(record: record)
        #expect(core.state == scene.core.state)
        #expect(core.rules == scene.core.rules)
        #expect(throws: CoreError.self) { try TrailCore(record: Record(stamp: record.stamp, kind: "core")) }
    }
}
