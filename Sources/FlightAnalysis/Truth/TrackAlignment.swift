import DecisionCore
import FieldModel

/// How a log lies against a reference in time and space: the clock offset and the shift under which its fixes fit best.
public struct TrackAlignment: Hashable, Sendable {
    /// ms to add to a time of the log to have the reference's.
    public var offset: Int64 = 0
    /// Whether the log tells: where nobody moves every offset fits alike.
    public var isKnown = false
    /// mm that the fixes lie north and east of the reference, medians.
    public var north: Int64 = 0
    public var east: Int64 = 0
    /// mm: median distance of the fixes from where the reference was at their time.
    public var residual: Int64?

    public init() {}

    /// Fixes that are looked at; more would tell no more.
    private static let looked = 1500
    /// mm/s: from here on somebody moves, so that time tells.
    private static let moving: Int64 = 500
    /// An offset is known where being 5 s off costs so many mm more.
    private static let sharpness: Int64 = 2_000

    /// Finds the offset between `-most` and `most` ms that fits best: first by whole seconds, then by tenths.
    public static func find(_ fixes: [Fix], _ reference: ReferenceTrack, most: Int64) -> TrackAlignment {
        var alignment = TrackAlignment()
        let moved = fixes.filter { isMoving($0, reference, most) }
        let stride = max(1, moved.count / looked)
        let chosen = Swift.stride(from: 0, to: moved.count, by: stride).map { moved[$0] }
        func cost(_ offset: Int64) -> Int64? { residual(chosen, reference, offset) }
        func best(_ offsets: some Sequence<Int64>) -> (cost: Int64, offset: Int64)? {
            offsets.compactMap { offset in cost(offset).map { ($0, offset) } }
                .min { ($0.0, abs($0.1)) < ($1.0, abs($1.1)) }
        }
        if chosen.count >= 10, let coarse = best(Swift.stride(from: -most, through: most, by: 1000)),
            let fine = best(Swift.stride(from: coarse.offset - 1000, through: coarse.offset + 1000, by: 100))
        {
            let beside = [fine.offset - 5000, fine.offset + 5000].compactMap { cost($0) }
            alignment.isKnown = beside.allSatisfy { $0 - fine.cost >= sharpness }
            if alignment.isKnown { alignment.offset = fine.offset }
        }
        let offset = alignment.offset
        alignment.residual = residual(fixes, reference, offset)
        let shifts = fixes.compactMap { fix in
            reference.position(at: fix.sampleTime.rawValue + offset).map { shift(fix, from: $0) }
        }
        alignment.north = shifts.map(\.north).median ?? 0
        alignment.east = shifts.map(\.east).median ?? 0
        return alignment
    }

    /// Whether the reference moves around the time of a fix.
    private static func isMoving(_ fix: Fix, _ reference: ReferenceTrack, _ most: Int64) -> Bool {
        guard let before = reference.position(at: fix.sampleTime.rawValue - 5000),
            let after = reference.position(at: fix.sampleTime.rawValue + 5000)
        else { return false }
        return before.distance(to: after.latitude, after.longitude) >= 10 * moving
    }

    /// The median distance; nil where the reference covers less than half of the fixes.
    private static func residual(_ fixes: [Fix], _ reference: ReferenceTrack, _ offset: Int64) -> Int64? {
        let distances = fixes.compactMap { fix in
            reference.position(at: fix.sampleTime.rawValue + offset)?.distance(to: fix.latitude, fix.longitude)
        }
        return distances.count * 2 >= fixes.count ? distances.median : nil
    }

    private static func shift(_ fix: Fix, from point: ReferenceTrack.Point) -> (north: Int64, east: Int64) {
        let north = point.distance(to: fix.latitude, point.longitude)
        let east = point.distance(to: point.latitude, fix.longitude)
        return (fix.latitude < point.latitude ? -north : north, fix.longitude < point.longitude ? -east : east)
    }
}

extension [Int64] {
    /// The lower median; nil of nothing.
    var median: Int64? { isEmpty ? nil : quantile(0.5) }

    /// The value that so large a part lies at or below; of at least one value.
    func quantile(_ part: Double) -> Int64 {
        let ordered = sorted()
        return ordered[Swift.min(ordered.count - 1, Int((Double(ordered.count - 1) * part).rounded(.down)))]
    }
}
