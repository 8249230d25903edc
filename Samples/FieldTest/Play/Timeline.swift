/// Simulated clocks that run `speed` times as fast as the real ones and go on while no process runs: what a boot clock of
/// the phone would show is the real one times the speed, and the wall clock is tied to it once, in a file of the log.
import CommandKit
import FieldModel
import LogFormat

struct Timeline {
    /// Whether this is the first run of the log.
    let isNew: Bool
    let speed: Double
    /// What the clocks showed as this was made.
    let now: Stamp
    /// What the wall clock shows when the first signal is due.
    let begins: WallTime

    /// - Parameters:
    ///   - begins: the wall clock of the first signal.
    ///   - since: ms of the signals that a new log leaves out.
    init(keptIn log: String, begins: WallTime, since: Int64, speed: Double) throws {
        let path = FileSystem.join(log, "state/clock.json")
        let real = SystemClocks.now
        let tie: Tie
        if try FileSystem.entry(at: path) != nil {
            tie = try Tie(JSON.parse(FileSystem.contents(of: path)), path: path)
            guard tie.speed == speed else {
                throw Complaint.usage("\(log) was begun at speed \(tie.speed)", hint: "go on with --speed \(tie.speed)")
            }
            isNew = false
        } else {
            tie = Tie(boot: real.boot, wall: begins + since, speed: speed)
            try tie.write(to: path)
            isNew = true
        }
        self.speed = speed
        self.begins = begins
        now = Stamp(
            wallTime: tie.wall + Int64(Double(real.boot - tie.boot) * speed),
            bootTime: BootTime(Int64(Double(real.boot) * speed)), uptime: Uptime(Int64(Double(real.up) * speed)))
    }
}

/// The moment at which the wall clock was tied to the real boot clock.
private struct Tie {
    var boot: Int64
    var wall: WallTime
    var speed: Double

    init(boot: Int64, wall: WallTime, speed: Double) {
        self.boot = boot
        self.wall = wall
        self.speed = speed
    }

    init(_ value: Value, path: String) throws {
        guard let boot = value["boot"]?.integer, let wall = value["wall"]?.integer, let speed = value["speed"]?.double
        else { throw Complaint("\(path) does not tie the clocks", hint: "record into a new folder") }
        self.init(boot: boot, wall: WallTime(wall), speed: speed)
    }

    func write(to path: String) throws {
        if let folder = FileSystem.parent(of: path) { try FileSystem.createFolder(folder) }
        let file = try OutputFile.create(path)
        try file.descriptor.write(
            JSON.text(["boot": .integer(boot), "wall": .integer(wall.rawValue), "speed": .number(speed)]))
        try file.commit()
    }
}
