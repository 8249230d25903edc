import CommandKit
import DecisionCore
import FieldModel
import FlightLog
import LogFormat

/// `fieldtest play`: an app on a phone whose services deliver what a log says they did.
enum PlayVerb {
    static let command = Command(
        "play", summary: "record a log from the signals of another, deciding live",
        details: [
            """
            Runs as an app would on the phone that the signals come from: the recorder writes down what comes in, the \
            live core decides, heartbeats tell that it is alive. Its clocks run at the chosen speed and go on while it \
            does not run, so that a second start with the same log is a relaunch later on the same day. What comes in \
            while the process is stopped or gone is missed.
            """,
            "SIGUSR1 moves the app to the background, SIGUSR2 to the foreground; SIGTERM and SIGINT end it in order.",
        ],
        flags: [
            Flag("log", value: .folder(name: "DIR"), help: "the log folder to record into"),
            Flag(
                "signals", value: .file(name: "PATH"), help: "a log folder, or a samples CSV, to take the signals from"),
            Flag("core", value: .choice(LiveCore.allNames), help: "the core that decides (trail unless said)"),
            Flag("pack", value: .file(name: "FILE"), help: "towns and streets of a walking game, for core walk"),
            Flag("speed", value: .text(name: "X"), help: "simulated seconds a second (1 unless said)"),
            Flag("period", value: .text(name: "S"), help: "simulated seconds between heartbeats (60 unless said)"),
            Flag("since", value: .text(name: "S"), help: "second of the signals to begin with, where the log is new"),
            Flag("until", value: .text(name: "S"), help: "second of the signals to end at"),
            Flag("seconds", value: .text(name: "S"), help: "simulated seconds after which this run ends"),
            Flag("background-at", value: .text(name: "S"), help: "second of this run to go to the background"),
            Flag("foreground-at", value: .text(name: "S"), help: "second of this run to come to the foreground"),
            Flag("crash", value: .choice(Crash.allCases.map(\.rawValue)), help: "crash in this way"),
            Flag("crash-after", value: .text(name: "S"), help: "second of this run to crash in (0 unless said)"),
        ]
    ) { call in
        let log = try call.required("log")
        let plan = try plan(call)
        let period = try milliseconds("period", call) ?? 60_000
        let speed = try call.number("speed", atLeast: 0.001) ?? 1
        let core = try LiveCore(call.text("core") ?? TrailCore.name, pack: call.text("pack"))
        let source = try call.required("signals")
        let head = try SignalHead(of: source)
        let requests = Requests()
        let timeline = try Timeline(
            keptIn: log, begins: head.begins, since: milliseconds("since", call) ?? 0, speed: speed)
        // The log is open before a day of signals is read: a kill in the first second leaves its trace.
        let tracker = Tracker(try recorder(log, timeline, head.columns, period: period), core)
        tracker.receive(.appMoved(to: timeline.isNew ? .foreground : .background))
        let signals = try SignalSource(source, begins: head.begins)
        var player = Player(signals, plan, timeline, tracker, requests, missedAfter: max(1, period / 2))
        player.play()
        tracker.end()
        return .done
    }

    private static func recorder(
        _ log: String, _ timeline: Timeline, _ columns: SampleColumns, period: Int64
    ) throws -> Recorder {
        var configuration = Recorder.Configuration(app: "fieldtest", build: "1")
        configuration.columns = columns
        configuration.clock = .scaled(from: timeline.now, scale: timeline.speed)
        configuration.heartbeatPeriod = period
        // The user opened it first; afterwards it is a location that brings it back.
        configuration.launchReason = timeline.isNew ? .user : .location
        return try Recorder(openingLogAt: log, configuration)
    }

    private static func plan(_ call: Invocation) throws -> Player.Plan {
        var plan = Player.Plan()
        plan.until = try milliseconds("until", call)
        plan.length = try milliseconds("seconds", call)
        for (flag, state) in [("background-at", AppState.background), ("foreground-at", .foreground)] {
            if let at = try milliseconds(flag, call) { plan.moves.append((at, state)) }
        }
        plan.crash = call.text("crash").flatMap(Crash.init)
        plan.crashAt = try milliseconds("crash-after", call) ?? 0
        return plan
    }

    /// An option in seconds as milliseconds.
    private static func milliseconds(_ flag: String, _ call: Invocation) throws -> Int64? {
        try call.number(flag, atLeast: 0).map { Int64(($0 * 1000).rounded()) }
    }
}
