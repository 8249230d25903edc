import FieldModel
import LogFormat
import Testing

/// A truth table: each rule is set off by one piece of evidence, and each pair of neighbours is tried together, where
/// the earlier one has to win.
@Suite struct ExitClassifierTests {
    /// One rule with the evidence that sets it off, in the order of the table.
    struct Rule: Sendable, CustomTestStringConvertible {
        var cause: ExitCause
        var certainty: Certainty
        var evidence: [ExitEvidence]
        var set: @Sendable (inout EndedRun, inout NextLaunch) -> Void
        var testDescription: String { "\(cause.rawValue) by \(evidence.map(\.rawValue))" }
    }

    static let rules: [Rule] = [
        Rule(cause: .firstLaunch, certainty: .certain, evidence: [.noEarlierLog]) { run, _ in run.trace = .none },
        Rule(cause: .stillRunning, certainty: .certain, evidence: [.processAlive]) { run, _ in run.isRunning = true },
        Rule(cause: .crash, certainty: .certain, evidence: [.crashMarker]) { run, _ in
            run.crash = .init(signal: 11, lifeAfter: false)
        },
        Rule(cause: .exit, certainty: .certain, evidence: [.exitByUser]) { run, _ in
            run.exit = .init(reason: "user", lifeAfter: false)
        },
        Rule(cause: .killedWhileTerminating, certainty: .high, evidence: [.terminating, .noCleanExit]) { run, _ in
            run.lastState = .terminating
        },
        Rule(cause: .debugger, certainty: .medium, evidence: [.debuggerAttached]) { run, _ in run.debugger = true },
        Rule(cause: .reboot, certainty: .high, evidence: [.bootChanged]) { run, launch in
            run.boot = "a"
            launch.boot = "b"
        },
        Rule(cause: .update, certainty: .high, evidence: [.buildChanged]) { run, launch in
            run.build = "41"
            launch.build = "42"
        },
        Rule(cause: .watchdog, certainty: .medium, evidence: [.mainThreadHung, .inForeground]) { run, _ in
            run.mainThreadHung = 5000
            run.lastState = .foreground
        },
        Rule(cause: .outOfMemory, certainty: .high, evidence: [.memoryKill]) { _, launch in
            launch.memoryKillsRose = true
        },
        Rule(cause: .outOfMemory, certainty: .medium, evidence: [.lowMemory]) { run, _ in
            run.lowMemoryBeforeEnd = 10_000
        },
        Rule(cause: .taskTimeout, certainty: .medium, evidence: [.taskLimit]) { run, _ in run.taskPastLimit = true },
        Rule(cause: .cpu, certainty: .medium, evidence: [.cpuLimit]) { run, _ in run.cpuPastLimit = true },
        Rule(cause: .thermal, certainty: .medium, evidence: [.thermalCritical]) { run, _ in
            run.thermalCritical = true
        },
        Rule(cause: .prewarm, certainty: .medium, evidence: [.neverLaunched]) { run, _ in run.prewarmedOnly = true },
        Rule(cause: .killed, certainty: .low, evidence: [.inBackground, .noCrashMarker, .noCleanExit]) { run, _ in
            run.lastState = run.lastState ?? .background
        },
    ]

    private func verdict(_ rules: [Rule]) -> ExitVerdict {
        var run = EndedRun(trace: .kept)
        var launch = NextLaunch()
        for rule in rules { rule.set(&run, &launch) }
        return ExitClassifier.verdict(on: run, foundBy: launch)
    }

    @Test(arguments: rules)
    func `a rule alone decides`(rule: Rule) {
        let verdict = verdict([rule])
        #expect(verdict.cause == rule.cause)
        #expect(verdict.certainty == rule.certainty)
        #expect(verdict.evidence == rule.evidence)
        #expect(verdict.clean == (rule.cause == .exit))
        #expect(verdict.crashed == (rule.cause == .crash))
    }

    @Test(arguments: zip(rules, rules.dropFirst()))
    func `of two neighbouring rules the earlier one decides`(earlier: Rule, later: Rule) {
        #expect(verdict([later, earlier]).cause == earlier.cause)
    }

