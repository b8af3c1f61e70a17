// swift-tools-version: 6.3
import PackageDescription

// `Wiring`, for a copy in each image, or `WiringDynamic`, for one that they share.
let wiring = Target.Dependency.product(name: Context.environment["WIRING_PRODUCT"] ?? "Wiring", package: "Wiring")
// `Interface`, for a copy of this module in the program and in its plug-in, or `InterfaceDynamic`.
let interface = Target.Dependency.product(
    name: Context.environment["INTERFACE_PRODUCT"] ?? "Interface",
    package: "Interface"
)

let package = Package(
    name: "TwoCopies",
    products: [
        .library(name: "First", type: .dynamic, targets: ["First"]),
        .library(name: "Second", type: .dynamic, targets: ["Second"]),
        .library(name: "PlugIn", type: .dynamic, targets: ["PlugIn"]),
    ],
    dependencies: [.package(name: "Wiring", path: "../.."), .package(path: "Interface")],
    targets: [
        .target(name: "First", dependencies: [wiring]),
        .target(name: "Second", dependencies: [wiring]),
        .executableTarget(name: "Host", dependencies: [interface, wiring]),
        .target(name: "PlugIn", dependencies: [interface, wiring]),
    ],
    swiftLanguageModes: [.v6]
)
