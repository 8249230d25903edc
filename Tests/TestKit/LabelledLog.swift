/// A made-up log with labelled gaps. Process events come first (frozen, killed, crashed, off, disk full …), lines and
/// labels are both made from them; nothing here knows how an analysis works. The same seed gives the same log.
public struct LabelledLog {
    /// What really happened in a stretch without a sign of life.
    public struct Label: Hashable, Sendable {
        public var kind: String
        /// ms
        public var duration: Int64
    }

    public private(set) var lines: [String] = []
    public private(set) var labels: [Label] = []
    /// Lines that no reader can use.
    public private(set) var damagedLines = 0
    /// How often the wall clock was set.
    public private(set) var clockSteps = 0

    private var random: SeededRandom
    private let period: Int64
    private let tellsCPU: Bool
    private var n = 0
    private var wall: Int64
    private var boot: Int64 = 40_000
    private var awake: Int64 = 30_000
    private var cpu: Double = 50
    private var cpuShare: Double
    private var run = 0
    private var bootID = 0
    private var build = 1
    private var nextDue: Int64 = 0
    private var isForeground = false
    private var lastSign: Int64 = 0
    private var lastWall: Int64 = 0

    /// - Parameters:
    ///   - incidents: how many labelled gaps.
    public init(seed: UInt64, incidents: Int) {
        random = SeededRandom(seed: seed)
        period = [10_000, 60_000, 300_000].randomElement(using: &random)!
        tellsCPU = Int.random(in: 0..<4, using: &random) > 0
        cpuShare = Double.random(in: 0.005...0.05, using: &random)
        wall = 1_777_881_600_000 + Int64.random(in: 0..<86_400_000, using: &random)
        launch(previous: nil)
        while labels.count < incidents {
            live(beats: Int.random(in: 2...5, using: &random))
            disturb()
            incident()
        }
        live(beats: 2)
    }

    /// The file's bytes.
    public var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func pass(_ millis: Int64, asleep: Int64 = 0, cpuShare share: Double? = nil) {
        wall += millis
        boot += millis
        awake += millis - asleep
        cpu += Double(millis - asleep) * (share ?? cpuShare)
    }

    private mutating func write(_ kind: String, _ members: String = "") {
        n += 1
        lines.append(
            #"{"n":\#(n),"t":\#(wall),"m":\#(boot),"u":\#(awake),"k":"\#(kind)"\#(members.isEmpty ? "" : "," + members)}"#
        )
        lastSign = boot
        lastWall = wall
    }

