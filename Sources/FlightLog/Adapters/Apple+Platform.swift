#if canImport(Darwin)
    import Darwin
    import FieldModel

    #if canImport(UIKit)
        import UIKit
    #endif

    /// What only an Apple platform can say. Written from the documentation and type-checked against stand-ins of the
    /// signatures it uses (Tests/Stubs, with their pages); no Apple device has run it yet.

    /// The process and the device as Mach and sysctl describe them.
    public struct SystemResources: Resources {
        public init() {}

        public func processorTime() -> Int64 {
            var time = timespec()
            guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        }

        /// The footprint: what the system's own limit is compared with.
        public func memory() -> Int64? {
            var info = task_vm_info_data_t()
            var count = mach_msg_type_number_t(MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<integer_t>.size)
            let result = withUnsafeMutablePointer(to: &info) { pointer in
                pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                    task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
                }
            }
            return result == KERN_SUCCESS ? Int64(info.phys_footprint) : nil
        }

        #if os(iOS)
            /// Below this much left the system may end the app.
            public func memoryIsLow() -> Bool? { os_proc_available_memory() < 50 << 20 }
        #else
            public func memoryIsLow() -> Bool? { nil }
        #endif

        /// No Apple system counts them where an app could read it.
        public func memoryKills() -> UInt64? { nil }

        public func isDebugged() -> Bool? {
            var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
            var info = kinfo_proc()
            var size = MemoryLayout<kinfo_proc>.stride
            guard sysctl(&name, 4, &info, &size, nil, 0) == 0 else { return nil }
            return info.kp_proc.p_flag & P_TRACED != 0
        }

        #if canImport(UIKit)
            public func thermalState() -> ThermalState? {
                switch ProcessInfo.processInfo.thermalState {
                case .nominal: .nominal
                case .fair: .fair
                case .serious: .serious
                case .critical: .critical
                @unknown default: nil
                }
            }
        #else
            public func thermalState() -> ThermalState? { nil }
        #endif
    }

    /// The battery. UIKit tells it on the main thread only, so it is read there and kept; until then it is unknown.
    public final class SystemPower: Power {
        private let known = Locked<(level: Double?, plugged: Bool?)>((nil, nil))

        public init() {
            #if canImport(UIKit)
                let known = known
                Task { @MainActor in
                    let device = UIDevice.current
                    device.isBatteryMonitoringEnabled = true
                    let read: @MainActor () -> Void = {
                        // -1 says that it is not known.
                        let level = device.batteryLevel < 0 ? nil : Double(device.batteryLevel)
                        let state = device.batteryState
                        known.with { $0 = (level, state == .unknown ? nil : state != .unplugged) }
                    }
                    read()
                    for name in [
                        UIDevice.batteryLevelDidChangeNotification, UIDevice.batteryStateDidChangeNotification,
                    ] {
                        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
                            MainActor.assumeIsolated { read() }
                        }
                    }
                }
            #endif
        }

        public func level() -> Double? { known.with { $0.level } }
        public func isPlugged() -> Bool? { known.with { $0.plugged } }

        #if canImport(UIKit)
            public func isLowPowerMode() -> Bool? { ProcessInfo.processInfo.isLowPowerModeEnabled }
        #else
            public func isLowPowerMode() -> Bool? { nil }
        #endif
    }

    #if canImport(UIKit)
        /// The life of an app as UIKit's notifications tell it.
        public struct SystemLifecycle: Lifecycle {
            public init() {}

            public func watch(_ change: @escaping @Sendable (AppState) -> Void) {
                let states: [(Notification.Name, AppState)] = [
                    (UIApplication.didBecomeActiveNotification, .foreground),
                    (UIApplication.willResignActiveNotification, .inactive),
                    (UIApplication.didEnterBackgroundNotification, .background),
                    (UIApplication.willTerminateNotification, .terminating),
                ]
                for (name, state) in states {
                    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                        change(state)
                    }
                }
            }
        }
    #endif

    extension DeviceIdentity {
        /// The machine this process runs on.
        static var current: DeviceIdentity {
            DeviceIdentity(
                os: "Darwin \(text("kern.osproductversion")) (\(text("kern.osversion")))", model: text("hw.machine"),
                zone: SystemZone.name(localtime: "/etc/localtime"))
        }

        /// A text that sysctl knows by name; "" where it does not.
        private static func text(_ name: String) -> String {
            var size = 0
            guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return "" }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return "" }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
#endif
