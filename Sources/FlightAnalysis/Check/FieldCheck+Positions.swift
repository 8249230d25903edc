import FieldModel

/// Checks of the fixes themselves.
extension FieldCheck {
    static let positions: [FieldCheck] = [
        FieldCheck(
            code: "week-rollover", why: "the receiver's week number began anew: all its dates are 1,024 weeks off",
            advice: "shift the sample times of the whole file once; nothing else is wrong with them"
        ) { facts in
            guard facts.samples.count > 0 else { return .notApplicable }
            return .count(facts.samples.rolledOver, .fail)
        },
        FieldCheck(
            code: "late-fixes", why: "a fix that is old at its arrival says where the device was, not where it is",
            advice: "judge fixes by their own time; a late batch is no repeat"
        ) { facts in
            guard facts.samples.count > 0 else { return .notApplicable }
            var outcome = Outcome.count(facts.samples.late)
            if facts.samples.worstAge > 0 {
                outcome.evidence.insert("the oldest by \(facts.samples.worstAge / 1000) s", at: 0)
            }
            return outcome
        },
        FieldCheck(
            code: "repeated-fixes", why: "the same position comes again with a new time: a cache, not a measurement",
            advice: "compare with the last ten fixes without a satellite speed"
        ) { facts in facts.samples.count > 0 ? .count(facts.samples.repeated) : .notApplicable },
        FieldCheck(
            code: "fake-speed", why: "a speed without its accuracies was not measured: a phone lying still drives off",
            advice: "take no speed without speedAccuracy, course and courseAccuracy"
        ) { facts in facts.samples.count > 0 ? .count(facts.samples.fakeSpeed) : .notApplicable },
        FieldCheck(
            code: "dead-reckoned", why: "fixes whose accuracy only gets worse are extrapolated: a tunnel",
            advice: "draw no line through them"
        ) { facts in facts.samples.hasVerdicts ? .count(facts.samples.deadReckoned) : .notApplicable },
        FieldCheck(
            code: "chinese-grid", why: "positions read off maps of mainland China are shifted by up to 700 m (GCJ-02)",
            advice: "store what the receiver gives; convert only what is drawn on such a map, or was read off one"
        ) { facts in facts.grid.compared > 0 ? .count(facts.grid.shifted, .fail) : .notApplicable },
        FieldCheck(
            code: "wake-in-track", why: "the position of a significant change or a visit is off by hundreds of metres",
            advice: "use it to wake, never as a point"
        ) { facts in facts.samples.hasVerdicts ? .count(facts.samples.wakesInTrack, .fail) : .notApplicable },
        FieldCheck(
            code: "first-fix", why: "the first fix after a launch is often one that was cached long ago",
            advice: "judge it by its age like any other"
        ) { facts in facts.samples.hasVerdicts ? .count(facts.samples.firstUnconditional, .fail) : .notApplicable },
        FieldCheck(
            code: "end-uncertain", why: "no good fix followed the last point: the trip may have ended elsewhere",
            advice: "show the end as uncertain"
        ) { facts in facts.samples.hasVerdicts ? .count(facts.samples.uncertainEnds) : .notApplicable },
        FieldCheck(
            code: "old-fix", why: "the newest fix is older than 30 min while the receiver should be on",
            advice: "start the updates anew at the next wake, and look at permissions"
        ) { facts in facts.events.knowsAge ? .count(facts.events.oldFixes) : .unknown },
        FieldCheck(
            code: "visit-in-motion", why: "the platform reported a visit while the motion sensor saw a ride",
            advice: "wait for the settled report of a visit"
        ) { facts in facts.events.visits > 0 ? .count(facts.events.visitsInMotion) : .notApplicable },
    ]
}
