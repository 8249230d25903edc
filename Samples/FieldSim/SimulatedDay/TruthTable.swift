/// The truth as a table beside the log: `t,lat,lon,activity,speed,metres,trouble`, a row a second; metres since the day
/// began, an empty trouble for none.
import FieldModel
import LogFormat

extension SimulatedDay {
    /// The content of truth.csv.
    public var truthTable: [UInt8] {
        var bytes = Array("t,lat,lon,activity,speed,metres,trouble\n".utf8)
        bytes.reserveCapacity(truth.count * 72)
        for row in truth {
            DecimalNumber.append(row.time.rawValue, decimals: 0, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            DecimalNumber.append(units(row.place.latitude, 1e7), decimals: 7, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            DecimalNumber.append(units(row.place.longitude, 1e7), decimals: 7, to: &bytes)
            bytes += ",\(row.activity.rawValue),".utf8
            DecimalNumber.append(units(row.speed, 100), decimals: 2, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            DecimalNumber.append(units(row.metres, 1000), decimals: 3, to: &bytes)
            bytes += ",\(row.trouble?.rawValue ?? "")\n".utf8
        }
        return bytes
    }

    private func units(_ value: Double, _ scale: Double) -> Int64 {
        Int64((value * scale).rounded(.toNearestOrAwayFromZero))
    }
}
