import FieldModel
import LogFormat
import TestKit
import Testing

/// All that a reader makes of a whole text, given in chunks of `size`.
func readEvents(
    _ bytes: [UInt8], size: Int = 4096, wanted: Set<RecordKind>? = nil
) -> (events: [Event], damage: Damage, tears: [EventReader.Tear]) {
    var reader = EventReader(wanted: wanted)
    var events: [Event] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
        let chunk = Array(bytes[start..<min(start + size, bytes.count)])
        reader.feed(chunk.span, into: &events)
    }
    reader.finish(into: &events)
    return (events, reader.damage, reader.tears)
}

@Suite struct EventReaderTests {
    static let heartbeat =
        #"{"n":812,"t":1777881600000,"m":1000000,"u":900000,"k":"hb","app":"bg","cb":58,"a":12,"r":46,"age":1.5}"#

    @Test(arguments: [1, 7, 4096])
    func `a line gives its stamp, kind and fields`(size: Int) {
        let (events, damage, _) = readEvents(Array((Self.heartbeat + "\n").utf8), size: size)
        let stamp = Stamp(
            n: 812, wallTime: WallTime(1_777_881_600_000), bootTime: BootTime(1_000_000), uptime: Uptime(900_000))
        #expect(
            events == [
                Event(
                    record: Record(
                        stamp: stamp, kind: "hb",
                        fields: [
                            .init("app", "bg"), .init("cb", 58), .init("a", 12), .init("r", 46), .init("age", 1.5),
                        ]),
                    kind: .heartbeat)
            ])
        #expect(damage == Damage())
    }

    @Test(arguments: [
        #"{"k":"hb","t":5,"m":2,"x":1}"#, #"{ "x" : 1 , "m":2.0, "t":"1970-01-01T00:00:00.005Z", "k":"hb" }"#,
        #"{"t":5,"k":"hb","m":2,"x":1}"#, "5 hb m=2 x=1", "1970-01-01T00:00:00.005Z hb m=2 x=1",
    ])
    func `the order and form of the keys do not matter`(line: String) {
        let (events, damage, _) = readEvents(Array(line.utf8))
        let stamp = Stamp(wallTime: WallTime(5), bootTime: BootTime(2))
        #expect(events == [Event(Record(stamp: stamp, kind: "hb", fields: [.init("x", 1)]))])
        #expect(!damage.isLoss)
    }

    @Test func `the short form knows app states, motion words and switches`() {
        let text = """
            2026-05-04T08:00:00Z hb bg car cb=58 a=12 r=46 age=1
            2026-05-04T08:00:01Z app fg
            2026-05-04T08:00:02Z motion still conf=high
            2026-05-04T08:00:03Z track off
            2026-05-04T08:00:04Z prev-exit last=bg
            2026-05-04T08:00:05Z crash sig=11
            2026-05-04T08:00:06Z mark text="at the door, waiting"

            """
        let (events, damage, _) = readEvents(Array(text.utf8))
        #expect(
            events.map(\.record.fields) == [
                [
                    .init("app", "bg"), .init("motion", "automotive"), .init("cb", 58), .init("a", 12),
                    .init("r", 46), .init("age", 1),
                ],
                [.init("to", "fg")], [.init("kind", "stationary"), .init("conf", "high")], [.init("on", false)],
                [.init("last", "bg")], [.init("sig", 11)], [.init("text", "at the door, waiting")],
            ])
        #expect(!damage.isLoss)
    }

    @Test func `B057 numbers that are not finite are damage with their lines, and the good line is read`() {
        let text = """
            {"k":"fix","hacc":inf}
            {"k":"fix","hacc":NaN}
            {"k":"fix","hacc":1e999}
            \(Self.heartbeat)

            """
        let (events, damage, _) = readEvents(Array(text.utf8), wanted: [])
        #expect(events.map(\.record.stamp.n) == [812])
        #expect(damage.findings.map(\.line) == [1, 2, 3])
        #expect(damage.linesSkipped == 3)
    }

    @Test(arguments: [
        (#"{"n":1,"t":1,"m":1,"u":1,"k":"hb","cb":inf}"#, 42), (#"{"n":1,"t":1,"m":1,"u":1,"k":"hb","cb":1e999}"#, 39),
        (#"{"n":1,"t":1,"m":1,"u":1,"k":"hb","cb":1} x"#, 42), (#"{"n":1,"t":1,"m":1,"u":1,"k":"hb",}"#, 34),
        (#"{"t":1,"m":1}"#, 0), (#"{"k":"hb","m":1}"#, 0), (#"{"n":-1,"t":1,"k":"hb"}"#, 0), ("[1]", 0),
    ])
    func `what is not wanted is checked all the same`(line: String, offset: Int64) {
        for wanted in [nil, []] as [Set<RecordKind>?] {
            let (events, damage, _) = readEvents(Array((line + "\n").utf8), wanted: wanted)
            #expect(events.isEmpty)
            #expect(damage[.malformed] == 1)
        }
    }

    @Test func `B093 all complete lines are used and the last one is truncated`() {
        let (events, damage, _) = readEvents(Array((Self.heartbeat + "\n" + #"{"k":"hb","w":"2026-05-04T08:0"#).utf8))
        #expect(events.count == 1)
        #expect(damage[.tornTail] == 1)
        #expect(damage.findings.first?.line == 2)
        #expect(damage.findings.first?.detail.text(in: .en).contains("truncated") == true)
    }

    @Test(arguments: [
        "crash si", #"{"n":9,"t":1,"m":1,"u":1,"k":"crash","si"#, #"{"n":9,"t":1,"m":1,"u":1,"k":"cras"#,
        "2026-05-04T08:00:00Z crash si",
    ])
    func `B106 a torn line says when it began as a crash`(tail: String) {
        let whole = readEvents(Array((Self.heartbeat + "\n" + tail).utf8))
        #expect(whole.events.count == 1)
        #expect(whole.tears.map(\.beginsAsCrash) == [true])
        #expect(whole.damage[.tornTail] == 1)
        let joined = readEvents(Array((Self.heartbeat + "\n" + tail + Self.heartbeat + "\n").utf8))
        #expect(joined.events.count == 2)
        #expect(joined.tears.map(\.beginsAsCrash) == [true])
        #expect(joined.damage[.halfLine] == 1)
    }

    @Test func `B091 a thousand lines behind a hole are read`() {
        let hole = [UInt8](repeating: 0, count: 512)
        let bytes =
            Array((Self.heartbeat + "\n").utf8) + hole
            + Array(String(repeating: Self.heartbeat + "\n", count: 1000).utf8)
        let (events, damage, _) = readEvents(bytes, size: 100)
        #expect(events.count == 1001)
        #expect(damage[.nulRun] == 1)
        #expect(damage.isLoss)
    }

    @Test func `text that is no UTF-8 is repaired and counted, and the record stays`() {
        let bytes = Array(#"{"n":1,"t":1,"k":"mark","text":"a"#.utf8) + [0xFF] + Array("\"}\n".utf8)
        for wanted in [nil, []] as [Set<RecordKind>?] {
            let (events, damage, _) = readEvents(bytes, wanted: wanted)
            #expect(events.count == 1)
            #expect(damage[.invalidText] == 1)
        }
    }

    @Test func `B074 the leap second is the first instant of the next day`() {
        let text = "2016-12-31T23:59:00Z hb\n2016-12-31T23:59:60Z hb\n2017-01-01T00:00:59Z hb\n"
        let (events, damage, _) = readEvents(Array(text.utf8))
        #expect(
            events.map(\.record.stamp.wallTime.rawValue) == [1_483_228_740_000, 1_483_228_800_000, 1_483_228_859_000])
        #expect(!damage.isLoss)
    }

    @Test func `a log cut at any byte gives the events before the cut`() {
        let lines = (1...6).map {
            #"{"n":\#($0),"t":\#($0)000,"m":\#($0)000,"u":\#($0)000,"k":"mark","text":"é\#($0)"}"#
        }
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        let whole = readEvents(bytes).events
        for cut in 0...bytes.count {
            let events = readEvents(Array(bytes[..<cut])).events
            #expect(events == Array(whole.prefix(events.count)), "cut at \(cut)")
            #expect(events.count >= bytes[..<cut].count { $0 == 0x0A }, "cut at \(cut)")
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `any bytes give events or damage, in any chunks the same`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bytes = Array(String(repeating: Self.heartbeat + "\n2026-05-04T08:00:00Z hb bg\n", count: 12).utf8)
        for _ in 0..<40 {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let whole = readEvents(bytes)
        let chunked = readEvents(bytes, size: 11)
        #expect(whole.events == chunked.events, "seed \(seed)")
        #expect(whole.damage == chunked.damage, "seed \(seed)")
        #expect(whole.events.count + whole.damage.linesSkipped >= 20, "seed \(seed)")
    }
}
