import FieldModel
import SystemIO

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The rules of a time zone as the platform's C library has them. A class: the library knows one zone a process, which is
/// set while this is in use and put back afterwards.
final class ZoneData {
    private let before: String?

    /// Nil where the platform has no such zone.
    init?(_ name: String) {
        // The library takes any text and means UTC by what it does not know: the file tells.
        guard !name.isEmpty, !name.hasPrefix("/"), !name.contains(".."), Self.exists(name) else { return nil }
        before = unsafe getenv("TZ").map { unsafe String(cString: $0) }
        setenv("TZ", name, 1)
        tzset()
    }

    deinit {
        if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
        tzset()
    }

    private static func exists(_ name: String) -> Bool {
        let folders = [
            unsafe getenv("TZDIR").map { unsafe String(cString: $0) }, "/usr/share/zoneinfo",
            "/var/db/timezone/zoneinfo",
        ]
        // A folder that cannot be looked into holds no zone for us.
        return folders.compactMap(\.self).contains { (try? FileSystem.entry(at: $0 + "/" + name))??.kind == .file }
    }

    /// Seconds east of UTC at a time.
    func offset(at time: WallTime) -> Int {
        var seconds = time_t(time.rawValue.flooredDivision(by: 1000))
        var local = tm()
        guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
        return local.tm_gmtoff
    }
}
