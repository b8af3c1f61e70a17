// swift-tools-version: 6.3
import PackageDescription

// `Wiring`, for a copy in each image, or `WiringDynamic`, for one that they share.
let wiring = Target.Dependency.product(name: Context.environment["WIRING_PRODUCT"] ?? "Wiring", package: "Wiring")

let package = Package(
    name: "TwoCopies",
    products: [
        .library(name: "First", type: .dynamic, targets: ["First"]),
        .library(name: "Second", type: .dynamic, targets: ["Second"]),
    ],
    dependencies: [.package(name: "Wiring", path: "../..")],
    targets: [
        .target(name: "First", dependencies: [wiring]),
        .target(name: "Second", dependencies: [wiring]),
    ],
    swiftLanguageModes: [.v6]
)