    private mutating func launch(previous: String?) {
        run += 1
        nextDue = boot + period
        cpu = 20
        write(
            "launch",
            #""run":"R\#(run)","boot":"B\#(bootID)","app":"made-up","build":"\#(build)","period":\#(period),"reason":"location""#
        )
        if let previous { write("prev-exit", previous) }
        isForeground = .random(using: &random)
        write("app", #""to":"\#(isForeground ? "fg" : "bg")""#)
    }

    private mutating func beat() {
        let cpuText = tellsCPU ? #","cpu":\#(Int64(cpu))"# : ""
        write("hb", #""app":"\#(isForeground ? "fg" : "bg")","cb":3,"a":1,"r":2,"due":\#(nextDue)\#(cpuText)"#)
        nextDue = boot + period
    }

    /// Ordinary life: beats on time, something else in between now and then.
    private mutating func live(beats: Int) {
        for _ in 0..<beats {
            let before = Int64.random(in: 1..<period, using: &random)
            if Bool.random(using: &random), boot + before < nextDue {
                pass(before)
                write("motion", #""kind":"walking","conf":"high""#)
            }
            pass(max(0, nextDue - boot) + Int64.random(in: 0..<200, using: &random))
            beat()
        }
    }

    /// What is no gap: clocks that are set, damage, a receiver that gives nothing.
    private mutating func disturb() {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            wall += [-7_200_000, -180_000, 3_600_000].randomElement(using: &random)!
            clockSteps += 1
            // The system tells the app; without a record in between nobody could know of it.
            write("clock")
        case 1:
            lines.append(#"{"n":\#(n),"t":17778"#)
            damagedLines += 1
        case 2: lines[lines.count - 1] += String(repeating: "\0", count: Int.random(in: 1...300, using: &random))
        case 3:
            // Beats are held up while other records go on.
            for _ in 0..<4 {
                pass(period)
                write("motion", #""kind":"cycling""#)
            }
            nextDue = boot + period
        default: break
        }
    }

    private mutating func incident() {
        pass(Int64.random(in: 0..<period / 2, using: &random))
        if Bool.random(using: &random) { write("mark", #""text":"x""#) }
        // Clearly longer than one and a half periods.
        let length = period * Int64.random(in: 22...400, using: &random) / 10
        switch Int.random(in: 0..<14, using: &random) {
        case 0...3: freeze(length)
        case 4 where tellsCPU: stall(length)
        case 5: turnOff(length)
        case 6: loseRecords(length)
        default: end(length)
        }
    }

    private mutating func label(_ kind: String) {
        labels.append(Label(kind: kind, duration: boot - lastSign))
    }

    private mutating func freeze(_ length: Int64) {
        pass(length, asleep: length * Int64.random(in: 0...9, using: &random) / 10, cpuShare: 0)
        label("suspended")
        switch Int.random(in: 0..<3, using: &random) {
        case 0: write("wake", #""by":"significant-change""#)
        case 1:
            write("motion", #""kind":"automotive""#)
            pass(50)
        default: break
        }
        let from = lastSign
        beat()
        write("hole", #""from":\#(from - length),"to":\#(from)"#)
    }

    private mutating func stall(_ length: Int64) {
        pass(length, cpuShare: .random(in: 0.2...1.5, using: &random))
        label("stalled")
        beat()
    }

    private mutating func turnOff(_ length: Int64) {
        let isTracking = Bool.random(using: &random)
        isTracking ? write("track", #""on":false"#) : write("hb.off")
        pass(length)
        label("off")
        isTracking ? write("track", #""on":true"#) : write("hb.on")
        nextDue = boot + period
    }

    private mutating func loseRecords(_ length: Int64) {
        let from = boot
        pass(length)
        label("unwritten")
        write("lost", #""records":\#(length / 1000 + 1),"bytes":9000,"from":\#(from),"to":\#(boot),"why":"disk full""#)
        beat()
    }

    /// The process ends, and another one starts later.
    private mutating func end(_ length: Int64) {
        let last = isForeground ? "fg" : "bg"
        var cause = "killed"
        var isTorn = false
        var rebooted = false
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
            cause = "crash"
            write("crash", #""sig":\#([4, 6, 11].randomElement(using: &random)!),"pc":["0x1"]"#)
        case 1:
            cause = "crash"
            isTorn = true
            lines.append(#"{"n":\#(n + 1),"t":\#(wall),"m":\#(boot),"u":\#(awake),"k":"crash","si"#)
            damagedLines += 1
        case 2:
            cause = "exit"
            write("exit", #""reason":"\#(["user", "signal", "api"].randomElement(using: &random)!)""#)
        case 3:
            cause = "killed-while-terminating"
            write("app", #""to":"terminating""#)
        case 4:
            cause = "reboot"
            rebooted = true
        case 5:
            cause = "update"
            build += 1
        default: break
        }
        pass(length)
        if rebooted {
            labels.append(Label(kind: cause, duration: wall - lastWall))
            bootID += 1
            boot = Int64.random(in: 5_000...20_000, using: &random)
            awake = boot
        } else {
            label(cause)
        }
        // What only the phone could see is in its own verdict; otherwise it may be missing.
        var previous: String?
        if cause == "killed", Bool.random(using: &random) {
            cause = ["out-of-memory", "watchdog", "killed", "debugger"].randomElement(using: &random)!
            labels[labels.count - 1].kind = cause
            previous =
                #""last":"\#(last)","cause":"\#(cause)","clean":false,"crashed":false,"confidence":"medium","evidence":[]"#
        } else if !isTorn, Bool.random(using: &random) {
            previous =
                #""last":"\#(last)","cause":"\#(cause)","clean":\#(cause == "exit"),"crashed":\#(cause == "crash"),"#
                + #""confidence":"high","evidence":[]"#
        }
        launch(previous: previous)
    }
}
