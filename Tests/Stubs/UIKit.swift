/// Stands in for UIKit and the Foundation it brings along: only what Apple+Platform.swift uses.
///
/// | symbol | page |
/// |---|---|
/// | `UIApplication` notifications | developer.apple.com/documentation/uikit/uiapplication |
/// | `UIDevice` battery | developer.apple.com/documentation/uikit/uidevice/batterylevel-swift.property |
/// | `ProcessInfo.thermalState`, `isLowPowerModeEnabled` | developer.apple.com/documentation/foundation/processinfo |
/// | `NotificationCenter.addObserver(forName:object:queue:using:)` | developer.apple.com/documentation/foundation/notificationcenter |
public struct Notification: Sendable {
    public struct Name: Hashable, Sendable { public init() {} }
}
public typealias NSNotification = Notification
public protocol NSObjectProtocol {}

public final class OperationQueue: Sendable {
    public static var main: OperationQueue { OperationQueue() }
}

public final class NotificationCenter: Sendable {
    public static var `default`: NotificationCenter { NotificationCenter() }
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { fatalError() }
}

public final class ProcessInfo: Sendable {
    public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }
    public static var processInfo: ProcessInfo { ProcessInfo() }
    public var thermalState: ThermalState { .nominal }
    public var isLowPowerModeEnabled: Bool { false }
}

@MainActor public final class UIApplication {
    nonisolated public static var didBecomeActiveNotification: Notification.Name { .init() }
    nonisolated public static var willResignActiveNotification: Notification.Name { .init() }
    nonisolated public static var didEnterBackgroundNotification: Notification.Name { .init() }
    nonisolated public static var willTerminateNotification: Notification.Name { .init() }
}

@MainActor public final class UIDevice {
    public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }
    public static var current: UIDevice { fatalError() }
    public var isBatteryMonitoringEnabled = false
    public var batteryLevel: Float { -1 }
    public var batteryState: BatteryState { .unknown }
    nonisolated public static var batteryLevelDidChangeNotification: Notification.Name { .init() }
    nonisolated public static var batteryStateDidChangeNotification: Notification.Name { .init() }
}
