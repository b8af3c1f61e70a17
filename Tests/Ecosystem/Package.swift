// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Ecosystem",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "wiring", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
        .package(
            url: "https://github.com/apple/swift-configuration.git",
            exact: "1.4.0",
            traits: ["CommandLineArguments", "Reloading"]
        ),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2.git", exact: "2.4.3"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1"),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay.git", exact: "1.13.1"),
        .package(url: "https://github.com/swhitty/FlyingFox.git", exact: "0.27.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", exact: "1.0.2"),
    ],
    targets: [
        .executableTarget(
            name: "ImmediateObservation",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Wiring", package: "wiring"),
            ]
        ),
        .executableTarget(
            name: "SynchronousMain",
            dependencies: [.product(name: "Wiring", package: "wiring")]
        ),
        .testTarget(
            name: "EcosystemTests",
            dependencies: [
                "ImmediateObservation",
                "SynchronousMain",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "WiringAsync", package: "wiring"),
                .product(name: "WiringLifecycle", package: "wiring"),
                .product(name: "WiringTesting", package: "wiring"),
            ],
            path: "Tests"
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]  // SE-0461
}
