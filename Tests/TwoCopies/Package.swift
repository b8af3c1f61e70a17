// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "TwoCopies",
    products: [
        .library(name: "First", type: .dynamic, targets: ["First"]),
        .library(name: "Second", type: .dynamic, targets: ["Second"]),
    ],
    dependencies: [.package(name: "Wiring", path: "../..")],
    targets: [
        .target(name: "First", dependencies: [.product(name: "Wiring", package: "Wiring")]),
        .target(name: "Second", dependencies: [.product(name: "Wiring", package: "Wiring")]),
    ],
    swiftLanguageModes: [.v6]
)
