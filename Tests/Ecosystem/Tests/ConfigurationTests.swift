import Configuration
import Foundation
import SystemPackage
import Testing
import WiringAsync
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct ConfigurationTests {
    @Test func aValueIsReadInTheReadersContainer() async throws {
        try await Place(
            .callback,
            "swift-configuration: `report(_:)` of an `AccessReporter`, `mapKeys { }`, the methods of a `ConfigProvider` and of its `ConfigSnapshot`, the handlers of `watchString` and `watchSnapshot`",
            sees: "the reader's"
        ).check {
            let seen = Seen()
            let provider = Provider(seen: seen).mapKeys { key in
                seen.note()
                return key
            }
            let config = ConfigReader(provider: provider, accessReporter: Reporter(seen: seen))
            try await within("the reader's") {
                _ = config.string(forKey: "region")
                _ = try await config.fetchString(forKey: "region")
                try await config.watchString(forKey: "region") { regions in
                    seen.note()
                    for await _ in regions { break }
                }
                _ = config.snapshot().string(forKey: "region")
                try await config.watchSnapshot { snapshots in
                    seen.note()
                    for await _ in snapshots { break }
                }
            }
            return await seen.next(18)
        }
    }

    @Test func aProvidersUpdatesAreMadeInTheContainerOfTheFirstStep() async throws {
        try await Place(
            .callback,
            "swift-configuration: the sequence that `watchValue` of a `ConfigProvider` passes to its handler",
            sees: "the first step's",
            write: "`updatesHandler(ConfigUpdatesAsyncSequence(container.bind(updates)))`",
            strictTest: .isSilent("both steps' containers belong to the test")
        ).check {
            try await Self.secondUpdate(from: Provider())
        } remedied: {
            try await Self.secondUpdate(from: Provider(container: Container.labeled(Place.intended)))
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

    /// The label of the container in which a provider makes its second update.
    private static func secondUpdate(from provider: Provider) async throws -> String {
        try await within("the reader's") {
            try await ConfigReader(provider: provider).watchString(forKey: "region") { regions in
                let steps = Steps(regions)
                _ = try await steps.next(in: "the first step's")
                let region = try await steps.next(in: "the second step's") ?? nil
                return region ?? "none"
            }
        }
    }

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

/// A provider whose values are the labels of the containers that are current when somebody asks for them. Its updates can have another
/// container.
private struct Provider: ConfigProvider, ConfigSnapshot {
    var seen = Seen()
    var container: Container?
    var providerName: String { "labels" }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) -> LookupResult {
        seen.note()
        return Self.result(current)
    }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async -> LookupResult {
        seen.note()
        return Self.result(current)
    }

    func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws -> Return
    ) async throws -> Return {
        seen.note()
        let updates = Labels().map { Result<LookupResult, any Error>.success(Self.result($0)) }
        guard let container else { return try await updatesHandler(ConfigUpdatesAsyncSequence(updates)) }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(container.bind(updates)))
    }

    func snapshot() -> any ConfigSnapshot {
        seen.note()
        return self
    }

    func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        seen.note()
        return try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }

    private static func result(_ label: String) -> LookupResult {
        LookupResult(encodedKey: "label", value: ConfigValue(.string(label), isSecret: false))
    }
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
