import DecisionCore
import FieldModel

/// What a walk comes to: dots collected, refused, passed by while nothing ran, and what a departure fence would have saved.
public struct WalkReplayAccount: CoreAccount {
    private var account = WalkAccount()
    private var dots = 0

    /// Radii that a fence is tried with, mm.
    static let fences: [Int64] = [50_000, 100_000, 150_000, 200_000]

    public init() {}

    public mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing WalkCore) {
        account.take(signal, at: stamp, decisions, of: core)
        dots = core.pack.dots.count
    }

    public var figures: [Figure] {
        let starvation = account.starvation
        return [
            Figure("dots", .count(dots)), Figure("collected", .count(account.collected.count)),
            Figure("refused", .count(account.refused.count { !account.collected.contains($0.key) })),
            Figure("lost", .count(account.lost.count)), Figure("sessions", .count(account.sessions.count)),
            Figure("receiver_on", .time(starvation.duration)), Figure("fixes", .count(starvation.fixes)),
            Figure("longest_gap", .time(starvation.longestGap)),
            Figure("starved", .text(starvation.isStarved ? "yes" : "no")),
        ]
            + Self.fences.map { radius in
                Figure("saved_by_fence_\(radius / 1000)", .count(account.saved(byFence: radius).count))
            }
    }

    public var lists: [Record.Field] {
        let lost = account.lost.map { lost in
            Value.object([.init("dot", .whole(lost.dot)), .init("distance_m", .metres(lost.distance))])
        }
        let sessions = account.sessions.map { session in
            Value.object([
                .init("began", .string(session.began.description)), .init("path", .string(session.path)),
                .init("fixes", .whole(session.fixes)), .init("played", .bool(session.wasPlayed)),
            ])
        }
        let refused = account.refused.sorted { $0.key < $1.key }.map { dot, outcome in
            Value.object([.init("dot", .whole(dot)), .init("code", .string(outcome.rawValue))])
        }
        return [
            .init("lost_list", .array(lost)), .init("session_list", .array(sessions)),
            .init("refused_list", .array(refused)),
        ]
    }
}
