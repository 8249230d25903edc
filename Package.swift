// swift-tools-version: 6.2
import PackageDescription

/// The pure targets import nothing, take time from their input, and may not hide an unsafe pointer.
let pure: [SwiftSetting] = [.strictMemorySafety(), .treatAllWarnings(as: .error)]
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// FLIGHTLOG_RECORDING=off in the environment of a build leaves recording out: FlightLog then has the same interface with
/// nothing behind it (docs/recording.md).
let isRecording = Context.environment["FLIGHTLOG_RECORDING"] != "off"

let package = Package(
    name: "flightlog",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "FlightLog", targets: ["FlightLog"]),
        .library(name: "DecisionCore", targets: ["DecisionCore"]),
        .library(name: "TrackStore", targets: ["TrackStore"]),
        .library(name: "DiagBundle", targets: ["DiagBundle"]),
        .library(name: "FlightAnalysis", targets: ["FlightAnalysis"]),
        .executable(name: "diagpack", targets: ["diagpack"]),
        .executable(name: "analyze", targets: ["analyze"]),
        .executable(name: "fieldtest", targets: ["fieldtest"]),
        .executable(name: "fieldsim", targets: ["fieldsim"]),
        .executable(name: "gpsdlog", targets: ["gpsdlog"]),
    ],
    targets: [
        // Pure: reading order is dependency order.
        .target(name: "FieldModel", swiftSettings: pure),
        .target(name: "DecisionCore", dependencies: ["FieldModel"], swiftSettings: pure),
        .target(name: "LogFormat", dependencies: ["FieldModel"], swiftSettings: pure),

        // Effects.
        .target(name: "SystemIO", swiftSettings: strict),
        .target(name: "CCrashTap"),
        .target(name: "CDigest"),
        isRecording
            ? .target(
                name: "FlightLog", dependencies: ["FieldModel", "LogFormat", "SystemIO", "CCrashTap"],
                exclude: ["Off"], swiftSettings: strict)
            : .target(
                name: "FlightLog", dependencies: ["FieldModel", "LogFormat", "SystemIO"],
                exclude: [
                    "Exit", "Launch", "Log", "Heart.swift", "Listener.swift", "MainWatch.swift", "Recorder.swift",
                    "Recorder+Records.swift", "Worker.swift",
                ],
                swiftSettings: strict),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "SQLiteIO", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(
            name: "TrackStore", dependencies: ["FieldModel", "DecisionCore", "SQLiteIO", "SystemIO"],
            swiftSettings: strict),
        .target(
            name: "DiagBundle",
            dependencies: [
                "FieldModel", "DecisionCore", "LogFormat", "SystemIO", "CCrashTap", "CDigest", "CZlib", "SQLiteIO",
                .target(name: "CSodium", condition: .when(platforms: [.linux, .macOS])),
            ],
            swiftSettings: strict),
        .target(
            name: "FlightAnalysis",
            dependencies: [
                "FieldModel", "DecisionCore", "LogFormat", "SystemIO", "CCrashTap", "DiagBundle", "TrackStore",
                "SQLiteIO", "CZlib",
            ],
            // Style and scripts of the report stand in the binary, which needs no file beside it.
            resources: [.embedInCode("Report/Assets")],
            swiftSettings: strict),

        // The command line.
        .target(name: "CommandKit", dependencies: ["SystemIO"], swiftSettings: strict),
        .executableTarget(
            name: "diagpack", dependencies: ["DiagBundle", "CommandKit", "LogFormat", "FieldModel", "SystemIO"],
            swiftSettings: strict),
        .executableTarget(
            name: "analyze",
            dependencies: [
                "FlightAnalysis", "DiagBundle", "DecisionCore", "CommandKit", "LogFormat", "FieldModel",
                "SystemIO", "SQLiteIO",
            ],
            swiftSettings: strict),

        // Samples: truth comes from elsewhere, so the simulator may not import the rules.
        .target(
            name: "SimulatedDay", dependencies: ["FieldModel", "LogFormat"],
            path: "Samples/FieldSim/SimulatedDay", swiftSettings: strict),
        .executableTarget(
            name: "fieldsim", dependencies: ["SimulatedDay", "CommandKit", "SystemIO", "LogFormat", "FieldModel"],
            path: "Samples/FieldSim/Command", swiftSettings: strict),
        .executableTarget(
            name: "fieldtest",
            dependencies: [
                "FlightLog", "DecisionCore", "TrackStore", "CommandKit", "LogFormat", "FieldModel", "SystemIO",
            ],
            path: "Samples/FieldTest", swiftSettings: strict),

        .executableTarget(
            name: "owncore", dependencies: ["FlightAnalysis", "DecisionCore", "FieldModel"], path: "Samples/OwnCore",
            exclude: ["own_core.py"], swiftSettings: strict),

        .target(
            name: "ReferenceReceiver", dependencies: ["SQLiteIO", "SystemIO"], path: "Samples/UploadReceiver/Library",
            swiftSettings: strict),
        .executableTarget(
            name: "uploadreceiver", dependencies: ["ReferenceReceiver", "CommandKit", "SystemIO"],
            path: "Samples/UploadReceiver/Command", swiftSettings: strict),

        .target(
            name: "GpsdReports", dependencies: ["FieldModel", "LogFormat"], path: "Samples/GpsdLog/Library",
            swiftSettings: strict),
        .executableTarget(
            name: "gpsdlog",
            dependencies: ["GpsdReports", "FlightLog", "CommandKit", "LogFormat", "FieldModel", "SystemIO"],
            path: "Samples/GpsdLog/Command", swiftSettings: strict),

        // Tests mirror Sources.
        .target(name: "TestKit", path: "Tests/TestKit"),
        // Truth against result: the one place that knows both the simulator and the rules.
        .target(
            name: "TruthKit", dependencies: ["DecisionCore", "FieldModel", "SimulatedDay"],
            path: "Tests/TruthKit/Library", swiftSettings: strict),
        .executableTarget(
            name: "trail-truth", dependencies: ["TruthKit", "DecisionCore", "SimulatedDay"],
            path: "Tests/TruthKit/Command", swiftSettings: strict,
            // Nothing here imports the C library, which would bring it along.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .testTarget(
            name: "TruthKitTests", dependencies: ["TruthKit", "DecisionCore", "SimulatedDay", "TestKit"]),
        .testTarget(name: "FieldModelTests", dependencies: ["FieldModel", "TestKit"]),
        .testTarget(name: "DecisionCoreTests", dependencies: ["DecisionCore", "FieldModel", "TestKit"]),
        .testTarget(name: "LogFormatTests", dependencies: ["LogFormat", "FieldModel", "TestKit"]),
        .testTarget(name: "SystemIOTests", dependencies: ["SystemIO", "TestKit"]),
        .testTarget(
            name: "FlightLogTests",
            dependencies: ["FlightLog", "FieldModel", "LogFormat", "SystemIO", "CCrashTap", "TestKit"]),
        .testTarget(
            name: "DiagBundleTests",
            dependencies: [
                "DiagBundle", "DecisionCore", "FieldModel", "LogFormat", "SystemIO", "SQLiteIO", "CZlib", "TestKit",
            ]),
        .testTarget(name: "SQLiteIOTests", dependencies: ["SQLiteIO", "CSQLite", "TestKit"]),
        .testTarget(
            name: "TrackStoreTests",
            dependencies: [
                "TrackStore", "DecisionCore", "FieldModel", "SQLiteIO", "SystemIO", "ReferenceReceiver",
                "uploadreceiver",
                "TestKit",
            ]),
        .testTarget(
            name: "FlightAnalysisTests",
            dependencies: [
                "FlightAnalysis", "DecisionCore", "FieldModel", "LogFormat", "SystemIO", "SimulatedDay", "TestKit",
            ]),
        .testTarget(name: "GpsdReportsTests", dependencies: ["GpsdReports", "FieldModel", "TestKit"]),
        .testTarget(name: "CommandKitTests", dependencies: ["CommandKit", "TestKit"]),
        .testTarget(
            name: "SimulatedDayTests",
            dependencies: ["SimulatedDay", "FieldModel", "LogFormat", "DecisionCore", "TestKit"]),
        .testTarget(
            name: "ToolTests",
            dependencies: [
                "analyze", "diagpack", "fieldtest", "fieldsim", "owncore", "gpsdlog", "FlightLog", "FlightAnalysis",
                "DecisionCore", "TrackStore", "ReferenceReceiver",
                "SimulatedDay", "LogFormat", "FieldModel", "SystemIO", "TestKit",
            ]),
    ]
)
