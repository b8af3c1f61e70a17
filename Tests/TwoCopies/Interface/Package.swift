// swift-tools-version: 6.3
import PackageDescription

// Copies of the modules, or one that the program and its plug-ins share.
let products = Context.environment["WIRING_PRODUCT"].map { [$0] } ?? ["Wiring", "WiringModules"]
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
            dependencies: products.map { .product(name: $0, package: "Wiring") }
        )
    ],
    swiftLanguageModes: [.v6]
)
