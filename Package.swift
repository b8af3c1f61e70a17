// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Wiring",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Wiring", targets: ["Wiring"]),
        .library(name: "WiringAsync", targets: ["WiringAsync"]),
        .library(name: "WiringLifecycle", targets: ["WiringLifecycle"]),
        .library(name: "WiringModules", targets: ["WiringModules"]),
        .library(
            name: "WiringDynamic",
            type: .dynamic,
            targets: ["Wiring", "WiringAsync", "WiringLifecycle", "WiringModules"]
        ),
        .library(name: "WiringFoundation", targets: ["WiringFoundation"]),
        .library(name: "WiringFoundationNetworking", targets: ["WiringFoundationNetworking"]),
        .library(name: "WiringInspection", targets: ["WiringInspection"]),
        .library(name: "WiringSwiftUI", targets: ["WiringSwiftUI"]),
        .library(name: "WiringTesting", targets: ["WiringTesting"]),
        .executable(name: "wiring-demo", targets: ["wiring-demo"]),
    ],
    targets: [
        .target(name: "WiringThread"),
        .target(name: "Wiring", dependencies: ["WiringThread"]),
        .target(name: "WiringAsync", dependencies: ["Wiring"]),
        .target(name: "WiringLifecycle", dependencies: ["WiringAsync", "Wiring"]),
        .target(name: "WiringModules", dependencies: ["WiringAsync", "Wiring"]),
        .target(name: "WiringFoundation", dependencies: ["Wiring"]),
        .target(name: "WiringFoundationNetworking", dependencies: ["Wiring"]),
        .target(name: "WiringInspection", dependencies: ["Wiring"]),
        .target(name: "WiringSwiftUI", dependencies: ["Wiring"]),
        .target(name: "WiringTestingHook", dependencies: ["WiringThread"]),
        .target(
            name: "WiringTesting",
            dependencies: ["Wiring", "WiringAsync", "WiringInspection", "WiringTestingHook", "WiringThread"]
        ),
        .target(
            name: "WiringDemo",
            dependencies: ["WiringLifecycle", "WiringModules", "WiringAsync", "Wiring"],
            resources: [.embedInCode("Resources/accounts.json")]
        ),
        .target(
            name: "WiringDemoTally",
            dependencies: ["WiringDemo", "WiringLifecycle", "WiringModules", "WiringAsync", "Wiring"]
        ),
        .target(
            name: "WiringDemoJournal",
            dependencies: ["WiringDemo", "WiringLifecycle", "WiringModules", "WiringAsync", "Wiring"]
        ),
        .executableTarget(
            name: "wiring-demo",
            dependencies: [
                "WiringDemo", "WiringDemoTally", "WiringDemoJournal", "WiringInspection", "WiringLifecycle",
                "WiringModules", "WiringAsync", "Wiring",
            ]
        ),
        .target(name: "BenchmarkCounters", path: "Tests/BenchmarkCounters"),
        .executableTarget(
            name: "wiring-benchmarks",
            dependencies: [
                "Wiring", "WiringAsync", "WiringLifecycle", "WiringModules", "WiringInspection", "BenchmarkCounters",
                // Elsewhere a program that is no test does not find the testing library when it starts.
                .target(name: "WiringTesting", condition: .when(platforms: [.linux])),
            ],
            path: "Tests/WiringBenchmarks"
        ),
        .target(name: "ServerStandIns", path: "Tests/ServerStandIns"),
        .target(
            name: "WiringFixtures",
            dependencies: ["WiringLifecycle", "WiringModules", "WiringAsync", "Wiring"],
            path: "Tests/WiringFixtures",
            exclude: ["Documentation"],
            plugins: ["InsertExamplesPlugin"]
        ),
        .target(
            name: "ClosureFixtures",
            dependencies: ["WiringTesting", "WiringLifecycle", "WiringModules", "WiringAsync", "Wiring"],
            path: "Tests/ClosureFixtures"
        ),
        .target(
            name: "SwiftFiveFixtures",
            dependencies: ["WiringLifecycle", "WiringModules", "WiringAsync", "Wiring"],
            path: "Tests/SwiftFiveFixtures"
        ),
        .target(
            name: "MainActorFixtures",
            dependencies: ["WiringModules", "Wiring"],
            path: "Tests/MainActorFixtures",
            exclude: ["Documentation"],
            plugins: ["InsertExamplesPlugin"]
        ),
        .executableTarget(name: "insert-examples", path: "Tests/InsertExamples"),
        .plugin(
            name: "InsertExamplesPlugin",
            capability: .buildTool(),
            dependencies: ["insert-examples"],
            path: "Tests/InsertExamplesPlugin"
        ),
        // The compiler sorts the macro expansions of a module again for each one, so many small test targets build faster than a large one.
        .target(name: "WiringTestSupport", dependencies: ["Wiring"], path: "Tests/WiringTestSupport"),
        .testTarget(
            name: "WiringTests",
            dependencies: ["Wiring", "WiringAsync", "WiringTesting", "WiringFixtures", "WiringTestSupport"]
        ),
        .testTarget(
            name: "WiringFactoryTests",
            dependencies: [
                "Wiring", "WiringAsync", "WiringModules", "WiringTesting", "SwiftFiveFixtures", "WiringTestSupport",
            ]
        ),
        .testTarget(
            name: "WiringTaskLocalTests",
            dependencies: [
                "Wiring", "WiringAsync", "WiringLifecycle", "WiringModules", "WiringTesting",
                "WiringTestSupport",
            ]
        ),
        .testTarget(
            name: "WiringConcurrencyTests",
            dependencies: [
                "Wiring", "WiringAsync", "WiringLifecycle", "WiringModules", "WiringTesting", "WiringTestSupport",
            ]
        ),
        .testTarget(
            name: "WiringRandomTests",
            dependencies: [
                "Wiring", "WiringAsync", "WiringLifecycle", "WiringModules", "WiringInspection", "WiringTesting",
                "WiringTestSupport",
            ]
        ),
        .testTarget(
            name: "WiringAsyncTests",
            dependencies: [
                "WiringAsync", "WiringLifecycle", "WiringModules", "WiringInspection", "Wiring", "WiringTesting",
                "WiringTestSupport",
            ]
        ),
        .testTarget(
            name: "WiringModulesTests",
            dependencies: ["WiringModules", "WiringAsync", "WiringTesting", "WiringFixtures", "WiringTestSupport"]
        ),
        .testTarget(
            name: "WiringLifecycleTests",
            dependencies: [
                "WiringLifecycle", "WiringModules", "WiringAsync", "Wiring", "WiringTesting", "WiringTestSupport",
            ]
        ),
        .testTarget(
            name: "WiringDocumentationTests",
            dependencies: [
                "Wiring", "WiringAsync", "WiringLifecycle", "WiringModules", "WiringInspection", "WiringTesting",
                "WiringFixtures", "MainActorFixtures", "ServerStandIns", "WiringTestSupport",
            ],
            exclude: ["Documentation"],
            plugins: ["InsertExamplesPlugin"]
        ),
        .testTarget(
            name: "WiringFoundationTests",
            dependencies: [
                "WiringFoundation", "WiringFoundationNetworking", "WiringLifecycle", "WiringModules", "WiringAsync",
                "WiringTesting", "WiringFixtures",
            ],
            exclude: ["Documentation"],
            plugins: ["InsertExamplesPlugin"]
        ),
        .testTarget(
            name: "WiringInspectionTests",
            dependencies: [
                "WiringInspection", "WiringLifecycle", "WiringModules", "WiringAsync", "WiringTesting",
                "WiringFixtures",
            ]
        ),
        .testTarget(
            name: "WiringTestingTests",
            dependencies: [
                "WiringFoundation", "WiringLifecycle", "WiringModules", "WiringAsync", "WiringTesting",
                "WiringFixtures",
            ]
        ),
        .testTarget(
            name: "MainActorTests",
            dependencies: ["MainActorFixtures", "WiringTesting"],
            exclude: ["Documentation"],
            plugins: ["InsertExamplesPlugin"]
        ),
        .testTarget(
            name: "WiringDemoTests",
            dependencies: [
                "WiringDemo", "WiringDemoTally", "WiringDemoJournal", "WiringFoundation", "WiringLifecycle",
                "WiringModules",
                "WiringAsync", "WiringTesting", "wiring-demo",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

let withoutSettings: Set = ["WiringThread", "WiringTestingHook", "BenchmarkCounters", "InsertExamplesPlugin"]
for target in package.targets where !withoutSettings.contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
        .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    ]
}

// New targets of Xcode have this setting, and some of the above.
for target in package.targets where ["MainActorFixtures", "MainActorTests"].contains(target.name) {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))  // SE-0466
}

