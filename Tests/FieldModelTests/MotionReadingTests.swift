import FieldModel
import Testing

@Suite struct MotionReadingTests {
    static let flags: [(flags: MotionFlags, kind: MotionKind)] = [
        ([], .unknown), ([.stationary], .stationary), ([.stationary, .automotive], .automotive),
        ([.walking, .cycling], .cycling), ([.walking, .running], .running), ([.walking, .stationary], .walking),
        ([.stationary, .walking, .running, .cycling, .automotive], .automotive),
    ]

    @Test("of several flags the first of automotive, cycling, running, walking, stationary counts", arguments: flags)
    func kind(flags: MotionFlags, kind: MotionKind) { #expect(flags.kind == kind) }
}
