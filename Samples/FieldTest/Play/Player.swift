/// Delivers signals when their time comes on the simulated clocks, as a phone's services would: what came while the
/// process did not run is missed, but for what still holds, which an app asks for when it runs again.
import CommandKit
import FieldModel

struct Player {
    /// What is to happen on the way; times in ms.
    struct Plan {
        /// Of the signals.
        var until: Int64?
        /// Of this run.
        var length: Int64?
        /// Of this run, and where the app moves to.
        var moves: [(at: Int64, to: AppState)] = []
        var crash: Crash?
        /// Of this run.
        var crashAt: Int64 = 0
    }

    private let signals: SignalSource
    private var plan: Plan
    private let timeline: Timeline
    private let tracker: Tracker
    private let requests: Requests
    /// ms after which a signal is no longer delivered.
    private let missedAfter: Int64
    private var position = 0
    private var missed: [RecordKind: Signal] = [:]

    init(
        _ signals: SignalSource, _ plan: Plan, _ timeline: Timeline, _ tracker: Tracker, _ requests: Requests,
        missedAfter: Int64
    ) {
        self.signals = signals
        self.plan = plan
        self.plan.moves.sort { $0.at < $1.at }
        self.timeline = timeline
        self.tracker = tracker
        self.requests = requests
        self.missedAfter = missedAfter
    }

    /// Plays until the signals, the time or somebody ends it.
    mutating func play() {
        let begin = tracker.now.wallTime
        while position < signals.items.count {
            switch requests.next() {
            case .move(let state): tracker.receive(.appMoved(to: state))
            case .end: return
            case nil: break
            }
            tracker.fireTimers()
            let now = tracker.now.wallTime
            let elapsed = now - begin
            if let crash = plan.crash, elapsed >= plan.crashAt { crash.commit(tracker) }
            if let length = plan.length, elapsed >= length { return }
            if let move = plan.moves.first, move.at <= elapsed {
                plan.moves.removeFirst()
                tracker.receive(.appMoved(to: move.to))
            }
            let item = signals.items[position]
            if let until = plan.until, item.due > until { return }
            let lateness = now - (timeline.begins + item.due)
            if lateness < 0 { rest(-lateness) } else { take(item.signal, lateness: lateness) }
        }
    }

    private mutating func take(_ signal: Signal, lateness: Int64) {
        position += 1
        if lateness > missedAfter {
            if let condition = signal.condition { missed[condition] = signal }
            return
        }
        // What still holds comes first, in an order of its own that is always the same.
        for condition in RecordKind.allCases {
            if let signal = missed.removeValue(forKey: condition) { tracker.receive(signal) }
        }
        tracker.receive(signal)
    }

    /// Sleeps until something is due, and looks about every 20 ms.
    private func rest(_ milliseconds: Int64) {
        let seconds = min(Double(milliseconds) / 1000 / timeline.speed, 0.02)
        usleep(UInt32(max(seconds * 1e6, 200)))
    }
}
