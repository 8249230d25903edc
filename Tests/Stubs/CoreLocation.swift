/// Stands in for CoreLocation: only what Samples/iOS uses, with the signatures the SDK has.
///
/// | symbol | page |
/// |---|---|
/// | `CLLocationManager` | developer.apple.com/documentation/corelocation/cllocationmanager |
/// | `CLLocationManagerDelegate` | developer.apple.com/documentation/corelocation/cllocationmanagerdelegate |
/// | `CLLocation` | developer.apple.com/documentation/corelocation/cllocation |
/// | `CLBackgroundActivitySession` | developer.apple.com/documentation/corelocation/clbackgroundactivitysession-3mzv3 |
@_exported import Foundation

public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double
public typealias CLLocationAccuracy = Double
public typealias CLLocationSpeed = Double
public typealias CLLocationSpeedAccuracy = Double
public typealias CLLocationDirection = Double
public typealias CLLocationDirectionAccuracy = Double

public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLDistanceFilterNone: CLLocationDistance = -1

public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees
}

open class CLLocation: NSObject, @unchecked Sendable {
    public var coordinate: CLLocationCoordinate2D { fatalError() }
    public var altitude: CLLocationDistance { 0 }
    public var horizontalAccuracy: CLLocationAccuracy { 0 }
    public var verticalAccuracy: CLLocationAccuracy { 0 }
    public var course: CLLocationDirection { 0 }
    public var courseAccuracy: CLLocationDirectionAccuracy { 0 }
    public var speed: CLLocationSpeed { 0 }
    public var speedAccuracy: CLLocationSpeedAccuracy { 0 }
    public var timestamp: Date { fatalError() }
}

public enum CLActivityType: Int, Sendable {
    case other = 1, automotiveNavigation, fitness, otherNavigation, airborne
}
public enum CLAuthorizationStatus: Int32, Sendable {
    case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}
public enum CLAccuracyAuthorization: Int, Sendable { case fullAccuracy, reducedAccuracy }

open class CLLocationManager: NSObject {
    public weak var delegate: (any CLLocationManagerDelegate)?
    public var desiredAccuracy: CLLocationAccuracy = 0
    public var distanceFilter: CLLocationDistance = 0
    public var activityType = CLActivityType.other
    public var pausesLocationUpdatesAutomatically = true
    public var allowsBackgroundLocationUpdates = false
    public var showsBackgroundLocationIndicator = false
    public var authorizationStatus: CLAuthorizationStatus { .notDetermined }
    public var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }
    public func requestAlwaysAuthorization() {}
    public func startUpdatingLocation() {}
    public func stopUpdatingLocation() {}
    public func startMonitoringSignificantLocationChanges() {}
    public func stopMonitoringSignificantLocationChanges() {}
}

/// All of it optional in the SDK.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

open class CLBackgroundActivitySession: NSObject {
    public override init() {}
    public func invalidate() {}
}
