import FieldModel

/// What became of the dots of a walk, and why: collected, refused, passed by while nothing ran.
public struct WalkAccount: Sendable {
    /// A dot that lies beside the straight way over a gap in which no fix came.
    public struct Lost: Hashable, Sendable {
        public var dot: Int
        /// mm from the last fix before the gap: how far away from where it was left.
        public var distance: Int64

        public init(dot: Int, distance: Int64) {
            self.dot = dot
            self.distance = distance
        }
    }

    /// From arriving to dormant.
    public struct Session: Hashable, Sendable {
        public var began: WallTime
        public var path: String
        /// Accepted.
        public var fixes = 0
        /// Whether it got past arriving.
        public var wasPlayed = false
    }

    public private(set) var collected: Set<Int> = []
    /// The newest refusal of each dot.
    public private(set) var refused: [Int: DotRuling.Outcome] = [:]
    public private(set) var sessions: [Session] = []
    public private(set) var starvation = Starvation()
    private var passed: [Int: Int64] = [:]
    private var last: Fix?

    public init() {}

    /// Takes in what the core decided on a signal.
    public mutating func take(
        _ signal: Signal, at stamp: Stamp, _ decisions: some Sequence<Decision>, of core: borrowing WalkCore
    ) {
        for decision in decisions {
            switch decision {
            case .setProfile(let profile): starvation.turn(on: profile.receiverOn, at: stamp.wallTime)
            case .dotRuled(let ruling) where ruling.outcome == .collected: collected.insert(ruling.dot)
            case .dotRuled(let ruling): refused[ruling.dot] = ruling.outcome
            case .stateChanged(let change) where change.to == WalkCore.Phase.arriving.rawValue:
                sessions.append(Session(began: stamp.wallTime, path: ""))
            case .stateChanged(let change) where change.to == WalkCore.Phase.playing.rawValue:
                if let index = sessions.indices.last { sessions[index].wasPlayed = true }
            case .pathChosen(let choice) where choice.capability == Capability.motion.name:
                if let index = sessions.indices.last, core.phase != .dormant { sessions[index].path = choice.path }
            default: break
            }
        }
        if case .fixArrived(let fix) = signal, decisions.contains(.ruled(Ruling(.accepted))) {
            if let last, fix.sampleTime - last.sampleTime > core.rules.trail.joinTime {
                pass(from: last, to: fix, core)
            }
            last = fix
            starvation.add(fix.sampleTime)
            if core.phase != .dormant, let index = sessions.indices.last { sessions[index].fixes += 1 }
        }
    }

    /// The dots passed by while nothing ran and never collected, nearest first.
    public var lost: [Lost] {
        passed.filter { !collected.contains($0.key) }.map { Lost(dot: $0.key, distance: $0.value) }
            .sorted { ($0.distance, $0.dot) < ($1.distance, $1.dot) }
    }

    /// Which of the lost dots a departure fence of `radius` mm would have saved: it cannot fire before so far away.
    public func saved(byFence radius: Int64) -> [Lost] { Self.saved(lost, byFence: radius) }

    /// The same of any lost dots.
    public static func saved(_ lost: [Lost], byFence radius: Int64) -> [Lost] { lost.filter { $0.distance > radius } }

    private mutating func pass(from: Fix, to: Fix, _ core: borrowing WalkCore) {
        let way = StraightWay(from: from, to: to)
        for (dot, place) in core.pack.dots.enumerated() where !core.isCollected(dot) {
            guard way.distance(latitude: place.latitude, longitude: place.longitude) <= Double(core.rules.reach) else {
                continue
            }
            let distance = Distance.between(
                latitude: from.latitude, longitude: from.longitude, and: place.latitude, place.longitude)
            // What the last fix before the gap was near to was not passed by in it.
            if distance > core.rules.reach { passed[dot] = distance }
        }
    }
}

/// The straight line between two fixes, on a plane about the first: good to a thousandth over the length of a town.
struct StraightWay {
    private let latitude: Int32
    private let longitude: Int32
    /// mm for 1e-7 degree.
    private let north = Distance.diameter / 2 * .pi / 180 * 1e-7
    private let east: Double
    /// mm
    private let way: (x: Double, y: Double)

    init(from: Fix, to: Fix) {
        latitude = from.latitude
        longitude = from.longitude
        east = north * Sine.of(Sine.quarter - 2 * abs(Int64(from.latitude)))
        way = (
            Double(Int64(to.longitude) - Int64(from.longitude)) * east,
            Double(Int64(to.latitude) - Int64(from.latitude)) * north
        )
    }

    /// mm from a position to the nearest point of the line.
    func distance(latitude: Int32, longitude: Int32) -> Double {
        let x = Double(Int64(longitude) - Int64(self.longitude)) * east
        let y = Double(Int64(latitude) - Int64(self.latitude)) * north
        let length = way.x * way.x + way.y * way.y
        let part = length > 0 ? max(0, min(1, (x * way.x + y * way.y) / length)) : 0
        let (dx, dy) = (x - part * way.x, y - part * way.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