    @Test(arguments: [
        (EndedRun.StateLoss.missing, ExitEvidence.stateMissing), (.unreadable, .stateUnreadable), (.empty, .stateEmpty),
    ])
    func `a lost state is never guessed to be a kill`(loss: EndedRun.StateLoss, evidence: ExitEvidence) {
        var run = EndedRun(trace: .stateLost(loss))
        run.lastState = .background
        let verdict = ExitClassifier.verdict(on: run, foundBy: NextLaunch())
        #expect(verdict.cause == .stateLost)
        #expect(verdict.evidence == [evidence])
    }

    @Test func `a crash or an exit with life after it is not the end`() {
        var run = EndedRun(trace: .kept)
        run.crash = .init(signal: 6, lifeAfter: true)
        run.exit = .init(reason: "api", lifeAfter: true)
        run.lastState = .foreground
        let verdict = ExitClassifier.verdict(on: run, foundBy: NextLaunch())
        #expect(verdict.cause == .killed)
        #expect(verdict.last == .foreground)
        #expect(verdict.certainty == .medium)
        #expect(verdict.evidence == [.inForeground, .noCrashMarker, .noCleanExit, .signalSurvived])
    }

    @Test func `B106 a crash marker that was cut is a crash of an unknown signal`() {
        var run = EndedRun(trace: .kept)
        run.crash = .init(signal: nil, lifeAfter: false)
        run.lastState = .foreground
        let verdict = ExitClassifier.verdict(on: run, foundBy: NextLaunch())
        #expect(verdict.cause == .crash)
        #expect(verdict.signal == nil)
        #expect(verdict.evidence == [.crashMarkerCut])
    }

    @Test func `B104 an unclean end without a crash is neither clean nor crashed`() {
        var run = EndedRun(trace: .kept)
        run.lastState = .foreground
        let verdict = ExitClassifier.verdict(on: run, foundBy: NextLaunch())
        #expect(!verdict.clean)
        #expect(!verdict.crashed)
    }

    static let beyond: [(String, @Sendable (inout EndedRun, inout NextLaunch) -> Void)] = [
        (
            "hung 4,999 ms",
            { run, _ in
                run.mainThreadHung = 4999; run.lastState = .foreground
            }
        ),
        (
            "hung in the background",
            { run, _ in
                run.mainThreadHung = 60_000; run.lastState = .background
            }
        ),
        ("memory 10,001 ms before", { run, _ in run.lowMemoryBeforeEnd = 10_001 }),
        (
            "an unknown boot",
            { run, launch in
                run.boot = "a"; launch.boot = nil
            }
        ),
        (
            "an empty build",
            { run, launch in
                run.build = ""; launch.build = "42"
            }
        ),
    ]

    @Test(arguments: beyond.indices)
    func `what is just beyond a limit leaves killed`(index: Int) {
        var run = EndedRun(trace: .kept)
        var launch = NextLaunch()
        Self.beyond[index].1(&run, &launch)
        #expect(ExitClassifier.verdict(on: run, foundBy: launch).cause == .killed, "\(Self.beyond[index].0)")
    }

    @Test(arguments: [
        (0.03, Optional(false), true), (0.03, nil, true), (0.04, false, false), (0.03, true, false),
    ])
    func `a reboot notes an empty battery`(level: Double, plugged: Bool?, noted: Bool) {
        var run = EndedRun(trace: .kept)
        run.boot = "a"
        run.batteryLevel = level
        run.plugged = plugged
        var launch = NextLaunch()
        launch.boot = "b"
        let verdict = ExitClassifier.verdict(on: run, foundBy: launch)
        #expect(verdict.evidence.contains(.batteryEmpty) == noted)
    }

    @Test func `the verdict is written as parameters of prev-exit`() {
        var run = EndedRun(trace: .kept)
        run.crash = .init(signal: 11, lifeAfter: false)
        run.lastState = .background
        #expect(
            ExitClassifier.verdict(on: run, foundBy: NextLaunch()).fields == [
                .init("last", "bg"), .init("cause", "crash"), .init("clean", false), .init("crashed", true),
                .init("confidence", "certain"), .init("evidence", ["crash-marker"]), .init("sig", 11),
            ])
    }
}
