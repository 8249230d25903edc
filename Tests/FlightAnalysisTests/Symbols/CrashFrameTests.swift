import FieldModel
@testable import FlightAnalysis
import LogFormat
import Testing

/// The way to a crash as its record has it.
@Suite struct CrashFrameTests {
    private func frames(_ fields: String) throws -> [CrashFrame] {
        let value = try JSON.parse("{\(fields)}")
        return CrashFrame.all(
            in: Record(stamp: Stamp(wallTime: WallTime(0)), kind: "crash", fields: value.fields ?? []))
    }

    private static let images =
        #""images":[{"at":"0x2000","end":"0x3000","id":"BB","path":"/lib/b.so"},{"at":"0x1000","id":"aa","path":"/bin/a"}]"#

    @Test(arguments: [
        ("0x1000", Optional("a"), Optional(UInt64(0))), ("0x1fff", "a", 0xFFF), ("0x2abc", "b.so", 0xABC),
        // Beyond the end of the library it lies in neither: the program that does not say where it ends is the nearest.
        ("0x3000", "a", 0x2000), ("0xfff", nil, nil),
    ])
    func `an address belongs to the image that holds it`(address: String, image: String?, offset: UInt64?) throws {
        let frame = try #require(try frames(#""pc":["\#(address)"],\#(Self.images)"#).first)
        #expect(frame.image?.name == image)
        #expect(frame.offset == offset)
    }

    @Test(arguments: [
        "", #""pc":7"#, #""pc":["x",null,"0x","0x-1","0xfffffffffffffffff"]"#, #""pc":[],"images":[{}]"#,
    ])
    func `a record that makes no sense has no frames`(fields: String) throws {
        #expect(try frames(fields).isEmpty)
    }

    @Test func `build ids are compared in lower case`() throws {
        #expect(try frames(#""pc":["0x2000"],\#(Self.images)"#).first?.image?.buildID == "bb")
    }
}
