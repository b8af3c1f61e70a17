// swift-tools-version: 6.1
import PackageDescription

// Stands for Factory where its package cannot be fetched: the names that the article *Adopting Wiring in an application of many modules* uses.
let package = Package(
    name: "Factory",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "FactoryKit", targets: ["FactoryKit"]),
        .library(name: "FactoryTesting", targets: ["FactoryTesting"]),
    ],
    targets: [
        .target(name: "FactoryKit"),
        .target(name: "FactoryTesting", dependencies: ["FactoryKit"]),
    ]
)
