import FieldModel

/// Checks of timers and of the recording itself.
extension FieldCheck {
    static let recorder: [FieldCheck] = [
        FieldCheck(
            code: "late-timers", why: "a timer that fires long after it was due tells of a suspended app",
            advice: "decide on the time that has passed, not on the timer"
        ) { facts in facts.events.timers > 0 ? .count(facts.events.lateTimers) : .notApplicable },
        FieldCheck(
            code: "unfed-stillness", why: "stillness that was seen once and never again may be a suspended app",
            advice: "ask for a second still reading before stopping the receiver"
        ) { facts in facts.events.timers > 0 ? .count(facts.events.unfedStillness) : .notApplicable },
        FieldCheck(
            code: "flapping-motion", why: "a motion classifier that flaps reopens a probe again and again",
            advice: "debounce it; let unknown keep the last state for some minutes"
        ) { facts in
            facts.lives.contains { $0.eventsByKind["motion"] != nil } ? .count(facts.events.flapping) : .notApplicable
        },
        FieldCheck(
            code: "losses", why: "the recorder could not keep all records",
            advice: "look for a full disk, and at what writes more than the buffers hold"
        ) { facts in
            let lost = facts.report.recordsLost
            return Outcome(
                verdict: lost > 0 ? .fail : .good, value: Double(lost), limit: 0,
                evidence: lost > 0 ? ["\(lost) records"] : [])
        },
        FieldCheck(
            code: "damage", why: "part of the log cannot be read",
            advice: "the rest is read; after a power cut torn tails are to be expected"
        ) { facts in
            let places = facts.report.damage.flatMap { file in
                file.damage.findings.filter(\.kind.isLoss).map { "\(file.path), line \($0.line): \($0.detail)" }
            }
            return .any(places)
        },
        FieldCheck(
            code: "release-build", why: "a release build that records is one that was not meant to",
            advice: "compile recording out of release builds"
        ) { facts in .count(facts.events.releaseBuild, .fail) },
    ]
}
