import FieldModel
import Testing

@testable import DecisionCore

/// What a core is set up from: states that this version kept, and those of older ones.
@Suite struct TrailStateTests {
    /// A core with a line behind it, dwelling, with a candidate open.
    private static var lived: TrailCore {
        var scene = Scene()
        scene.feed(Scene.going(0..<60, from: 0, at: 15, claimed: 14))
        scene.motion(.stationary, at: 60)
        scene.feed(Scene.still(60..<200, at: 885))
        scene.feed(Scene.fix(200, north: 1_100))
        return scene.core
    }

    /// A state without the values called `keys`, however deep.
    private static func state(_ value: Value, without keys: Set<String>) -> Value {
        guard let fields = value.fields else { return value }
        return .object(
            fields.filter { !keys.contains($0.key) }
                .map { Record.Field($0.key, state($0.value, without: keys)) })
    }

    @Test("a state of version 1, which lacks what came later, is taken up and decides on")
    func olderState() throws {
        let old = Self.state(Self.lived.state, without: ["lastFakeSpeed", "before"])
        #expect(old != Self.lived.state)
        var core = try TrailCore(rules: TrailRules(), state: old)
        #expect(core.isDwelling)
        var decisions: [Decision] = []
        let fix = Scene.fix(201, north: 885)
        core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions)
        #expect(decisions.last == .ruled(Ruling(.dwelling, measured: 0, limit: 100_000)))
    }

    @Test(
        "a state that lacks a part which was always there is refused, and the part named",
        arguments: ["motion", "validity", "line", "last", "kind", "newest", "jump", "awaitsFirstFix"])
    func unfit(key: String) {
        let torn = Self.state(Self.lived.state, without: [key])
        #expect(throws: CoreError.self) { try TrailCore(rules: TrailRules(), state: torn) }
        do throws(CoreError) { _ = try TrailCore(rules: TrailRules(), state: torn) } catch {
            #expect(error.description.contains(key))
        }
    }
}
