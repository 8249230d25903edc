import FieldModel
import Testing

@testable import FlightAnalysis

@Suite("From a log to a drawing")
struct DrawingBuilderTests {
    private static let start: Int64 = 1_777_881_600_000

    /// A walker's row of the field faults: seconds, degrees, accuracy in m; 1.4 m/s and complete.
    private static func sample(_ n: SequenceNumber, _ seconds: Double, _ latitude: Double, _ longitude: Double = 10)
        -> Sample
    {
        let reading = FixReading(
            sampleTime: Double(start) / 1000 + seconds, latitude: latitude, longitude: longitude, horizontalAccuracy: 8,
            speed: 1.4, speedAccuracy: 0.3, course: 0, courseAccuracy: 5)
        return Sample(
            n: n, fix: Fix(reading, receiveTime: WallTime(start + Int64((seconds * 1000).rounded())), bootTime: nil))
    }

    private static func record(_ seconds: Int64, _ kind: String, _ fields: Value, n: SequenceNumber = 1) -> Record {
        Record(stamp: Stamp(n: n, wallTime: WallTime(start + seconds * 1000)), kind: kind, fields: fields.fields ?? [])
    }

    @Test("B004: 20 minutes of silence break the line in two, with a connector of that cause between")
    func silence() {
        var builder = DrawingBuilder()
        for (n, row) in [(0.0, 50.0), (10, 50.000126), (1210, 50.027106), (1220, 50.027231)].enumerated() {
            builder.take(Self.sample(SequenceNumber(n + 1), row.0, row.1))
        }
        let plain = builder.finished(name: "B004")
        #expect(plain.lines.map { $0.points.map(\.n) } == [[1, 2], [3, 4]])
        #expect(plain.connectors.map(\.cause) == ["pause"])
        #expect(plain.connectors.map(\.duration) == [1_200_000])
        let gap = GapSpan(
            n: 3, from: WallTime(Self.start + 20_000), to: WallTime(Self.start + 1_200_000), duration: 1_180_000,
            kind: "suspended")
        #expect(builder.finished(name: "", gaps: [gap]).connectors.map(\.cause) == ["suspended"])
    }

    @Test("a line breaks off at a gap that the judge bridges, not at one that takes up little of the pause")
    func shortGap() {
        var builder = DrawingBuilder()
        for (n, row) in [(0.0, 50.0), (10, 50.000126), (18, 50.000227), (28, 50.000353)].enumerated() {
            builder.take(Self.sample(SequenceNumber(n + 1), row.0, row.1))
        }
        func gap(from: Int64, to: Int64) -> GapSpan {
            GapSpan(
                n: 3, from: WallTime(Self.start + from), to: WallTime(Self.start + to), duration: to - from,
                kind: "killed")
        }
        #expect(builder.finished(name: "").lines.map { $0.points.map(\.n) } == [[1, 2, 3, 4]])
        let broken = builder.finished(name: "", gaps: [gap(from: 11_000, to: 17_400)])
        #expect(broken.lines.map { $0.points.map(\.n) } == [[1, 2], [3, 4]])
        #expect(broken.connectors.map(\.cause) == ["killed"])
        #expect(builder.finished(name: "", gaps: [gap(from: 11_000, to: 14_000)]).lines.count == 1)
    }

