// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "greeter",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "wiring", path: "../wiring")],
    targets: [
        .executableTarget(
            name: "Greeter",
            dependencies: [
                .product(name: "Wiring", package: "wiring"),
                .product(name: "WiringFoundation", package: "wiring"),
            ]
        )
    ]
)
