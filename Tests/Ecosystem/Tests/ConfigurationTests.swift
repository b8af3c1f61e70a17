import Configuration
import Foundation
import SystemPackage
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct ConfigurationTests {
    @Test func aValueIsReadInTheReadersContainer() async throws {
        try await Place(
            .callback,
            "swift-configuration: `report(_:)` of an `AccessReporter`, `mapKeys { }`",
            sees: "the reader's"
        ).check {
            let seen = Seen()
            let provider = InMemoryProvider(values: ["region": "north"]).mapKeys { key in
                seen.note()
                return key
            }
            let config = ConfigReader(provider: provider, accessReporter: Reporter(seen: seen))
            try await within("the reader's") {
                _ = config.string(forKey: "region")
                _ = try await config.fetchString(forKey: "region")
                try await config.watchString(forKey: "region") { regions in
                    for await _ in regions { break }
                }
            }
            return merged(await seen.all())
        }
    }

    @Test func aSecretIsRecognizedInTheContainerOfTheProvidersMaker() async throws {
        try await Place(
            .callback,
            "swift-configuration: `SecretsSpecifier.dynamic { }` of an `EnvironmentVariablesProvider`",
            sees: "that of the code that creates the provider",
            write: "`.dynamic(container.bind { key, value in … })`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            await Self.read { seen in
                { _, _ in
                    seen.note()
                    return false
                }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return await Self.read { seen in
                container.bind { _, _ in
                    seen.note()
                    return false
                }
            }
        }
    }

    @Test func aSecretOfTheCommandLineIsRecognizedInTheReadersContainer() async throws {
        try await Place(
            .callback,
            "swift-configuration: the same, of a `CommandLineArgumentsProvider`",
            sees: "the reader's",
            write: "the same",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            await Self.readArguments { seen in
                { _, _ in
                    seen.note()
                    return false
                }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return await Self.readArguments { seen in
                container.bind { _, _ in
                    seen.note()
                    return false
                }
            }
        }
    }

    @Test func aLaterFileIsParsedInTheContainerOfTheCallerOfRun() async throws {
        try await Place(
            .callback,
            "swift-configuration: a `FileConfigSnapshot` and its parsing options, when a `ReloadingFileProvider` reads the file again",
            sees: "that of the caller of `run()`",
            write: "bind the closures of the parsing options: `container.bind { … }`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            try await Self.reload { seen in { seen.note() } }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.reload { seen in container.bind { seen.note() } }
        }
    }

    // MARK: - Providers

    /// What decides whether a variable is secret, before and while it is read.
    private static func read(
        _ isSecret: (Seen) -> @Sendable (_ key: String, _ value: String) -> Bool
    ) async -> String {
        let seen = Seen()
        let isSecret = isSecret(seen)
        let provider = within("that of the code that creates the provider") {
            EnvironmentVariablesProvider(
                environmentVariables: ["REGION": "north"],
                secretsSpecifier: .dynamic(isSecret)
            )
        }
        _ = within(Place.intended) { ConfigReader(provider: provider).string(forKey: "region") }
        return merged(await seen.all())
    }

    /// What decides whether an argument is secret, before and while it is read.
    private static func readArguments(
        _ isSecret: (Seen) -> @Sendable (_ key: String, _ value: String) -> Bool
    ) async -> String {
        let seen = Seen()
        let isSecret = isSecret(seen)
        let provider = within(Place.intended) {
            CommandLineArgumentsProvider(
                arguments: ["tool", "--region", "north"],
                secretsSpecifier: .dynamic(isSecret)
            )
        }
        for _ in 0..<2 {
            _ = within("the reader's") { ConfigReader(provider: provider).string(forKey: "region") }
        }
        return await seen.next(2)
    }

    /// What parses a file that has changed.
    private static func reload(_ parse: (Seen) -> @Sendable () -> Void) async throws -> String {
        let seen = Seen()
        let options = Snapshot.ParsingOptions(parse: parse(seen))
        return try await withFile { file in
            let provider = try await within(Place.intended) {
                try await ReloadingFileProvider<Snapshot>(
                    parsingOptions: options,
                    filePath: FilePath(file.path),
                    pollInterval: .milliseconds(1)
                )
            }
            _ = await seen.next()
            try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: file.path)
            let running = within("that of the caller of `run()`") { Task { try await provider.run() } }
            let label = await seen.next()
            running.cancel()
            _ = await running.result
            return label
        }
    }

    private static func withFile<Result>(_ operation: (URL) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await operation(file)
    }
}

private struct Reporter: AccessReporter {
    let seen: Seen

    func report(_ event: AccessEvent) { seen.note() }
}

/// A file without values, which calls a closure when it is parsed.
private struct Snapshot: FileConfigSnapshot {
    struct ParsingOptions: FileParsingOptions {
        static var `default`: Self { Self(parse: {}) }

        let parse: @Sendable () -> Void
    }

    let providerName: String
    var description: String { providerName }
    var debugDescription: String { providerName }

    init(data: RawSpan, providerName: String, parsingOptions: ParsingOptions) {
        self.providerName = providerName
        parsingOptions.parse()
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) -> LookupResult {
        LookupResult(encodedKey: key.description, value: nil)
    }
}