    @Test("A point has the note of its own sample: what was the case then, and the verdict of that moment")
    func notes() throws {
        var builder = DrawingBuilder()
        builder.take(Self.record(0, "launch", ["run": "r"], n: 1))
        builder.take(Self.record(0, "state", ["code": "phase", "to": "probing", "cause": "enable"], n: 2))
        var refused = Self.sample(3, 1, 50)
        (refused.verdict, refused.reason) = (.rejected, "duplicatePosition")
        builder.take(refused)
        builder.take(Self.record(5, "state", ["code": "phase", "to": "moving", "cause": "fix"], n: 4))
        for (n, second) in [(5, 10.0), (6, 20), (7, 30)] as [(SequenceNumber, Double)] {
            var sample = Self.sample(n, second, 50 + second * 0.00002)
            sample.verdict = .accepted
            builder.take(sample)
        }
        builder.take(Self.sample(0, 40, 50.001))
        let drawing = builder.finished(name: "")
        let points = drawing.lines.flatMap(\.points)
        let notes = points.map { point in point.note.map { drawing.notes[Int($0)] } }
        #expect(points.map(\.n) == [3, 5, 6, 7, 0])
        #expect(drawing.notes.count == 2)
        #expect(notes.map { $0?.annotations.phase } == ["probing", "moving", "moving", "moving", nil])
        #expect(notes.map { $0?.annotations.cause } == ["enable", "fix", "fix", "fix", nil])
        #expect(notes.map { $0?.reason } == ["duplicatePosition", "", "", "", nil])
        #expect(notes.map { $0?.verdict } == [.rejected, .accepted, .accepted, .accepted, nil])
    }

    @Test("B056: a reading without a place is no point")
    func invalid() {
        var builder = DrawingBuilder()
        builder.take(Self.sample(1, 0, .nan))
        builder.take(Self.sample(2, 1, 50, .infinity))
        builder.take(Self.sample(3, 2, 50))
        #expect(builder.finished(name: "").lines.map { $0.points.map(\.n) } == [[3]])
    }

    @Test("A source without accuracies has points all the same: the rule that asks for them does not apply")
    func noAccuracy() {
        var builder = DrawingBuilder()
        for (n, latitude) in [50.0, 50.0003, 50.0006].enumerated() {
            var sample = Self.sample(SequenceNumber(n + 1), Double(n * 20), latitude)
            sample.fix.horizontalAccuracy = .absent
            builder.take(sample)
        }
        #expect(builder.finished(name: "").lines.map { $0.points.map(\.n) } == [[1, 2, 3]])
    }

    @Test("A new run breaks the line, and its cause stands as a mark where the old one ended")
    func runs() {
        var builder = DrawingBuilder()
        builder.take(Self.record(0, "launch", ["run": "a", "boot": "b"]))
        builder.take(Self.sample(1, 1, 50))
        builder.take(Self.sample(2, 11, 50.0003))
        builder.take(Self.record(12, "launch", ["run": "c", "boot": "b"], n: 3))
        builder.take(Self.sample(4, 21, 50.0020))
        builder.take(Self.sample(5, 31, 50.0040))
        let last = Moment(Stamp(n: 2, wallTime: WallTime(Self.start + 11_000)), boot: 0)
        builder.take(
            RunEnd(
                run: "a", at: last, cause: "killed", last: .unknown, clean: false, crashed: false, certainty: .low,
                evidence: [], isRecorded: false, context: LifeContext()))
        let drawing = builder.finished(name: "")
        #expect(drawing.lines.count == 2)
        #expect(drawing.connectors.map(\.cause) == ["segment"])
        #expect(drawing.marks.map(\.text) == ["killed"])
        #expect(drawing.marks.map(\.latitude) == [500_003_000])
    }

    @Test("A mark made before the first fix stands at the first fix")
    func early() {
        var builder = DrawingBuilder()
        builder.take(Self.record(0, "mark", ["text": "off we go"]))
        #expect(builder.finished(name: "").marks.isEmpty)
        builder.take(Self.sample(1, 1, 50.5))
        let drawing = builder.finished(name: "")
        #expect(drawing.marks.map(\.text) == ["off we go"])
        #expect(drawing.marks.map(\.latitude) == [505_000_000])
    }

    @Test("The meridian at 180 degrees east is drawn under its other name")
    func meridian() {
        var builder = DrawingBuilder()
        builder.take(Self.sample(1, 1, 50, 180))
        #expect(builder.finished(name: "").lines.first?.points.first?.fix.longitude == -1_800_000_000)
    }
}
