import FieldModel
import LogFormat
import SystemIO

/// A fix as `foxglove.LocationFix` in JSON, the schema that maps of such viewers know by its name.
enum LocationFixText {
    static let schema = MCAPWriter.Schema(
        name: "foxglove.LocationFix",
        text: #"""
            {"type":"object","title":"foxglove.LocationFix","properties":{"timestamp":{"type":"object","title":"time",\#
            "properties":{"sec":{"type":"integer","minimum":0},"nsec":{"type":"integer","minimum":0,"maximum":999999999}}},\#
            "frame_id":{"type":"string"},"latitude":{"type":"number"},"longitude":{"type":"number"},\#
            "altitude":{"type":"number"},"position_covariance":{"type":"array","items":{"type":"number"},"minItems":9,\#
            "maxItems":9},"position_covariance_type":{"title":"foxglove.PositionCovarianceType","oneOf":[\#
            {"title":"UNKNOWN","const":0},{"title":"APPROXIMATED","const":1},{"title":"DIAGONAL_KNOWN","const":2},\#
            {"title":"KNOWN","const":3}]},"heading":{"type":"number"},"velocity":{"type":"object","properties":{\#
            "x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},"metadata":{"type":"array","items":{\#
            "type":"object","properties":{"key":{"type":"string"},"value":{"type":"string"}}}}},"required":["timestamp",\#
            "frame_id","latitude","longitude","altitude","position_covariance","position_covariance_type"]}
            """#)

    /// Whether a fix has a place that may be shown: an accuracy below zero says that it has none.
    static func isShowable(_ fix: Fix) -> Bool { fix.defect == nil && fix.horizontalAccuracy.isValidOrAbsent }

    static func append(_ sample: Sample, to bytes: inout [UInt8]) {
        let fix = sample.fix
        bytes += "{\"timestamp\":".utf8
        MCAPTime.append(fix.sampleTime, to: &bytes)
        bytes += ",\"frame_id\":\"wgs84\",\"latitude\":".utf8
        DecimalNumber.append(Int64(fix.latitude), decimals: 7, to: &bytes)
        bytes += ",\"longitude\":".utf8
        DecimalNumber.append(Int64(fix.longitude), decimals: 7, to: &bytes)
        // The schema has no place for an unknown height; its variance of zero and the type say so.
        bytes += ",\"altitude\":".utf8
        let hasAltitude = fix.verticalAccuracy.isValidOrAbsent && fix.altitude.isNumber
        DecimalNumber.append(hasAltitude ? Int64(fix.altitude.rawValue) : 0, decimals: 2, to: &bytes)
        covariance(fix, &bytes)
        motion(fix, &bytes)
        metadata(sample, &bytes)
        bytes += "}".utf8
    }

    /// East, north, up: the squares of the accuracies. Approximated, since the platform does not say how much of a
    /// deviation its radius is.
    private static func covariance(_ fix: Fix, _ bytes: inout [UInt8]) {
        let horizontal = square(fix.horizontalAccuracy), vertical = square(fix.verticalAccuracy)
        bytes += ",\"position_covariance\":[".utf8
        for cell in 0..<9 {
            if cell > 0 { bytes.append(UInt8(ascii: ",")) }
            let value = cell == 0 || cell == 4 ? horizontal : cell == 8 ? vertical : 0
            // cm times cm: four decimals of a square metre.
            DecimalNumber.append(value, decimals: 4, to: &bytes)
        }
        bytes += "],\"position_covariance_type\":".utf8
        bytes += (fix.horizontalAccuracy.isValid ? "1" : "0").utf8
    }

    private static func square(_ accuracy: Quantity) -> Int64 {
        accuracy.isValid ? Int64(accuracy.rawValue) * Int64(accuracy.rawValue) : 0
    }

    /// Heading in radians, velocity in m/s east and north; both rounded here, so that every machine writes the same.
    private static func motion(_ fix: Fix, _ bytes: inout [UInt8]) {
        guard fix.course.isValid else { return }
        let course = Double(fix.course.rawValue) / 1800 * .pi
        bytes += ",\"heading\":".utf8
        DecimalNumber.append(Int64((course * 1e6).rounded()), decimals: 6, to: &bytes)
        guard fix.speed.isValid else { return }
        let speed = Double(fix.speed.rawValue) * 10
        bytes += ",\"velocity\":{\"x\":".utf8
        DecimalNumber.append(Int64((speed * sin(course)).rounded()), decimals: 3, to: &bytes)
        bytes += ",\"y\":".utf8
        DecimalNumber.append(Int64((speed * cos(course)).rounded()), decimals: 3, to: &bytes)
        bytes += ",\"z\":0.000}".utf8
    }

    private static func metadata(_ sample: Sample, _ bytes: inout [UInt8]) {
        let fix = sample.fix
        var isFirst = true
        func pair(_ key: String, _ value: (inout [UInt8]) -> Void) {
            bytes += (isFirst ? "{\"key\":\"" : ",{\"key\":\"").utf8
            bytes += key.utf8
            bytes += "\",\"value\":\"".utf8
            value(&bytes)
            bytes += "\"}".utf8
            isFirst = false
        }
        bytes += ",\"metadata\":[".utf8
        pair("n") { DecimalNumber.append(Int64(clamping: sample.n), decimals: 0, to: &$0) }
        if let accuracy = fix.horizontalAccuracy.number {
            pair("hacc") { DecimalNumber.append(Int64(accuracy), decimals: 2, to: &$0) }
        }
        pair("src") { $0 += fix.source.rawValue.utf8 }
        if let motion = fix.motion { pair("motion") { $0 += motion.rawValue.utf8 } }
        if let state = fix.appState { pair("app") { $0 += state.rawValue.utf8 } }
        if let verdict = sample.verdict { pair("verdict") { $0 += verdict.rawValue.utf8 } }
        if let reason = Reason(rawValue: sample.reason) { pair("reason") { $0 += reason.rawValue.utf8 } }
        bytes += "]".utf8
    }
}

/// Times as MCAP and its JSON schemas hold them: never before 1970, which they have no number for.
enum MCAPTime {
    /// Nanoseconds since the Unix epoch, moved into what 64 bits hold.
    static func nanoseconds(_ time: WallTime) -> UInt64 {
        let (product, overflow) = UInt64(max(0, time.rawValue)).multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : product
    }

    /// Appends `{"sec":…,"nsec":…}`.
    static func append(_ time: WallTime, to bytes: inout [UInt8]) {
        let millis = max(0, time.rawValue)
        bytes += "{\"sec\":".utf8
        DecimalNumber.append(millis / 1000, decimals: 0, to: &bytes)
        bytes += ",\"nsec\":".utf8
        DecimalNumber.append(millis % 1000 * 1_000_000, decimals: 0, to: &bytes)
        bytes += "}".utf8
    }
}
