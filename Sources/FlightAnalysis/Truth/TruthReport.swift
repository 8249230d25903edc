import DecisionCore
import FieldModel
import LogFormat

/// What a recorded trail is worth against a reference: how far its points lie beside the way, how much of the way has no
/// line, and how much line has no way.
public struct TruthReport: Sendable {
    /// How it is measured.
    public struct Options: Sendable {
        /// mm: further than this from the way a line is invented, and a way from the line missed. As wide as a street with
        /// its houses.
        public var reach: Int64 = 50_000
        /// ms: how far apart in time line and way may be.
        public var slack: Int64 = 30_000
        /// ms: the greatest clock offset that is looked for.
        public var mostOffset: Int64 = 120_000
        /// ms; nil: the offset is looked for.
        public var offset: Int64?
        public var window = TimeWindow()

        public init() {}
    }

    /// Lengths and errors of what was recorded under one state of motion, or of all.
    public struct Sum: Sendable {
        /// mm of true way.
        public internal(set) var way: Int64 = 0
        /// mm of true way without a solid line.
        public internal(set) var missed: Int64 = 0
        /// mm of solid line.
        public internal(set) var solid: Int64 = 0
        /// mm of solid line where nobody went.
        public internal(set) var invented: Int64 = 0
        /// mm of solid line at times that the reference does not tell of.
        public internal(set) var unknown: Int64 = 0
        /// mm from each point to the way.
        public internal(set) var errors: [Int64] = []
    }

    /// A stretch that was missed or invented.
    public struct Stretch: Sendable {
        public var isInvented: Bool
        public var from: WallTime
        public var to: WallTime
        /// mm
        public var length: Int64
        public var motion: MotionKind
    }

    public private(set) var alignment: TrackAlignment
    public private(set) var total = Sum()
    public private(set) var byMotion: [MotionKind: Sum] = [:]
    /// In order of time.
    public private(set) var stretches: [Stretch] = []
    /// Points that the reference tells nothing of.
    public private(set) var unmatched = 0
    public let reference: ReferenceTrack
    private let options: Options
    private let trail: RecordedTrail

    /// Lines and ways are measured in pieces of at most so many mm.
    static let piece: Int64 = 10_000

    /// Replays the log with its own rules and measures the trail.
    public init(
        _ source: LogSource, _ reference: ReferenceTrack, _ options: Options = Options(),
        progress: (Int64) -> Void = { _ in }
    ) throws {
        let trail = try RecordedTrail(source, window: options.window, progress: progress)
        guard !trail.fixes.isEmpty else {
            throw AnalysisError.options(path: source.input, reason: "no valid fix lies in that part of the log")
        }
        self.init(trail, reference, options)
    }

    init(_ trail: RecordedTrail, _ reference: ReferenceTrack, _ options: Options) {
        self.trail = trail
        self.reference = reference
        self.options = options
        var alignment = TrackAlignment.find(
            trail.fixes, reference, most: options.offset == nil ? options.mostOffset : 0)
        if let offset = options.offset { (alignment.offset, alignment.isKnown) = (offset, true) }
        self.alignment = alignment
        measurePoints()
        measureLine()
        measureWay()
        stretches.sort { $0.from < $1.from }
    }

    /// The trail the log was replayed to.
    public var recorded: RecordedTrail { trail }

    private mutating func add(_ motion: MotionKind, _ change: (inout Sum) -> Void) {
        change(&total)
        change(&byMotion[motion, default: Sum()])
    }

    private mutating func measurePoints() {
        for point in trail.ordinary {
            let time = point.time.rawValue + alignment.offset
            let error = reference.distance(
                from: point.fix.latitude, point.fix.longitude, between: time - options.slack, time + options.slack)
            guard let error else {
                unmatched += 1
                continue
            }
            add(trail.motion(at: point.time)) { $0.errors.append(error) }
        }
    }

    private mutating func measureLine() {
        for line in trail.lines {
            let (a, b) = (line.from, line.to)
            let count = max(1, (line.length + Self.piece - 1) / Self.piece)
            for piece in 0..<count {
                let middle = a.between(b, share: (Double(piece) + 0.5) / Double(count))
                let length = line.length * (piece + 1) / count - line.length * piece / count
                let distance = reference.distance(
                    from: middle.latitude, middle.longitude, between: a.time + alignment.offset - options.slack,
                    b.time + alignment.offset + options.slack)
                let time = WallTime(middle.time)
                let motion = trail.motion(at: time)
                add(motion) {
                    $0.solid += length
                    if distance == nil { $0.unknown += length }
                }
                guard let distance, distance > options.reach else { continue }
                add(motion) { $0.invented += length }
                extend(true, WallTime(a.time), WallTime(b.time), length, motion)
            }
        }
    }

    private mutating func measureWay() {
        let drawn = DrawnLines(trail.lines)
        for index in reference.steps.indices where reference.isWay(index) && reference.steps[index] > 0 {
            let (a, b) = (reference.points[index], reference.points[index + 1])
            let (from, to) = (a.time - alignment.offset, b.time - alignment.offset)
            guard trail.covers(from), trail.covers(to) else { continue }
            let length = reference.steps[index]
            let count = max(1, (length + Self.piece - 1) / Self.piece)
            for piece in 0..<count {
                let middle = a.between(b, share: (Double(piece) + 0.5) / Double(count))
                let part = length * (piece + 1) / count - length * piece / count
                let time = WallTime(middle.time - alignment.offset)
                let motion = trail.motion(at: time)
                add(motion) { $0.way += part }
                guard !drawn.passes(middle, at: time.rawValue, within: options.reach, options.slack) else { continue }
                add(motion) { $0.missed += part }
                extend(false, WallTime(from), WallTime(to), part, motion)
            }
        }
    }

    /// Adds to the last stretch of its kind where that ends within half a minute before.
    private mutating func extend(
        _ isInvented: Bool, _ from: WallTime, _ to: WallTime, _ length: Int64, _ motion: MotionKind
    ) {
        if let index = stretches.lastIndex(where: { $0.isInvented == isInvented }),
            from - stretches[index].to <= options.slack
        {
            stretches[index].to = max(stretches[index].to, to)
            stretches[index].length += length
        } else {
            stretches.append(Stretch(isInvented: isInvented, from: from, to: to, length: length, motion: motion))
        }
    }
}

extension ReferenceTrack.Point {
    /// A place on the straight way to another, by proportion.
    func between(_ other: Self, share: Double) -> Self {
        let turn = Double(other.longitude) - Double(longitude)
        let crosses = abs(turn) > 1_800_000_000
        return Self(
            time: time + Int64((Double(other.time - time) * share).rounded()),
            latitude: latitude + Int32((Double(other.latitude - latitude) * share).rounded()),
            longitude: crosses ? longitude : longitude + Int32((turn * share).rounded()))
    }
}
