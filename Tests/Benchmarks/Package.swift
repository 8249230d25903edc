// swift-tools-version: 6.2
import PackageDescription

/// Measurements, apart from the package they measure: `swift run -c release recorderbench`.
let package = Package(
    name: "benchmarks", platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "flightlog", path: "../..")],
    targets: [
        .executableTarget(
            name: "recorderbench", dependencies: [.product(name: "FlightLog", package: "flightlog")],
            path: "Sources/RecorderBenchmark")
    ])
