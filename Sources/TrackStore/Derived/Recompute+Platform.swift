import SystemIO

/// Processors that may be used at the same time, at least one.
public func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
