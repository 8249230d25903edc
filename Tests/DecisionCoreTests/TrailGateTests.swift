import FieldModel
import Testing

@testable import DecisionCore

/// Each check of a fix, on both sides of its limit.
@Suite struct TrailGateTests {
    /// A fix judged after others, and the reason expected: nil for none.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var motion: MotionKind? = nil
        var before: [Fix] = []
        var fix: Fix
        var verdict: Verdict = .rejected
        var reason: Reason?
        var testDescription: String { name }
    }

    @Test("steps A: certain faults", arguments: faults)
    func fault(_ it: Case) { expect(it) }

    @Test("step B: plausible by itself", arguments: doubts)
    func doubt(_ it: Case) { expect(it) }

    @Test("step D: moved", arguments: moves)
    func move(_ it: Case) { expect(it) }

    private func expect(_ it: Case) {
        var scene = Scene()
        it.motion.map { scene.motion($0, at: -1) }
        scene.feed(it.before)
        let ruling = scene.feed(it.fix)
        #expect(ruling.verdict == it.verdict)
        #expect(ruling.reason == it.reason)
    }

    private static func accepted(_ name: String, _ motion: MotionKind?, _ before: [Fix], _ fix: Fix) -> Case {
        Case(name: name, motion: motion, before: before, fix: fix, verdict: .accepted, reason: nil)
    }

    /// The first fix of all.
    private static func accepted(_ name: String, _ fix: Fix) -> Case { accepted(name, nil, [], fix) }

    private static func positioned(latitude: Int32, longitude: Int32) -> Fix {
        var fix = Scene.fix(0)
        fix.latitude = latitude
        fix.longitude = longitude
        return fix
    }

    private static let start = Scene.fix(0, speed: 1.4)
    private static let spike = Scene.fix(10, north: 300, speed: 30)
    private static let speedless = Scene.fix(0, accuracy: 20)

    static let faults: [Case] = [
        Case(name: "a significant change is a wake", fix: Scene.fix(0, source: .significantChange), reason: .wake),
        Case(name: "a visit is a wake", fix: Scene.fix(0, source: .visit), reason: .wake),
        Case(name: "NaN in a speed", fix: Scene.fix(0, speed: .nan), reason: .invalidSpeed),
        accepted("90 degrees north", positioned(latitude: 900_000_000, longitude: 1_800_000_000)),
        Case(
            name: "beyond the pole", fix: positioned(latitude: 900_000_001, longitude: 0), reason: .invalidCoordinate),
        Case(
            name: "beyond the date line", fix: positioned(latitude: 0, longitude: -1_800_000_001),
            reason: .invalidCoordinate),
        Case(name: "the null point", fix: positioned(latitude: 0, longitude: 0), reason: .invalidCoordinate),
        accepted("beside the null point", positioned(latitude: 0, longitude: 1)),
        Case(name: "accuracy 0", fix: Scene.fix(0, accuracy: 0), reason: .invalidAccuracy),
        accepted("accuracy 1 cm", Scene.fix(0, accuracy: 0.01)),
        Case(name: "the same time again", before: [start], fix: Scene.fix(0, north: 50), reason: .duplicateTime),
        accepted("5 s ahead", Scene.fix(5, received: 0)),
        Case(name: "5.001 s ahead", fix: Scene.fix(5.001, received: 0), reason: .future),
        accepted("the first of a run, 30 s old", Scene.fix(0, received: 30)),
        Case(name: "the first of a run, 30.001 s old", fix: Scene.fix(0, received: 30.001), reason: .stale),
        accepted("old, and later than the newest", nil, [start], Scene.fix(20, north: 100, speed: 1.4, received: 600)),
        Case(
            name: "old, and earlier than the newest", before: [start],
            fix: Scene.fix(-1, north: 100, received: 30), reason: .stale),
        Case(
            name: "30 s old, and earlier than the newest", before: [start],
            fix: Scene.fix(-1, north: 100, received: 29), reason: .outOfOrder),
        Case(
            name: "the same place after 599.999 s", before: [speedless],
            fix: Scene.fix(599.999, accuracy: 20), reason: .cachedRepeat),
        Case(
            name: "the same place after 600 s", before: [speedless], fix: Scene.fix(600, accuracy: 20),
            verdict: .dwelling, reason: nil),
        Case(
            name: "the same place with another accuracy", before: [speedless],
            fix: Scene.fix(10, accuracy: 20.01), reason: .spacing),
        Case(
            name: "the same place with a speed", before: [speedless],
            fix: Scene.fix(10, accuracy: 20, speed: 0), reason: .spacing),
        Case(
            name: "the tenth newest place again", before: places(10), fix: Scene.fix(100, accuracy: 20),
            reason: .cachedRepeat),
        Case(
            name: "the eleventh newest place again", motion: .walking, before: places(11),
            fix: Scene.fix(110, accuracy: 20), verdict: .accepted, reason: nil),
    ]

    /// Places 100 m apart, the first at the origin.
    private static func places(_ count: Int) -> [Fix] {
        (0..<count).map { Scene.fix(Double($0) * 10, north: Double($0) * 100, accuracy: 20) }
    }

    static let doubts: [Case] = [
        accepted("accuracy 100 m", Scene.fix(0, accuracy: 100)),
        Case(name: "accuracy 100.01 m", fix: Scene.fix(0, accuracy: 100.01), reason: .accuracy),
        Case(
            name: "accuracy 100.01 m in a car", motion: .automotive, fix: Scene.fix(0, accuracy: 100.01),
            verdict: .coarse, reason: nil),
        Case(
            name: "accuracy 2,000 m in a car", motion: .automotive, fix: Scene.fix(0, accuracy: 2000),
            verdict: .coarse, reason: nil),
        Case(
            name: "accuracy 2,000.01 m in a car", motion: .automotive, fix: Scene.fix(0, accuracy: 2000.01),
            reason: .accuracy),
        Case(name: "399.99 m and unknown", fix: Scene.fix(0, accuracy: 399.99), reason: .accuracy),
        Case(name: "400 m and unknown", fix: Scene.fix(0, accuracy: 400), reason: .underground),
        Case(
            name: "3,000 m and stationary", motion: .stationary, fix: Scene.fix(0, accuracy: 3000),
            reason: .underground),
        Case(name: "3,000.01 m and unknown", fix: Scene.fix(0, accuracy: 3000.01), reason: .accuracy),
        Case(name: "400 m and walking", motion: .walking, fix: Scene.fix(0, accuracy: 400), reason: .accuracy),
        Case(name: "1 m/s without its accuracy", fix: Scene.fix(0, speed: 1, speedAccuracy: -1), reason: .fakeSpeed),
        Case(name: "1 m/s without a course", fix: Scene.fix(0, speed: 1, course: -1), reason: .fakeSpeed),
        Case(
            name: "1 m/s without the course's accuracy", fix: Scene.fix(0, speed: 1, courseAccuracy: -1),
            reason: .fakeSpeed),
        accepted("0.99 m/s without anything", Scene.fix(0, speed: 0.99, speedAccuracy: -1, course: -1)),
        accepted("25 m/s from a source without these columns", bare(Scene.fix(0, speed: 25))),
        Case(name: "10 s and 5 m after 26 m", before: [rise(0, 26)], fix: rise(10, 31), reason: .deadReckoned),
        accepted("10 s and 4.99 m after 26.01 m", nil, [rise(0, 26.01)], rise(10, 31)),
        accepted("9 s and 20 m after 20 m", nil, [rise(0, 20)], rise(9, 40)),
        accepted("a steady rise up to 30 m", nil, [rise(0, 20)], rise(10, 30)),
        accepted("a rise with a pause of 20.001 s", nil, [rise(0, 20)], rise(20.001, 60)),
        Case(name: "a rise with a pause of 20 s", before: [rise(0, 20)], fix: rise(20, 60), reason: .deadReckoned),
        accepted("a rise that fell in between", nil, [rise(0, 20), rise(10, 19.99)], rise(15, 40)),
        Case(
            name: "a rise that stood in between", before: [rise(0, 20), rise(10, 20)], fix: rise(15, 40),
            reason: .deadReckoned),
    ]

    /// A fix in motion at 20 m/s.
    private static func rise(_ second: Double, _ accuracy: Double) -> Fix {
        Scene.fix(second, north: 20 * second, accuracy: accuracy, speed: 20)
    }

    /// As an import gives it, without the columns of later systems.
    private static func bare(_ fix: Fix) -> Fix {
        var fix = fix
        (fix.speedAccuracy, fix.course, fix.courseAccuracy) = (.absent, .absent, .absent)
        return fix
    }

    static let moves: [Case] = [
        Case(name: "9.9 m on foot", before: [start], fix: Scene.fix(10, north: 9.9, speed: 1.4), reason: .spacing),
        accepted("10.1 m on foot", nil, [start], Scene.fix(10, north: 10.1, speed: 1.4)),
        Case(name: "59.9 m at 20 m/s", before: [start], fix: Scene.fix(10, north: 59.9, speed: 20), reason: .spacing),
        accepted("60.1 m at 20 m/s", nil, [start], Scene.fix(10, north: 60.1, speed: 20)),
        Case(name: "199.9 m at 90 m/s", before: [start], fix: Scene.fix(10, north: 199.9, speed: 90), reason: .spacing),
        accepted("200.1 m at 90 m/s", nil, [start], Scene.fix(10, north: 200.1, speed: 90)),
        Case(
            name: "as far as its own error", before: [start],
            fix: Scene.fix(10, north: 19.9, accuracy: 20, speed: 1.4), reason: .drift),
        accepted("further than its own error", nil, [start], Scene.fix(10, north: 20.1, accuracy: 20, speed: 1.4)),
        Case(
            name: "circles that touch, without speed", motion: .walking, before: [start],
            fix: Scene.fix(10, north: 27.9, accuracy: 20), reason: .drift),
        accepted("circles apart, without speed", .walking, [start], Scene.fix(10, north: 28.1, accuracy: 20)),
        Case(name: "99.9 m, nothing known", before: [start], fix: Scene.fix(10, north: 99.9), reason: .drift),
        Case(
            name: "100.1 m, nothing known", before: [start], fix: Scene.fix(10, north: 100.1), verdict: .candidate,
            reason: .jump),
        Case(
            name: "100.1 m, still by the sensor", motion: .stationary, before: [start],
            fix: Scene.fix(10, north: 100.1, speed: 0.6), verdict: .candidate, reason: .jump),
        accepted("50 m in motion, still by the sensor", .stationary, [start], Scene.fix(10, north: 50, speed: 1)),
        accepted("50 m at 0.6 m/s, nothing known", nil, [start], Scene.fix(10, north: 50, speed: 0.6)),
        // 300 m out at 30 m/s, and back at once: the judge will mark the point, so it was no jump to come back.
        accepted(
            "back from a spike, still by the sensor", .stationary, [start, spike], Scene.fix(11, north: 2, speed: 0)),
        Case(
            name: "not quite back from it", motion: .stationary, before: [start, spike],
            fix: Scene.fix(11, north: 80, speed: 0), verdict: .candidate, reason: .jump),
        Case(
            name: "a second jump while one is open", before: [start, Scene.fix(10, north: 150)],
            fix: Scene.fix(20, north: 160), reason: .jump),
    ]
}
