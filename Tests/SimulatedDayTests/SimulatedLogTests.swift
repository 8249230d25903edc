import FieldModel
import LogFormat
import SimulatedDay
import Testing

@Suite("Simulated log") struct SimulatedLogTests {
    static let day = SimulatedDay.first
    static let files = day.log.files

    @Test("has the same bytes for the same seed, and others for another") func bytes() {
        let again = SimulatedDay(seed: 1)
        let other = SimulatedDay(seed: 2)
        #expect(again.log.files.map(\.bytes) == Self.files.map(\.bytes))
        #expect(again.truthTable == Self.day.truthTable)
        #expect(other.log.files.map(\.bytes) != Self.files.map(\.bytes))
        #expect(other.truthTable != Self.day.truthTable)
    }

    @Test("has a file for each stream and UTC day") func days() {
        #expect(
            Self.files.map(\.path) == [
                "events/2026-05-04.jsonl", "events/2026-05-05.jsonl", "samples/2026-05-04.csv",
                "samples/2026-05-05.csv",
            ])
    }

    @Test("reads back, undamaged, as the fixes that were delivered") func fixes() {
        var read: [Sample] = []
        for file in Self.files where file.path.hasPrefix("samples/") {
            var reader = SampleReader()
            let bytes = file.bytes
            reader.feed(bytes.span, into: &read)
            reader.finish(into: &read)
            #expect(reader.damage == Damage())
        }
        #expect(read.map(\.fix) == Self.day.fixes)
        #expect(read.allSatisfy { $0.verdict == nil })
    }

    @Test("reads back, undamaged, as the signals and one beat a minute of life") func events() {
        var read: [Event] = []
        for file in Self.files where file.path.hasPrefix("events/") {
            var reader = EventReader()
            let bytes = file.bytes
            reader.feed(bytes.span, into: &read)
            reader.finish(into: &read)
            #expect(reader.damage == Damage())
        }
        #expect(read.count { $0.kind == .heartbeat } == Self.day.heartbeats.count)
        // 1,440 minutes, less one at the beginning and 25 in suspension.
        #expect((1412...1416).contains(Self.day.heartbeats.count))
        #expect(read.compactMap { Signal($0.record) }.count == Self.day.signals.count - Self.day.fixes.count)
    }

    @Test("has a truth of one row a second") func truth() {
        let lines = String(decoding: Self.day.truthTable, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 86_401)
        #expect(lines[0] == "t,lat,lon,activity,speed,metres,trouble")
        #expect(lines[1] == "1777870800000,50.0000000,10.0000000,resting,0.00,0.000,stale-start")
    }
}
