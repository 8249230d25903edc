import DecisionCore
import FieldModel

/// Follows the ordinary fixes: how far was recorded, and how far a person got in each gap.
struct MoveWatch: Sendable {
    private var evidence = PlaceEvidence()
    private var last: Fix?
    private var anchor: Fix?
    /// Gaps since the last ordinary fix, by their index.
    private var waiting: [Int] = []
    /// mm along the recorded way.
    private(set) var recorded: Int64 = 0
    /// mm over long pauses, where they exceed the error of the fixes.
    private var paused: Int64 = 0
    /// Ways over gaps, mm, where they exceed it, each with the gaps that it lies over.
    private var crossings: [(way: Int64, gaps: [Int])] = []

    /// mm that nobody recorded, though somebody wanted them recorded at least at times.
    func unrecorded(_ isIntended: (Int) -> Bool) -> Int64 {
        crossings.reduce(paused) { $1.gaps.allSatisfy(isIntended) ? $0 : $0 + $1.way }
    }

    /// A gap was found; its movement is known at the next ordinary fix.
    mutating func gapFound(_ index: Int) {
        waiting.append(index)
        anchor = nil
    }

    /// Takes a sample; gives the movement and the gaps it lies over, where it ends some.
    mutating func add(_ sample: Sample) -> (Movement, [Int])? {
        guard evidence.isOrdinary(sample) else { return nil }
        let fix = sample.fix
        defer { last = fix }
        follow(sample)
        guard !waiting.isEmpty, let before = last else { return nil }
        let movement = Self.movement(before, fix)
        if movement.matters { crossings.append((movement.millimetres, waiting)) }
        defer { waiting = [] }
        return (movement, waiting)
    }

    private static func movement(_ a: Fix, _ b: Fix) -> Movement {
        Movement(
            millimetres: Distance.between(a, b), accuracyBefore: a.horizontalAccuracy.rawValue,
            accuracyAfter: b.horizontalAccuracy.rawValue)
    }

    /// Adds up the recorded way: from accepted fix to accepted fix where the log has verdicts, else from a fix to the
    /// next whose error circle does not touch its own.
    private mutating func follow(_ sample: Sample) {
        let fix = sample.fix
        guard let from = anchor else {
            if sample.verdict == nil || sample.verdict == .accepted { anchor = fix }
            return
        }
        guard sample.verdict == nil || sample.verdict == .accepted else { return }
        let movement = Self.movement(from, fix)
        let errors = (Int64(movement.accuracyBefore) + Int64(movement.accuracyAfter)) * 10
        guard sample.verdict != nil || movement.millimetres > max(10_000, errors) else { return }
        if fix.sampleTime - from.sampleTime <= GapLimits.greatestPause {
            recorded += movement.millimetres
        } else if movement.matters {
            paused += movement.millimetres
        }
        anchor = fix
    }
}
