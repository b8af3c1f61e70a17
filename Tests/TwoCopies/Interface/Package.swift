// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Interface",
    products: [
        .library(name: "Interface", targets: ["Interface"]),
        .library(name: "InterfaceDynamic", type: .dynamic, targets: ["Interface"]),
    ],
    dependencies: [.package(name: "Wiring", path: "../../..")],
    targets: [
        .target(
            name: "Interface",
            dependencies: [.product(name: Context.environment["WIRING_PRODUCT"] ?? "Wiring", package: "Wiring")]
        )
    ],
    swiftLanguageModes: [.v6]
)
