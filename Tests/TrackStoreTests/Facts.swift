import DecisionCore
import FieldModel
import SystemIO
import TestKit
import Testing
@testable import TrackStore

/// Facts to store: a walk north from 47.5 N 7.6 E, one point every five seconds and seven metres.
enum Walk {
    static let start = RunStart(wallTime: 1_777_881_600_000, bootTime: 5_000_000, zone: 7_200)

    static func fix(_ index: Int) -> Fix {
        let time = start.wallTime + Int64(index) * 5_000
        return Fix(
            sampleTime: WallTime(time), receiveTime: WallTime(time + 120),
            bootTime: BootTime(5_000_000 + Int64(index) * 5_000 + 120), latitude: 475_000_000 + Int32(index) * 630,
            longitude: 76_000_000, horizontalAccuracy: Quantity(480), altitude: Quantity(26_000),
            verticalAccuracy: Quantity(300), speed: Quantity(140), speedAccuracy: Quantity(35), course: Quantity(0),
            courseAccuracy: Quantity(80), motion: .walking, appState: .background)
    }

    static func point(_ index: Int) -> TrailPoint { TrailPoint(NumberedFix(fix(index)), segment: 1) }

    /// Points `range` under their own numbers.
    static func batch(_ range: Range<Int>) -> [NumberedFact] {
        range.map { NumberedFact(seq: Int64($0), .point(point($0))) }
    }
}

/// An empty track in a folder of its own.
struct EmptyTrack {
    let folder = TemporaryFolder()
    var path: String { folder.appending("track.sqlite") }

    func open() throws -> FactDatabase { try FactDatabase(path) }

    /// A track with one run in it, which is 1.
    func recording() throws -> FactDatabase {
        var database = try open()
        #expect(try database.beginRun("walk", Walk.start) == 1)
        return database
    }
}