// Many programs are still built in this mode.
package.targets.first { $0.name == "SwiftFiveFixtures" }?.swiftSettings = [.swiftLanguageMode(.v5)]

// The demo, the benchmarks and the tests run on the system that builds them, which may be later than those above.
let libraries: Set = [
    "Wiring", "WiringAsync", "WiringLifecycle", "WiringModules", "WiringFoundation", "WiringFoundationNetworking",
    "WiringInspection", "WiringSwiftUI", "WiringTesting",
]
for target in package.targets where target.swiftSettings != nil && !libraries.contains(target.name) {
    target.swiftSettings?.append(
        .unsafeFlags(
            ["-Xfrontend", "-disable-availability-checking"],
            .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])
        )
    )
}

// A program keeps only what it uses: each function has a section of its own, and the linker need not keep one because it is public.
// The compiler does not document `-internalize-at-link`. If a later compiler rejects it, remove this statement: programs are then
// larger, and `.ci/program` counts how much. So far this has been tried on Linux only.
for target in package.targets where libraries.contains(target.name) {
    target.swiftSettings?.append(
        .unsafeFlags(
            ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"],
            .when(platforms: [.linux], configuration: .release)
        )
    )
}

// The names and types of fields, which `dump` and `Mirror` read, would be a tenth of the text of a program that uses little. The types of
// these modules that programs print describe themselves.
for target in package.targets
where ["Wiring", "WiringAsync", "WiringLifecycle", "WiringModules"].contains(target.name) {
    target.swiftSettings?.append(
        .unsafeFlags(
            ["-Xfrontend", "-disable-reflection-metadata"],
            .when(platforms: [.linux], configuration: .release)
        )
    )
}

