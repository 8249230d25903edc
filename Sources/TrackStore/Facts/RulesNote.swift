/// Rules as the text that a `rules` transition and a result's note hold: core, version, then every rule by name.
import DecisionCore

enum RulesNote {
    static func text(_ rules: TrailRules) -> String {
        let table = TrailRules.table.map { "\($0.name)=\(rules[$0])" }.joined(separator: " ")
        return "\(TrailCore.name) \(TrailCore.version) \(table)"
    }

    /// The rules in a text; one that it does not name, or that this version does not know, has its default.
    static func rules(in text: String) -> TrailRules {
        var rules = TrailRules()
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let value = Double(parts[1]), let rule = try? TrailRules.rule(String(parts[0]))
            else {
                continue
            }
            // What cannot be a rule's value was not written by us: the default holds.
            try? rules.set(rule, to: value)
        }
        return rules
    }
}
