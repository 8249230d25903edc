import DecisionCore
import FieldModel
import Testing

@Suite struct AuditTests {
    @Test(arguments: AuditCode.allCases) func everyCodeHasASentenceOfItsOwnInEveryLanguage(_ code: AuditCode) {
        let sentences = Language.allCases.map { code.sentence(in: $0) }
        #expect(sentences.allSatisfy { !$0.isEmpty && $0 != code.rawValue })
        #expect(Set(sentences).count == Language.allCases.count, "\(sentences)")
    }

    @Test(arguments: AuditCode.allCases) func theSentencesOfACodeSpeakOfTheSameParameters(_ code: AuditCode) {
        let named = Language.allCases.map { language in
            Set(
                code.sentence(in: language).split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
                    $0.prefix { $0 != "}" }
                })
        }
        #expect(Set(named).count == 1, "\(named)")
    }

    static let tests =
        TrailCheck.allCases.map(\.rawValue) + RunCore.Step.allCases.map(\.rawValue)
        + FixFilter.Step.allCases.map(\.code)

    @Test(arguments: tests) func everyTestOfACoreHasASentenceOfItsOwn(_ name: String) {
        #expect(AuditLine(Check(name, measured: 1, limit: 2, outcome: .passed)).code != .testOther)
    }

    @Test func aChineseSentenceIsWrittenInChinese() {
        let without = AuditCode.allCases.filter { code in
            !code.sentence(in: .zh).unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
        }
        // `{code}: …` and `{name}: …` would be no Chinese either.
        #expect(without.isEmpty, "\(without)")
    }

    /// Every decision a core can make, once.
    static let decisions: [Decision] =
        [
            .ruled(Ruling(.accepted)), .ruled(Ruling(.rejected, .stale, measured: 1, limit: 0)),
            .ruled(Ruling(.coarse)),
            .ruled(Ruling(.candidate)), .ruled(Ruling(.dwelling)), .settled(of: 4, .backfilled),
            .motionBecame(.walking), .setProfile(WalkCore.profile), .setProfile(PhaseProfile.off),
            .dwellBegan(.circle, anchor: 3), .dwellEnded(.left, nil), .effect(.startTimer(id: "t", milliseconds: 5)),
            .effect(.cancelTimer(id: "t")), .effect(.start(.wakes)), .effect(.stop(.motion)),
            .effect(.armRegions(["a", "b"])), .effect(.offerStart(place: "a")), .effect(.askFullAccuracy),
            .stateChanged(StateChange("phase", from: "probing", to: "moving", cause: "motion")),
            .visitFiled(VisitFiling(visit: 2, .added)), .pathChosen(PathChoice("motion", path: "classic-stream")),
        ]
        + [DotRuling.Outcome.collected, .paused, .accuracy, .notPlaying, .already].map {
            .dotRuled(DotRuling(dot: 7, $0, measured: 3, limit: 4))
        }

    static let signals: [Signal] = [
        .fixArrived(Scene.fix(0, speed: 1)), .motionRead(MotionReading(kind: .walking, confidence: .high)),
        .stepsCounted(12), .burstMeasured(AccelerationBurst(rms: 40, peak: 160)), .woken(by: .push),
        .regionCrossed(id: "a", .enter),
        .visitReported(
            VisitReport(arrival: nil, departure: nil, latitude: 0, longitude: 0, horizontalAccuracy: .empty)),
        .timerFired(id: "probe"), .appMoved(to: .foreground), .trackingTurned(on: true), .trackingTurned(on: false),
        .authorizationChanged(Authorization(location: .always, precise: true, motion: .denied)),
        .batteryRead(level: 0.5, plugged: false), .settingsChanged([.init("slc", true)]),
        .launched(run: "a", boot: "b"), .holeFound(from: BootTime(0), to: BootTime(90_000)), .zoneChanged(offset: 3600),
    ]

    @Test(arguments: Language.allCases) func everySignalAndDecisionIsSpokenWithAllItsParameters(_ language: Language) {
        let lines = Self.signals.map { AuditLine($0) } + Self.decisions.map { AuditLine($0) }
        let gaps = lines.filter { $0.text(in: language).contains("–") || $0.text(in: language).contains("{") }
        #expect(gaps.isEmpty, "\(gaps.map { $0.text(in: language) })")
    }

    @Test func theAuditOfAFixTellsWhatCameWhichTestsWereMadeAndWhatWasDecided() {
        var timeline = PhaseTimeline("+")
        var account = CheckAccount()
        var decisions: [Decision] = []
        let signal = Signal.fixArrived(timeline.fix(speed: 250))
        timeline.core.decide(signal, at: timeline.stamp, into: &decisions, heardBy: &account)
        let lines = AuditLine.lines(signal, checks: account.checks, decisions: decisions)
        #expect(
            lines.map { $0.text(in: .en) } == [
                "fix received: accuracy 5.0 m, speed 2.5 m/s, 0.0 s old", "the reading is a number: passed",
                "accuracy 500 cm is more than 0: passed", "accuracy 500 cm is within 5000 cm: passed",
                "age 0 ms is no less than -5000 ms, so not in the future: passed",
                "not stale: 0 ms old, limit 30000 ms: passed", "– ms later than the last accepted fix: does not apply",
                "– mm from the last accepted fix, more than – mm: does not apply",
                "repeats no fix of the last – ms (the same one came – ms before): does not apply", "fix accepted",
            ])
        #expect(lines.last?.text(in: .fr) == "position acceptée")
        #expect(lines.last?.text(in: .zh) == "定位已接受")
    }

    @Test func codesAndParametersAreTheSameInEveryLanguageBecauseTheyHaveNone() {
        let line = AuditLine(Decision.effect(.startTimer(id: "probe", milliseconds: 45_000)))
        #expect(line.code.rawValue == "effect.start-timer")
        #expect(line.text(in: .en) == "timer probe started: 45000 ms")
        #expect(line.text(in: .fr) == "minuteur probe lancé : 45000 ms")
        #expect(line.text(in: .zh) == "定时器 probe 启动：45000 毫秒")
    }
}