// A program makes the values of these modules at each access, so their initializers are inlined into it. With lexical lifetimes the
// optimizer moves each field apart, and the program then retains the container at each hit: `.ci/instructions` counts that. Nothing in the
// modules relies on lexical lifetimes. For the same reason no file of them has a `package import`: with one, the compiler inlines nothing that
// names a type of `Wiring` into programs, and a hit takes twice as many instructions.
for target in package.targets where ["WiringAsync", "WiringModules"].contains(target.name) {
    target.swiftSettings?.append(
        .unsafeFlags(
            ["-Xfrontend", "-enable-lexical-lifetimes=false"],
            .when(platforms: [.linux], configuration: .release)
        )
    )
}

// A statically linked program would otherwise export, and therefore keep, all public functions: the toolchain links it with
// `-export-dynamic`. A program whose plug-ins use its symbols must ask for that itself.
package.targets.first { $0.name == "Wiring" }?.linkerSettings = [
    .unsafeFlags(
        ["-Xlinker", "--no-export-dynamic"],
        .when(platforms: [.linux], configuration: .release)
    )
]

// Of the atomic word and the lock, which have a place in their objects.
package.targets.first { $0.name == "Wiring" }?.swiftSettings?.append(.enableExperimentalFeature("RawLayout"))

#if os(macOS)
    // Apple asks for it. A resource makes a module import Foundation, so that it stands in the module that does.
    package.targets.first { $0.name == "WiringFoundation" }?.resources = [.copy("PrivacyInfo.xcprivacy")]
#else
    package.targets.first { $0.name == "WiringFoundation" }?.exclude = ["PrivacyInfo.xcprivacy"]
#endif
