import DecisionCore
import FieldModel
import LogFormat

/// Which path each capability of a walking game took, held against the matrix: what the log says the user allows leads to
/// exactly one path, and that is the one a session has to take.
struct CapabilityFacts: Sendable {
    /// Paths that are not what the matrix gives for what the log said then.
    private(set) var contradicted = CheckFacts.Found()
    /// What the log last said of each field, and the path last taken by each row.
    private var allowed: [String: Value] = [:]
    private var paths: [String: String] = [:]

    /// Whether anything in the log decides by capability.
    var isUsed: Bool { !paths.isEmpty }

    /// The rows whose path is the one for a capability that is withheld, as they were at the end.
    var withheld: [Evidence] {
        Capability.matrix.filter { paths[$0.name] == $0.pathWhenOff }.map { row in
            Evidence(nil, Self.isWithheld, parameters(row, took: row.pathWhenOff))
        }
    }

    /// Takes an event; what contradicts counts only where it lies in the part that is asked for.
    mutating func add(_ event: Event, isCounted: Bool) {
        let record = event.record
        switch event.kind {
        case .authorization: note(record, as: "auth")
        case .settings: note(record, as: "settings")
        case .capability:
            guard let name = record["name"]?.string, let path = record["path"]?.string,
                let row = Capability.matrix.first(where: { $0.name == name })
            else { return }
            paths[name] = path
            guard isCounted, path != row.path(for: allowed[row.field]) else { return }
            contradicted.add(record.stamp.wallTime, Self.contradicts, parameters: parameters(row, took: path))
        default: break
        }
    }

    private mutating func note(_ record: Record, as group: String) {
        for field in record.fields { allowed["\(group).\(field.key)"] = field.value }
    }

    private func parameters(_ row: Capability, took path: String) -> [Record.Field] {
        [
            .init("name", .string(row.name)), .init("path", .string(path)), .init("field", .string(row.field)),
            .init("value", allowed[row.field] ?? .null), .init("wanted", .string(row.path(for: allowed[row.field]))),
        ]
    }

    private static let isWithheld = Phrase(
        "{name} is withheld ({field}: {value}): {path} runs",
        "{name} est refusé ({field} : {value}) : {path} est utilisé",
        "{name} 未授予（{field}：{value}）：采用 {path}")
    private static let contradicts = Phrase(
        "{name} took {path}, but {field} is {value}: {wanted}",
        "{name} a pris {path}, alors que {field} est {value} : {wanted}",
        "{name} 采用了 {path}，而 {field} 为 {value}：应为 {wanted}")
}

extension FieldCheck {
    static let capabilities: [FieldCheck] = [
        FieldCheck(
            code: "capability-paths",
            why: Phrase(
                "what the user withholds changes what runs; a path that does not follow from it explains nothing",
                "ce que l'utilisateur refuse change ce qui tourne ; un chemin qui n'en découle pas n'explique rien",
                "用户未授予的权限会改变运行方式；与之不符的路径无法解释"),
            advice: Phrase(
                "a withheld capability is the user's to give; a path that contradicts what is allowed is a fault of the app",
                "un droit refusé appartient à l'utilisateur ; un chemin contraire à ce qui est permis est une faute de l'app",
                "未授予的权限由用户决定；与授权相矛盾的路径是应用的缺陷")
        ) { facts in
            guard facts.capabilities.isUsed else { return .notApplicable }
            guard facts.capabilities.contradicted.count == 0 else {
                return .count(facts.capabilities.contradicted, .fail)
            }
            return .any(facts.capabilities.withheld)
        }
    ]
}
