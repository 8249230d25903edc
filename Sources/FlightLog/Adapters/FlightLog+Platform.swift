import SystemIO

/// What only the platform can say. Linux reads /proc and /sys, whose meanings are those of proc(5), cgroups(7) and the
/// kernel's sysfs-class-power; Apple platforms have their own file.

#if !canImport(Darwin)
    /// The process and the device as /proc describes them.
    public struct SystemResources: Resources {
        public init() {}

        public func processorTime() -> Int64 {
            var time = timespec()
            guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        }

        public func memory() -> Int64? {
            // Second number of statm: resident pages.
            guard let pages = SystemText.read("/proc/self/statm")?.numbers.dropFirst().first else { return nil }
            return Int64(pages) * Int64(sysconf(Int32(_SC_PAGESIZE)))
        }

        public func memoryIsLow() -> Bool? {
            guard let text = SystemText.read("/proc/meminfo"), let total = text.number(after: "MemTotal:"),
                let available = text.number(after: "MemAvailable:"), total > 0
            else { return nil }
            return available < total / 20
        }

        public func memoryKills() -> UInt64? {
            guard let group = SystemText.read("/proc/self/cgroup")?.line(after: "0::") else { return nil }
            return SystemText.read("/sys/fs/cgroup\(group)/memory.events")?.number(after: "oom_kill ")
        }

        public func isDebugged() -> Bool? {
            SystemText.read("/proc/self/status")?.number(after: "TracerPid:").map { $0 != 0 }
        }

        /// No Linux says it in one word.
        public func thermalState() -> ThermalState? { nil }
    }

    /// The first battery in /sys/class/power_supply.
    public struct SystemPower: Power {
        private let battery: String?

        public init() {
            let root = "/sys/class/power_supply"
            // A machine without the folder has no battery.
            let names = (try? FileSystem.names(in: root)) ?? []
            battery = names.map { FileSystem.join(root, $0) }
                .first { SystemText.read($0 + "/type")?.text.hasPrefix("Battery") ?? false }
        }

        public func level() -> Double? {
            battery.flatMap { SystemText.read($0 + "/capacity")?.numbers.first }.map { Double($0) / 100 }
        }

        /// Everything but discharging.
        public func isPlugged() -> Bool? {
            battery.flatMap { SystemText.read($0 + "/status") }.map { !$0.text.hasPrefix("Discharging") }
        }

        public func isLowPowerMode() -> Bool? { nil }
    }

    extension DeviceIdentity {
        /// The machine this process runs on.
        static var current: DeviceIdentity {
            let release = SystemText.read("/etc/os-release")?.line(after: "PRETTY_NAME=") ?? "Linux"
            var name = utsname()
            uname(&name)
            let kernel = withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let machine = withUnsafeBytes(of: name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let model = SystemText.read("/sys/class/dmi/id/product_name")?.text ?? machine
            return DeviceIdentity(
                os: "\(release.filter { $0 != "\"" }) (\(kernel))", model: model.trimmed,
                zone: SystemZone.name(localtime: "/etc/localtime"))
        }
    }
#endif

/// A small file of the system as text.
struct SystemText {
    let text: String

    /// Nil where the file is not there or cannot be read.
    static func read(_ path: String) -> SystemText? {
        // A system without the file does not say.
        guard let bytes = try? FileSystem.contents(of: path, limit: 1 << 20) else { return nil }
        return SystemText(text: String(decoding: bytes, as: UTF8.self))
    }

    var numbers: [UInt64] { text.split { !$0.isNumber }.compactMap { UInt64($0) } }

    /// The rest of the first line that begins with `lead`.
    func line(after lead: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(lead) }.map { String($0.dropFirst(lead.count)).trimmed }
    }

    func number(after lead: String) -> UInt64? {
        line(after: lead).flatMap { UInt64($0.prefix { $0.isNumber }) }
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return String(rest)
    }
}
