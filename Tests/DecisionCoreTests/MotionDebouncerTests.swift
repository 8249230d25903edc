import FieldModel
import Testing

@testable import DecisionCore

@Suite struct MotionDebouncerTests {
    private static let kinds: [Character: MotionKind] = [
        "s": .stationary, "w": .walking, "r": .running, "c": .cycling, "a": .automotive, "u": .unknown,
    ]

    /// Plays a timeline, a character each 10 s: a letter is a reading, a dot only time. Gives the state at each.
    private func states(_ timeline: String, start: Int64 = 0, clock: (Int64) -> Int64 = { $0 }) -> String {
        var motion = MotionDebouncer()
        var states = ""
        for (index, character) in timeline.enumerated() {
            let now = clock(start + Int64(index) * 10_000)
            _ = motion.passTime(to: now, TrailRules())
            let reading = Self.kinds[character]
            _ = reading.map { motion.read($0, at: Stamp(wallTime: WallTime(now), bootTime: BootTime(now))) }
            states.append(Self.kinds.first { $0.value == motion.kind }!.key)
        }
        return states
    }

    @Test(
        "the state follows the readings by the rules",
        arguments: [
            // A definite state is believed at once.
            ("swrca", "swrca"),
            // Unknown while stationary or unknown is ignored.
            ("u.su...................", "uussssssssssssssssssssss"),
            // Unknown while moving keeps the last definite state for 180 s.
            ("wu..................", "wwwwwwwwwwwwwwwwwwwu"),
            // The time counts from the first unknown; a definite reading begins anew.
            ("wu.u.u.............u", "wwwwwwwwwwwwwwwwwwwu"),
            ("au........a.u........", "aaaaaaaaaaaaaaaaaaaaa"),
        ] as [(String, String)])
    func follows(timeline: String, expected: String) {
        #expect(states(timeline).prefix(timeline.count) == expected.prefix(timeline.count))
    }

    @Test("a clock that starts again makes nothing elapse", arguments: [1_000_000, 5_000_000] as [Int64])
    func clockRestart(start: Int64) {
        let states = states("wu..........", start: start) { $0 >= start + 60_000 ? $0 - start : $0 }
        #expect(states == "wwwwwwwwwwww")
    }
}
