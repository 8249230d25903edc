import Foundation

/// Whether the long forms of the tests are wanted: FLIGHTLOG_LONG=1.
public enum Long {
    public static let isOn = ProcessInfo.processInfo.environment["FLIGHTLOG_LONG"] != nil
}
