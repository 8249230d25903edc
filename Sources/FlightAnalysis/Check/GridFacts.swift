import DecisionCore
import FieldModel
import LogFormat

/// Positions that are shifted by the grid of Chinese maps, found beside raw fixes: in a mark that tells what a map
/// showed (`lat`, `lon`), in a visit, and among the fixes themselves, where a program mixes both.
struct GridFacts: Sendable {
    private(set) var compared = 0
    private(set) var shifted = CheckFacts.Found()
    private var newest: Fix?

    /// Takes a sample; what it sets off counts only where it lies in the part that is asked for.
    mutating func add(_ sample: Sample, isCounted: Bool) {
        let kept = (compared, shifted)
        add(sample)
        if !isCounted { (compared, shifted) = kept }
    }

    /// Takes an event, likewise.
    mutating func add(_ event: Event, isCounted: Bool) {
        let kept = (compared, shifted)
        add(event)
        if !isCounted { (compared, shifted) = kept }
    }

    private mutating func add(_ sample: Sample) {
        let fix = sample.fix
        guard fix.defect == nil, fix.source == .gps, fix.horizontalAccuracy.rawValue > 0 else { return }
        if let newest, (0...CheckLimits.gridFixReach).contains(fix.sampleTime - newest.sampleTime) {
            compare(ChineseGrid.Position(fix), with: newest, at: fix.receiveTime, "fix")
        }
        newest = fix
    }

    private mutating func add(_ event: Event) {
        guard event.kind == .mark || event.kind == .visit, let newest,
            event.record.stamp.wallTime - newest.receiveTime <= CheckLimits.gridEventReach,
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
        if ChineseGrid.isShifted(position, from: fix) {
            shifted.add(time, CheckWords.shifted, .init("what", .string(what)))
        }
    }

    /// 1e-7 degree; nil for what is no angle.
    private static func units(_ degrees: Value?) -> Int32? {
        degrees?.double.flatMap { Int32(exactly: ($0 * 1e7).rounded()) }
    }
}
