import FieldModel

/// A check: its code, its words, and how it looks at the facts.
struct FieldCheck: Sendable {
    var code: String
    var why: Phrase
    var advice: Phrase
    var look: @Sendable (CheckFacts) -> Outcome

    /// What a check found, without its words.
    struct Outcome: Sendable {
        var verdict: CheckResult.Verdict
        var value: Double?
        var limit: Double?
        var evidence: [Evidence] = []

        static let notApplicable = Outcome(verdict: .notApplicable)
        static let unknown = Outcome(verdict: .unknown)
        static let good = Outcome(verdict: .good)

        /// `verdict` where there is any evidence, else good; the value is the count.
        static func any(_ evidence: [Evidence], _ verdict: CheckResult.Verdict = .warn) -> Outcome {
            Outcome(
                verdict: evidence.isEmpty ? .good : verdict, value: Double(evidence.count), limit: 0, evidence: evidence
            )
        }

        /// As `any`, from a count with the first few lines of evidence.
        static func count(_ found: CheckFacts.Found, _ verdict: CheckResult.Verdict = .warn) -> Outcome {
            Outcome(
                verdict: found.count == 0 ? .good : verdict, value: Double(found.count), limit: 0,
                evidence: found.first)
        }
    }

    func result(_ facts: CheckFacts) -> CheckResult {
        let outcome = look(facts)
        return CheckResult(
            check: code, verdict: outcome.verdict, value: outcome.value, limit: outcome.limit,
            evidence: Array(outcome.evidence.prefix(CheckResult.keptEvidence)), why: why, advice: advice)
    }

    /// All checks, in the order of the listing.
    static let all: [FieldCheck] = life + configuration + capabilities + positions + recorder
}
