import DecisionCore
import FieldModel
import LogFormat

/// Positions that are shifted by the grid of Chinese maps, found beside raw fixes: in a mark that tells what a map
/// showed (`lat`, `lon`), in a visit, and among the fixes themselves, where a program mixes both.
struct GridFacts: Sendable {
    /// A position of an event was taken together with the newest fix where that is no older; ms.
    static let eventReach: Int64 = 60_000
    /// Two fixes so near in time differ by the grid, not by the way gone; ms.
    static let fixReach: Int64 = 2_000

    private(set) var compared = 0
    private(set) var shifted = CheckFacts.Found()
    private var newest: Fix?

    mutating func add(_ sample: Sample) {
        let fix = sample.fix
        guard fix.defect == nil, fix.source == .gps, fix.horizontalAccuracy.rawValue > 0 else { return }
        if let newest, (0...Self.fixReach).contains(fix.sampleTime - newest.sampleTime) {
            compare(ChineseGrid.Position(fix), with: newest, at: fix.receiveTime, "fix")
        }
        newest = fix
    }

    mutating func add(_ event: Event) {
        guard event.kind == .mark || event.kind == .visit, let newest,
            event.record.stamp.wallTime - newest.receiveTime <= Self.eventReach,
            let latitude = Self.units(event.record["lat"]), let longitude = Self.units(event.record["lon"])
        else { return }
        compare(
            ChineseGrid.Position(latitude: latitude, longitude: longitude), with: newest,
            at: event.record.stamp.wallTime, event.kind?.rawValue ?? "")
    }

    private mutating func compare(
        _ position: ChineseGrid.Position, with fix: Fix, at time: WallTime, _ what: String
    ) {
        guard ChineseGrid.applies(at: ChineseGrid.Position(fix)) else { return }
        compared += 1
        if ChineseGrid.isShifted(position, from: fix) { shifted.add("\(time): the position of a \(what)") }
    }

    /// 1e-7 degree; nil for what is no angle.
    private static func units(_ degrees: Value?) -> Int32? {
        degrees?.double.flatMap { Int32(exactly: ($0 * 1e7).rounded()) }
    }
}
