/// How a fix was stored, what moved and where the app stood, as one small integer: three columns would cost three bytes
/// a point. The most common combinations stay below 128, which is one byte in the file.
import DecisionCore
import FieldModel

struct FixState: Hashable {
    var isCoarse: Bool
    var origin: TrailPoint.Origin
    var appState: AppState?
    var motion: MotionKind?

    static let origins: [TrailPoint.Origin] = [.direct, .confirmed, .backfilled, .openEnd]
    static let appStates: [AppState?] = [.background, .foreground, .inactive, .terminating, nil]
    static let motions: [MotionKind?] = [.automotive, .walking, .cycling, .running, .stationary, .unknown, nil]

    init(isCoarse: Bool, origin: TrailPoint.Origin, appState: AppState?, motion: MotionKind?) {
        self.isCoarse = isCoarse
        self.origin = origin
        self.appState = appState
        self.motion = motion
    }

    /// Nil for a number that is no such code.
    init?(code: Int64) {
        guard code >= 0, code < Int64(8 * Self.appStates.count * Self.motions.count) else { return nil }
        let code = Int(code)
        isCoarse = code & 1 == 1
        origin = Self.origins[code / 2 % 4]
        appState = Self.appStates[code / 8 % Self.appStates.count]
        motion = Self.motions[code / (8 * Self.appStates.count)]
    }

    var code: Int64 {
        // Each list holds every value of its type, which a test makes sure of.
        let origin = Self.origins.firstIndex(of: origin) ?? 0
        let app = Self.appStates.firstIndex(of: appState) ?? 0
        let motion = Self.motions.firstIndex(of: motion) ?? 0
        return Int64((isCoarse ? 1 : 0) + 2 * origin + 8 * (app + Self.appStates.count * motion))
    }

    /// Whether the fix behind a code was coarse.
    @inline(__always)
    static func isCoarse(_ code: Int64) -> Bool { code & 1 == 1 }

    /// The four parts as columns of a view, by name.
    static func sql(of column: String) -> String {
        func named(_ expression: String, _ names: [String?], _ title: String) -> String {
            let rows = names.enumerated().compactMap { index, name in name.map { "WHEN \(index) THEN '\($0)'" } }
            return "CASE \(expression) \(rows.joined(separator: " ")) END AS \(title)"
        }
        return [
            "\(column) % 2 AS coarse",
            named("\(column) / 2 % 4", origins.map(\.rawValue), "origin"),
            named("\(column) / 8 % \(appStates.count)", appStates.map { $0?.rawValue }, "app"),
            named("\(column) / \(8 * appStates.count)", motions.map { $0?.rawValue }, "motion"),
        ].joined(separator: ", ")
    }
}
