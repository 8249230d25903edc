import FieldModel

/// Checks of how location was asked for.
extension FieldCheck {
    static let configuration: [FieldCheck] = [
        FieldCheck(
            code: "filter-with-significant-changes",
            why: "a distance filter lets the system suspend the app until the next significant change",
            advice: """
                some apps record well with a filter of 5 to 10 m and some are suspended by any; try without one where \
                there are gaps
                """
        ) { facts in
            guard facts.events.hasSettings, facts.events.hasProfile else { return .unknown }
            return .count(facts.events.filterWithSignificantChanges)
        },
        FieldCheck(
            code: "coarse-with-significant-changes",
            why: "an accuracy coarser than 100 m beside significant changes lets the system suspend the app",
            advice: "ask for 100 m at the coarsest while significant changes are armed"
        ) { facts in
            guard facts.events.hasSettings, facts.events.hasProfile else { return .unknown }
            return .count(facts.events.coarseWithSignificantChanges)
        },
        FieldCheck(
            code: "automatic-pausing", why: "the system stops the updates by itself, and does not start them again",
            advice: "turn pausesLocationUpdatesAutomatically off, or keep another reason to run"
        ) { facts in facts.events.hasSettings ? .count(facts.events.pausing) : .unknown },
        FieldCheck(
            code: "started-in-background",
            why: "updates started in the background outside a wake last seconds",
            advice: "start them in the foreground, or right after a wake"
        ) { facts in facts.events.hasProfile ? .count(facts.events.startedInBackground) : .unknown },
        FieldCheck(
            code: "session-in-background", why: "a background session begun in the background confers nothing",
            advice: "begin it while the app is in front"
        ) { facts in facts.events.hasSettings ? .count(facts.events.sessionInBackground) : .unknown },
        FieldCheck(
            code: "indicator", why: "without Always the system shows the indicator and may end the updates",
            advice: """
                some keep the indicator shown and are left alone, some hide it with Always; hidden without Always is \
                neither
                """
        ) { facts in facts.events.hasSettings ? .count(facts.events.hiddenWithoutAlways) : .unknown },
        FieldCheck(
            code: "motion-access", why: "the rules need the motion sensor, and the stream may not run without it",
            advice: "ask for motion access before tracking, and fall back openly where it is denied"
        ) { facts in facts.events.motionKnown ? .count(facts.events.motionDenied) : .unknown },
        FieldCheck(
            code: "one-manager",
            why: "one manager for continuous updates and significant changes: their positions cannot be told apart",
            advice: "use a manager of its own for significant changes and visits"
        ) { facts in
            guard facts.samples.count > 0, facts.events.usesSignificantChanges else { return .notApplicable }
            return facts.samples.mixedSources ? .good : Outcome(verdict: .unknown)
        },
    ]
}
