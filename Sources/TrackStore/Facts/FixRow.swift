/// A stored fix as the integers of its columns: the one place that knows their order and meaning. The database, the
/// spool and the upload all write these columns.
///
/// `t` counts from the run's beginning; `delay` is receive time less sample time; `drift` is what boot time gained on
/// wall time since the run began. A quantity is null where its column is absent.
import DecisionCore
import FieldModel

struct FixRow: Hashable {
    /// In the order of `names`.
    var values: [Int64?]

    static let names = [
        "t", "delay", "drift", "lat", "lon", "hacc", "alt", "vacc", "speed", "sacc", "course", "cacc", "state",
    ]
    static var list: String { names.joined(separator: ", ") }

    init(values: [Int64?]) { self.values = values }

    /// The row of `point` in a run that began at `start`. Refuses what the columns cannot hold: another source than the
    /// receiver's, and a reading that was invalid on entry.
    init(_ point: TrailPoint, start: RunStart) throws(TrackStoreError) {
        let fix = point.fix
        guard fix.source == .gps else { throw .unfit(wanted: "a fix of source gps", found: fix.source.rawValue) }
        guard fix.defect == nil else {
            throw .unfit(wanted: "a valid fix", found: "a defect in \(fix.defect!.rawValue)")
        }
        let sinceStart = fix.receiveTime - WallTime(start.wallTime)
        let drift: Int64? = fix.bootTime.flatMap { now in
            start.bootTime.map { now - BootTime($0) - sinceStart }
        }
        let state = FixState(
            isCoarse: point.isCoarse, origin: point.origin, appState: fix.appState, motion: fix.motion)
        values = [
            fix.sampleTime - WallTime(start.wallTime), fix.receiveTime - fix.sampleTime, drift,
            Int64(fix.latitude), Int64(fix.longitude), fix.horizontalAccuracy.column, fix.altitude.column,
            fix.verticalAccuracy.column, fix.speed.column, fix.speedAccuracy.column, fix.course.column,
            fix.courseAccuracy.column, state.code,
        ]
    }
}

extension TrailPoint {
    /// The point behind the columns that `column` gives, in the order of `FixRow.names`. Nil where they hold what no fix
    /// can be: a damaged file.
    @inline(__always)
    init?(start: RunStart, segment: Int, column: (Int) -> Int64?) {
        guard let t = column(0), let delay = column(1), let latitude = Int32(column: column(3)),
            let longitude = Int32(column: column(4)), let state = column(12).flatMap(FixState.init(code:))
        else { return nil }
        let sampleTime = WallTime(start.wallTime) + t
        let receiveTime = sampleTime + delay
        let bootTime: BootTime? = column(2).flatMap { drift in
            start.bootTime.map { BootTime($0) + (receiveTime - WallTime(start.wallTime)) + drift }
        }
        self.init(
            NumberedFix(
                Fix(
                    sampleTime: sampleTime, receiveTime: receiveTime, bootTime: bootTime, latitude: latitude,
                    longitude: longitude, horizontalAccuracy: Quantity(column: column(5)),
                    altitude: Quantity(column: column(6)), verticalAccuracy: Quantity(column: column(7)),
                    speed: Quantity(column: column(8)), speedAccuracy: Quantity(column: column(9)),
                    course: Quantity(column: column(10)), courseAccuracy: Quantity(column: column(11)), source: .gps,
                    motion: state.motion, appState: state.appState)),
            isCoarse: state.isCoarse, origin: state.origin, segment: segment)
    }
}

extension Quantity {
    /// Null for absent; a given but empty cell keeps its reserved number.
    var column: Int64? { isAbsent ? nil : Int64(rawValue) }

    @inline(__always)
    init(column: Int64?) { self = column.map { Quantity(Int32(clamping: $0)) } ?? .absent }
}

extension Int32 {
    @inline(__always)
    init?(column: Int64?) {
        guard let column else { return nil }
        self.init(exactly: column)
    }
}
