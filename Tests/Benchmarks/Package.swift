// swift-tools-version: 6.2
import PackageDescription

/// Measurements, apart from the package they measure, each an executable: `swift run -c release recorderbench`. Peers
/// run beside them as scripts.
let package = Package(
    name: "benchmarks", platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "flightlog", path: "../..")],
    targets: [
        .target(name: "RecorderMeasure"),
        .executableTarget(
            name: "recorderbench",
            dependencies: ["RecorderMeasure", .product(name: "FlightLog", package: "flightlog")],
            path: "Sources/RecorderBenchmark"),
        .executableTarget(name: "encoderbench", dependencies: ["RecorderMeasure"], path: "Sources/EncoderBenchmark"),
        .executableTarget(
            name: "corebench", dependencies: [.product(name: "DecisionCore", package: "flightlog")],
            path: "Sources/CoreBenchmark"),
        .executableTarget(
            name: "trackbench",
            dependencies: [
                .product(name: "TrackStore", package: "flightlog"),
                .product(name: "DecisionCore", package: "flightlog"),
            ],
            path: "Sources/TrackBenchmark"),
    ])
