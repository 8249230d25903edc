import SystemIO

/// The time zone of the process.
enum SystemZone {
    /// Seconds east of UTC at an instant.
    static func offset(at seconds: Int64) -> Int {
        var time = time_t(seconds)
        var parts = tm()
        tzset()
        localtime_r(&time, &parts)
        return parts.tm_gmtoff
    }

    /// The zone's name: TZ, or where the link of the system's zone points to.
    static func name(localtime: String) -> String {
        if let variable = getenv("TZ") {
            let name = String(cString: variable)
            if !name.isEmpty { return name.hasPrefix(":") ? String(name.dropFirst()) : name }
        }
        var target = [UInt8](repeating: 0, count: 1024)
        let count = target.withUnsafeMutableBytes { readlink(localtime, $0.baseAddress!, $0.count) }
        guard count > 0 else { return "UTC" }
        let path = String(decoding: target[..<count], as: UTF8.self)
        let parts = path.split(separator: "/")
        guard let at = parts.lastIndex(of: "zoneinfo") else { return "UTC" }
        return parts[(at + 1)...].joined(separator: "/")
    }
}
