import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

// The code of the article *Declaring asynchronous and throwing dependencies*, and of the doc comments in `Effects`.

// AsynchronousFactories.md: struct Sheet

extension Sheet {
    init(draft: String) throws { self.init(text: "Draft: \(draft)") }
}

// ThrowingFactory.swift: var draft

// AsynchronousFactories.md: var reader

// AsynchronousFactories.md: func observeFailures

// AsynchronousFactories.md: func aPageNamesItsArchive

// AsynchronousFactories.md: func anotherArchiveHasPages

final class PresetStore: Sendable {
    let isMigrated = Locked(false)
}

struct Presets {
    let wereMigrated: Bool

    static func load(from store: PresetStore) async throws -> Presets {
        Presets(wereMigrated: store.isMigrated.withLock(\.self))
    }
}

extension Container {
    var presetStore: Factory<PresetStore> {
        self { PresetStore() }.singleton.onStart { store in store.isMigrated.withLock { $0 = true } }
    }
}

// AsynchronousFactories.md: var presets

@Suite(.container) struct DocumentedAsynchronousFactories {
    private let lines = Collection<String>()

    private func print(_ line: String) { lines.add(line) }

    // AsynchronousFactories.md: func readPage

    // AsynchronousFactories.md: func printTitle

    @Test func theCommentsShowWhatIsPrinted() async throws {
        try await readPage(from: .shared)
        try await printTitle(with: .shared)
        #expect(lines.values == ["/var/archive, page 7", "/var/archive, page 1"])
        observeFailures(of: .shared, with: lines.add)
        Container.shared.license.override { () throws(LicenseError) in throw .expired }
        #expect(throws: LicenseError.expired) { try Container.shared.license() }
        #expect(lines.values.last?.hasPrefix("expired:\n      Container.license<License>") == true)
    }

    @Test func thePresetsAreLoadedFromAStoreThatHasStarted() async throws {
        try await Container.shared.run(\.presets) {
            let presets = try await Container.shared.presets()
            #expect(presets.wereMigrated)
        }
    }

    /// The other cure in *Diagnosing problems*.
    @Test func theOnlyTryIsWithinAnExpectation() async throws {
        try await withContainer {
            $0.license.override { License() }
        } operation: { () async throws in
            #expect(try await Container.shared.page(2).text == "/var/archive, page 2")
        }
    }

    @Test func theDocCommentsResolve() async throws {
        let container = Container.shared
        // ThrowingFactory.swift: let license = try container.license
        _ = license
        // ThrowingFactory.swift: let draft = try container.draft
        #expect(draft.text == "Draft: letter")
        // AsyncFactory.swift: let archive = try await container.archive
        // AsyncFactory.swift: let page = try await container.page
        #expect(await archive.page(7).text == page.text)
    }
}
