// swift-tools-version: 6.2
import PackageDescription

/// Coverage-guided fuzzing of everything that reads bytes of others. Linux only: the toolchain's libFuzzer.
/// Each target is one executable; `.ci/fuzz` runs them all for a bounded time over FailCases/, which keeps every find.
let targets = [
    "fuzz-json", "fuzz-log", "fuzz-age-header", "fuzz-age-payload", "fuzz-armor", "fuzz-gzip", "fuzz-tar",
    "fuzz-manifest", "fuzz-index",
]

let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "flightlog", path: "../..")],
    targets: targets.map {
        .executableTarget(
            name: $0,
            dependencies: [
                .product(name: "FlightAnalysis", package: "flightlog"),
                .product(name: "DiagBundle", package: "flightlog"),
            ],
            // libFuzzer brings the main function.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    }
)
