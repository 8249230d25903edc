import FieldModel
import LogFormat

/// A limit that a project sets for its own logs: on a figure of the report, or on a check.
///
///     {"gates":[{"of":"gaps.matter","max":0},{"of":"alive","min":0.99},{"check":"pulse","fail":"warn"}]}
///
/// `"fail":"warn"` makes a check that only warns fail the gate.
public struct Gate: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case figure(String, min: Double?, max: Double?)
        case check(String, from: CheckResult.Verdict)
    }

    let subject: Subject

    /// Figures that a gate can be set on.
    public static let figures = [
        "alive", "moved_recorded", "recorded_s", "longest_s", "gaps.count", "gaps.matter", "exits.count",
        "exits.crash", "exits.killed", "late.count", "lost", "damage.lines",
    ]

    /// Reads a file of gates; an unknown name is an error.
    public static func read(_ bytes: [UInt8], path: String) throws(AnalysisError) -> [Gate] {
        let value: Value
        do throws(JSONError) { value = try JSON.parse(bytes) } catch {
            throw .options(path: path, reason: error.description)
        }
        guard let list = value["gates"]?.array else {
            throw .options(path: path, reason: "expected an object with a list called gates")
        }
        var gates: [Gate] = []
        for (index, entry) in list.enumerated() {
            do throws(Mistake) { gates.append(try Gate(entry)) } catch {
                throw .options(path: path, reason: "gate \(index + 1): \(error.reason)")
            }
        }
        return gates
    }

    private struct Mistake: Error { var reason: String }

    private init(_ value: Value) throws(Mistake) {
        let known: Set<String> = ["of", "min", "max", "check", "fail"]
        if let other = value.fields?.first(where: { !known.contains($0.key) }) {
            throw Mistake(reason: "there is no key '\(other.key)'")
        }
        if let figure = value["of"]?.string {
            guard Self.figures.contains(figure) else {
                throw Mistake(
                    reason: "there is no figure '\(figure)'; there are \(Self.figures.joined(separator: ", "))")
            }
            let least = value["min"]?.double, most = value["max"]?.double
            guard least != nil || most != nil else { throw Mistake(reason: "expected a number in min or max") }
            subject = .figure(figure, min: least, max: most)
        } else if let check = value["check"]?.string {
            guard FieldCheck.all.contains(where: { $0.code == check }) else {
                throw Mistake(reason: "there is no check '\(check)'")
            }
            switch value["fail"]?.string ?? "fail" {
            case "fail": subject = .check(check, from: .fail)
            case "warn": subject = .check(check, from: .warn)
            default: throw Mistake(reason: "fail is warn or fail")
            }
        } else {
            throw Mistake(reason: "expected a figure in of, or a check in check")
        }
    }

    func result(_ results: [CheckResult], _ listing: GapListing, _ report: LifeReport) -> CheckResult {
        switch subject {
        case .figure(let name, let least, let most):
            let value = Self.value(of: name, listing, report)
            let holds = value.map { $0 >= least ?? -.infinity && $0 <= most ?? .infinity }
            return CheckResult(
                check: "gate:\(name)", verdict: holds.map { $0 ? .good : .fail } ?? .unknown, value: value,
                limit: least ?? most, evidence: [], why: CheckWords.gate,
                advice: CheckWords.gateAdvice)
        case .check(let code, let from):
            let found = results.first { $0.check == code }
            let fails = found.map { $0.verdict >= from } ?? false
            return CheckResult(
                check: "gate:\(code)", verdict: fails ? .fail : found?.verdict == .unknown ? .unknown : .good,
                value: found?.value, limit: found?.limit, evidence: found?.evidence ?? [],
                why: CheckWords.gate, advice: found?.advice ?? CheckWords.gateAdvice)
        }
    }

    /// `report` holds only what is asked for, `listing` cuts by itself.
    private static func value(of figure: String, _ listing: GapListing, _ report: LifeReport) -> Double? {
        let ends = report.lives.flatMap(\.ends)
        switch figure {
        case "alive": return listing.aliveShare
        case "moved_recorded": return listing.movedShare
        case "recorded_s": return Double(listing.recorded) / 1000
        case "longest_s": return Double(listing.gaps.map(\.duration).max() ?? 0) / 1000
        case "gaps.count": return Double(listing.gaps.count)
        case "gaps.matter": return Double(listing.gaps.count { $0.matters == true })
        case "exits.count": return Double(ends.count)
        case "exits.crash": return Double(ends.count(where: \.crashed))
        case "exits.killed": return Double(ends.count { $0.cause == "killed" })
        case "late.count": return Double(report.lives.reduce(0) { $0 + $1.late.count })
        case "lost": return Double(report.recordsLost)
        default: return Double(report.totalDamage.linesSkipped)
        }
    }
}
