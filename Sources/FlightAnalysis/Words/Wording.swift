import FieldModel
import LogFormat

/// Numbers and times as people read them.
public enum Wording {
    /// `45 s`, `4 min 19 s`, `1 h 32 min`, `3 d 4 h`; under ten seconds with a decimal.
    public static func duration(_ millis: Int64) -> String {
        let seconds = millis / 1000
        if millis < 10_000 { return "\(millis / 1000).\(millis / 100 % 10) s" }
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "") }
        if seconds < 86_400 {
            return "\(seconds / 3600) h" + (seconds / 60 % 60 > 0 ? " \(seconds / 60 % 60) min" : "")
        }
        return "\(seconds / 86_400) d" + (seconds / 3600 % 24 > 0 ? " \(seconds / 3600 % 24) h" : "")
    }

    /// `850 m`, `12.3 km`.
    public static func distance(_ millimetres: Int64) -> String {
        if millimetres < 1_000_000 { return "\((millimetres + 500) / 1000) m" }
        let tenths = (millimetres + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) km"
    }

    /// `93.4 %`; `100 %` only where nothing is missing.
    public static func share(_ share: Double?) -> String {
        guard let share else { return "unknown" }
        let tenths = Int((share * 1000).rounded(share < 1 ? .down : .toNearestOrAwayFromZero))
        return tenths == 1000 ? "100 %" : "\(tenths / 10).\(tenths % 10) %"
    }

    /// `2026-05-04 08:00:00`, UTC; the day left out where it is `day`.
    public static func time(_ time: WallTime, without day: CivilDate? = nil) -> String {
        let text = time.description
        let clock = text.dropFirst(text.utf8.count - 13).prefix(8)
        return CivilDate(time) == day ? String(clock) : "\(CivilDate(time)) \(clock)"
    }

    /// `1 gap`, `3 gaps`.
    public static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension Wording {
    /// A value without quotes; a whole number without its point.
    public static func plain(_ value: Value?) -> String {
        guard let value else { return "" }
        if let whole = value.integer { return "\(whole)" }
        return value.string ?? JSON.text(value)
    }
}
