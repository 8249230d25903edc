/// The lanes of a trace, from top to bottom.
enum Lane: Int, CaseIterable, Hashable {
    case runs = 1
    case gaps, holes, app, permissions, motion, state, receiver, tracking, dwell, decisions, wakes, marks

    /// The number of its thread; tens, so that readers sort them alike.
    var number: Int { rawValue * 10 }

    /// With its rank in front: some readers sort by name.
    var name: String { (rawValue < 10 ? "0" : "") + "\(rawValue) \(title)" }

    private var title: String {
        switch self {
        case .runs: "runs"
        case .gaps: "gaps"
        case .holes: "holes"
        case .app: "foreground and background"
        case .permissions: "permissions"
        case .motion: "motion sensor"
        case .state: "motion, debounced"
        case .receiver: "receiver"
        case .tracking: "tracking"
        case .dwell: "dwell"
        case .decisions: "decisions"
        case .wakes: "wakes, regions, visits"
        case .marks: "marks"
        }
    }
}
