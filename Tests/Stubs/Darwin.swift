/// Stands in for Darwin where there is no Apple SDK: only what Apple+Platform.swift uses, with the signatures the SDK has.
///
/// | symbol | page |
/// |---|---|
/// | `clock_gettime`, `timespec` | developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/clock_gettime.3.html |
/// | `task_info`, `task_vm_info_data_t`, `mach_task_self_` | developer.apple.com/documentation/kernel/1537934-task_info |
/// | `os_proc_available_memory` | developer.apple.com/documentation/os/os_proc_available_memory |
/// | `sysctl`, `sysctlbyname`, `kinfo_proc` | developer.apple.com/documentation/kernel/1387446-sysctlbyname |
public struct timespec {
    public var tv_sec = 0
    public var tv_nsec = 0
    public init() {}
}
public struct clockid_t: Sendable { public init() {} }
public let CLOCK_PROCESS_CPUTIME_ID = clockid_t()
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }

public typealias integer_t = Int32
public typealias mach_msg_type_number_t = UInt32
public typealias task_flavor_t = UInt32
public typealias kern_return_t = Int32
public typealias mach_port_t = UInt32
public struct task_vm_info_data_t {
    public var phys_footprint: UInt64 = 0
    public init() {}
}
nonisolated(unsafe) public var mach_task_self_: mach_port_t = 0
public let TASK_VM_INFO: Int32 = 22
public let KERN_SUCCESS: kern_return_t = 0
public func task_info(
    _ task: mach_port_t, _ flavor: task_flavor_t, _ info: UnsafeMutablePointer<integer_t>!,
    _ count: UnsafeMutablePointer<mach_msg_type_number_t>!
) -> kern_return_t { 0 }
public func os_proc_available_memory() -> Int { 0 }

public struct extern_proc {
    public var p_flag: Int32 = 0
    public init() {}
}
public struct kinfo_proc {
    public var kp_proc = extern_proc()
    public init() {}
}
public let CTL_KERN: Int32 = 1
public let KERN_PROC: Int32 = 14
public let KERN_PROC_PID: Int32 = 1
public let P_TRACED: Int32 = 0x800
public func getpid() -> Int32 { 0 }
public func sysctl(
    _ name: UnsafeMutablePointer<Int32>!, _ count: UInt32, _ old: UnsafeMutableRawPointer!,
    _ oldSize: UnsafeMutablePointer<Int>!, _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { 0 }
public func sysctlbyname(
    _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ oldSize: UnsafeMutablePointer<Int>!,
    _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { 0 }
