import DecisionCore
import FieldModel
import TrackStore

/// A day's points as one blob an hour: each column by itself, each number as what it differs from the one before, small
/// ones in few bytes. What packing closed days would save, to be held against plain rows.
struct PackedDay {
    private(set) var hours: [[UInt8]] = []
    private(set) var points = 0

    var bytes: Int { hours.reduce(0) { $0 + $1.count } }

    init(_ stored: [StoredPoint]) {
        var columns: [[Int64]] = []
        var hour: Int64 = .min
        for it in stored {
            let row = Self.row(it)
            if row[1] / 3_600_000 != hour {
                pack(columns)
                columns = row.map { _ in [] }
                hour = row[1] / 3_600_000
            }
            for (index, value) in row.enumerated() { columns[index].append(value) }
            points += 1
        }
        pack(columns)
    }

    /// Reads every number again; the sum keeps the work from being left out.
    func sum() -> Int64 {
        var sum: Int64 = 0
        for hour in hours {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            for byte in hour {
                value |= UInt64(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 {
                    sum &+= Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
                    (value, shift) = (0, 0)
                }
            }
        }
        return sum
    }

    private mutating func pack(_ columns: [[Int64]]) {
        guard let first = columns.first, !first.isEmpty else { return }
        var bytes: [UInt8] = []
        for column in columns {
            var before: Int64 = 0
            for value in column {
                let difference = value &- before
                var rest = UInt64(bitPattern: (difference << 1) ^ (difference >> 63))
                before = value
                while rest >= 0x80 {
                    bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                    rest >>= 7
                }
                bytes.append(UInt8(rest))
            }
        }
        hours.append(bytes)
    }

    private static func row(_ it: StoredPoint) -> [Int64] {
        let fix = it.point.fix
        return [
            it.seq, fix.sampleTime.rawValue, fix.receiveTime - fix.sampleTime,
            (fix.bootTime?.rawValue ?? 0) - fix.receiveTime.rawValue, Int64(fix.latitude), Int64(fix.longitude),
            Int64(fix.horizontalAccuracy.rawValue), Int64(fix.altitude.rawValue), Int64(fix.verticalAccuracy.rawValue),
            Int64(fix.speed.rawValue), Int64(fix.speedAccuracy.rawValue), Int64(fix.course.rawValue),
            Int64(fix.courseAccuracy.rawValue), it.point.isCoarse ? 1 : 0,
            MotionKind.allCases.firstIndex { $0 == fix.motion }.map(Int64.init) ?? -1,
            AppState.allCases.firstIndex { $0 == fix.appState }.map(Int64.init) ?? -1,
        ]
    }
}
