import Foundation
import ReferenceReceiver
import SystemIO
import TestKit
import Testing

/// gpsdlog against a gpsd that says what the test wants said. `.ci/gpsd` holds it against the real one.
@Suite struct GpsdLogTests {
    private static let greeting = #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\n"

    private static func fix(_ second: Int, _ more: String = #","eph":3.5,"track":90.0,"speed":1.5,"eps":0.4"#) -> String
    {
        #"{"class":"TPV","mode":2,"time":"2026-05-04T06:00:0\#(second).000Z","lat":48.1,"lon":11.5\#(more)}"# + "\n"
    }

    /// Serves one connection each with `talks`, then ends the program in order: its samples and its events.
    private func record(_ talks: [String], _ options: [String] = []) throws -> (samples: [String], events: [String]) {
        let folder = TemporaryFolder()
        let (listener, port) = try Loopback.listen(port: 0)
        defer { close(listener) }
        let log = folder.appending("log")
        let tool = try RunningTool("gpsdlog", ["--log", log, "--gpsd", "127.0.0.1:\(port)"] + options)
        for talk in talks {
            let line = try Loopback.accept(listener)
            // A reader that is slow to come gets it all the same: it lies in the socket.
            try line.write(talk)
        }
        // It comes back when it has read all there was.
        let last = try Loopback.accept(listener)
        tool.send(SIGTERM)
        #expect(tool.end().signal == SIGTERM)
        _ = last.path
        func lines(_ part: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: log + "/" + part).sorted().flatMap {
                try String(contentsOfFile: "\(log)/\(part)/\($0)", encoding: .utf8).split(separator: "\n").map(
                    String.init)
            }
        }
        return (try lines("samples"), try lines("events"))
    }

    /// The cells of rows from `t` on: what does not depend on when the test ran.
    private func cells(_ rows: [String]) -> [String] {
        rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(3).joined(separator: ",") }
    }

    @Test func `a fix becomes a row, and what is no fix none`() throws {
        let talk =
            Self.greeting + #"{"class":"TPV","mode":1}"# + "\n" + Self.fix(1) + #"{"class":"TPV","mode":0}"# + "\n"
            + Self.fix(2, #","eph":3.5"#) + Self.fix(3, "")
        let (samples, events) = try record([talk])
        #expect(
            cells(samples) == [
                "t,lat,lon,hacc,alt,vacc,speed,sacc,course,src,app,verdict,reason",
                "1777874401000,48.1000000,11.5000000,3.50,,,1.50,0.40,90.0,gps,bg,,",
                "1777874402000,48.1000000,11.5000000,3.50,,,,,,gps,bg,,",
                "1777874403000,48.1000000,11.5000000,,,,,,,gps,bg,r,invalid.hacc",
            ])
        let modes = events.filter { $0.contains("gpsd.mode") }.map { $0.split(separator: "mode\":").last ?? "" }
        #expect(modes == ["1}", "2}", "0}", "2}"])
    }

    @Test func `a gpsd that goes away is found again, and the log says when it was gone`() throws {
        let (samples, events) = try record([Self.greeting + Self.fix(1), Self.greeting + Self.fix(2)])
        #expect(samples.count == 3)
        let links = events.filter { $0.contains("gpsd.link") }.map { $0.contains(#""to":"up""#) }
        #expect(links == [true, false, true, false])
    }

    @Test func `lines that are no reports are told and passed over`() throws {
        let long = String(repeating: "x", count: 100_000)
        let talk = Self.greeting + "\n$GNRMC,1*00\r\n\u{0}\u{0}{\"class\":\n" + long + "\n" + Self.fix(1)
        let (samples, events) = try record([talk])
        #expect(samples.count == 2)
        #expect(events.count { $0.contains("gpsd.unread") } == 1)
        #expect(events.contains { $0.contains("gpsd.link") && $0.hasSuffix(#""unread":2}"#) })
    }

    @Test func `columns follow what the receiver is said never to give`() throws {
        let (samples, _) = try record([Self.greeting + Self.fix(1)], ["--without", "alt,vacc,cacc"])
        #expect(cells(samples)[0] == "t,lat,lon,hacc,speed,sacc,course,src,app,verdict,reason")
        #expect(cells(samples)[1] == "1777874401000,48.1000000,11.5000000,3.50,1.50,0.40,90.0,gps,bg,,")
    }

    @Test func `after 100 fixes the log says which columns this receiver gives`() throws {
        let talk = Self.greeting + (0..<100).map { Self.fix($0 % 10) }.joined()
        let (_, events) = try record([talk])
        #expect(events.contains { $0.hasSuffix(#""k":"gpsd.columns","without":"alt,vacc,cacc"}"#) })
    }

    @Test(
        arguments: [
            (["--gpsd", "localhost:0"], "HOST:PORT"), (["--gpsd", ":2947"], "HOST:PORT"),
            (["--gpsd", "host:port"], "HOST:PORT"), (["--without", "lat"], "no column 'lat'"),
            (["--period", "0"], "at least 0.1"),
        ])
    func `options that make no sense are refused before a log is begun`(options: [String], text: String) throws {
        let folder = TemporaryFolder()
        let result = try Tool.run("gpsdlog", ["--log", folder.appending("log")] + options)
        #expect(result.status == 2)
        #expect(result.errors.contains(text))
        #expect(!FileManager.default.fileExists(atPath: folder.appending("log")))
    }
}
