/// An app of one file that records where people go, and gives its log as an encrypted bundle to whoever the share sheet
/// offers. Written from Apple's documentation and type-checked against stand-ins of the signatures it uses (Tests/Stubs);
/// nobody has built it with Xcode or run it on a device yet. docs/samples.md says how to make a project of it.
import CoreLocation
import DiagBundle
import FieldModel
import FlightLog
import Foundation
import SwiftUI

@main struct WandererApp: App {
    /// The recorder is open before anything is shown: a launch in the background never shows anything.
    private let tracker = Tracker()

    var body: some Scene {
        WindowGroup { TrackerView(tracker: tracker) }
    }
}

/// The location manager and the log. On the main thread, where the location manager calls its delegate.
@MainActor final class Tracker: NSObject, CLLocationManagerDelegate {
    /// Whom bundles are for: the public key that `diagpack keygen` printed.
    private nonisolated static let developer = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    private static let trackingKey = "tracking"

    let recorder: Recorder
    private let folder: String
    private let manager = CLLocationManager()
    /// Shows that the app goes on using the location; held as long as it tracks.
    private var session: CLBackgroundActivitySession?

    override init() {
        folder = Self.openFolder()
        var configuration = Recorder.Configuration(app: "Wanderer", build: "1")
        configuration.mainThread = SystemMainThread()
        // Throws only for a configuration that makes no sense. A folder that cannot be had is no reason: it records on in memory.
        recorder = try! Recorder(openingLogAt: folder, configuration)
        super.init()
        recorder.follow(SystemLifecycle())
        manager.delegate = self
        if isTracking { start() }
    }

    /// Kept over launches: whoever was tracking when the system ended the app goes on.
    var isTracking: Bool { UserDefaults.standard.bool(forKey: Self.trackingKey) }

    func turnTracking(on: Bool) {
        UserDefaults.standard.set(on, forKey: Self.trackingKey)
        recorder.trackingTurned(on: on)
        if on { start() } else { stop() }
    }

    private func start() {
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.distanceFilter = kCLDistanceFilterNone
        manager.activityType = .other
        manager.pausesLocationUpdatesAutomatically = false
        manager.allowsBackgroundLocationUpdates = true
        manager.showsBackgroundLocationIndicator = true
        manager.requestAlwaysAuthorization()
        session = CLBackgroundActivitySession()
        manager.startUpdatingLocation()
        // Starts the app again where the system ended it.
        manager.startMonitoringSignificantLocationChanges()
        recorder.record(settings: [
            .init("pauses", false), .init("indicator", true), .init("background", true), .init("session", true),
            .init("slc", true), .init("visits", false),
        ])
        let profile = ReceiverProfile(accuracy: .best, filter: 0, activity: .other, label: "best")
        recorder.record(.setProfile(profile), by: 0)
    }

    private func stop() {
        manager.stopUpdatingLocation()
        manager.stopMonitoringSignificantLocationChanges()
        session?.invalidate()
        session = nil
    }

    // MARK: What the location manager says

    nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        let now = recorder.now
        for location in locations {
            recorder.record(Fix(FixReading(location), receiveTime: now.wallTime, bootTime: now.bootTime), ruling: nil)
        }
    }

    nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        let code = (error as NSError).code
        recorder.record(kind: "location.failed") { $0.add("code", code) }
    }

    nonisolated func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
        recorder.record(kind: "location.paused")
    }

    nonisolated func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
        recorder.record(kind: "location.resumed")
    }

    nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        let location = manager.authorizationStatus.code
        let isPrecise = manager.accuracyAuthorization == .fullAccuracy
        recorder.record(.authorization) {
            $0.add("location", location)
            $0.add("precise", isPrecise)
        }
    }

    // MARK: The bundle

    /// Packs the log while it goes on, away from the main thread, and returns where the bundle lies.
    func bundle() async throws -> URL {
        recorder.flush()
        let log = folder
        let now = recorder.now.wallTime
        return try await Task.detached {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("wanderer.age")
            let scratch = FileManager.default.temporaryDirectory.path
            let sealing = Sealing.to([try Recipient(parsing: Tracker.developer)])
            let plan = try BundlePlan(PackRequest(log: log, created: now, scratch: scratch), sealing: sealing)
            try plan.write(to: file.path, replacing: true, sealing: sealing)
            return file
        }.value
    }

    /// The log lies where a launch before the first unlock can write: not protected once the device was unlocked since its
    /// start, and never in a backup.
    private static func openFolder() -> String {
        var folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        folder.appendPathComponent("flightlog", isDirectory: true)
        // Where one of these fails the recorder says so itself, or the folder is protected as the app's files are.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder.path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? folder.setResourceValues(values)
        return folder.path
    }
}

extension FixReading {
    /// As the location manager gave it: what it calls invalid is negative there, and is kept as it is.
    init(_ location: CLLocation) {
        self.init(
            sampleTime: location.timestamp.timeIntervalSince1970, latitude: location.coordinate.latitude,
            longitude: location.coordinate.longitude, horizontalAccuracy: location.horizontalAccuracy,
            altitude: location.altitude, verticalAccuracy: location.verticalAccuracy, speed: location.speed,
            speedAccuracy: location.speedAccuracy, course: location.course, courseAccuracy: location.courseAccuracy)
    }
}

extension CLAuthorizationStatus {
    /// The code that a log has for it.
    fileprivate var code: String {
        switch self {
        case .authorizedAlways: "always"
        case .authorizedWhenInUse: "whenInUse"
        case .denied: "denied"
        case .restricted: "restricted"
        case .notDetermined: "notDetermined"
        @unknown default: "unknown"
        }
    }
}

/// Two switches and a share sheet.
struct TrackerView: View {
    let tracker: Tracker
    @State private var isTracking = false
    @State private var bundle: URL?
    @State private var problem: String?

    var body: some View {
        VStack(spacing: 24) {
            Text("The run before: \(tracker.recorder.previousExit.cause.rawValue)")
            Toggle("Record where I go", isOn: $isTracking)
            Button("Something is wrong here") { tracker.recorder.mark("something is wrong here") }
            if let bundle {
                ShareLink("Send the log", item: bundle)
            } else {
                Button("Pack the log") { Task { await pack() } }
            }
            if let problem { Text(problem) }
        }
        .padding()
        .onAppear { isTracking = tracker.isTracking }
        .onChange(of: isTracking) { _, on in if on != tracker.isTracking { tracker.turnTracking(on: on) } }
    }

    private func pack() async {
        do { bundle = try await tracker.bundle() } catch { problem = String(describing: error) }
    }
}
