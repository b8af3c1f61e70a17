import Testing
import WiringTesting

// The code of the article *Declaring asynchronous and throwing dependencies*, verbatim, and of the doc comments in `Effects`.
// `SnippetTests` compares it.

struct Sheet: Sendable {
    let text: String
}

actor Archive {
    static func open(at path: String) async throws -> Archive { Archive(path: path) }
    private let path: String
    private init(path: String) { self.path = path }
    func page(_ number: Int) -> Sheet { Sheet(text: "\(path), page \(number)") }
}

enum LicenseError: Error {
    case expired
}

struct License: Sendable {
    static func load() throws(LicenseError) -> License { License() }
}

extension Container {
    var archivePath: Factory<String> { self { "/var/archive" } }
}

extension Container {
    var archive: AsyncFactory<Archive, any Error> { self { try await Archive.open(at: self.archivePath()) }.singleton }
}

extension Container {
    var license: ThrowingFactory<License, LicenseError> {
        self { () throws(LicenseError) in try License.load() }.cached
    }
}

extension Container {
    var page: AsyncParameterFactory<Int, Sheet, any Error> {
        self { try await self.archive().page($0) }.scopeOnParameters.cached
    }
}

extension Sheet {
    init(draft: String) throws { self.init(text: "Draft: \(draft)") }
}

extension Container {
    var draft: ThrowingParameterFactory<String, Sheet, any Error> { self { try Sheet(draft: $0) } }
}

extension Container {
    var reader: ParameterFactory<Archive, ArchiveReader> { self { ArchiveReader(archive: $0) } }
}

struct ArchiveReader: Sendable {
    let archive: Archive
    func title() async -> String { await archive.page(1).text }
}

func observeFailures(of container: Container, with log: @escaping @Sendable (String) -> Void) {
    container.manager.failureObserver = { failure in log("\(failure.error):\n\(failure.path)") }
}

@Test(.container, .override(\.license) { License() }, .override(\.archivePath) { "/tmp" })
func aPageNamesItsArchive() async throws {
    #expect(try await Container.shared.page(1).text == "/tmp, page 1")
}

@Test(.container, .override(\.page) { _ in throw LicenseError.expired })
func aMissingPageIsAnError() async {
    await #expect(throws: LicenseError.expired) { try await Container.shared.page(1) }
}

@Suite(.container) struct DocumentedAsynchronousFactories {
    private let lines = Collection<String>()

    private func print(_ line: String) { lines.add(line) }

    func readPage(from container: Container) async throws {
        _ = try container.license()
        print(try await container.page(7).text)
        // /var/archive, page 7
    }

    func printTitle(with container: Container) async throws {
        let reader = container.reader(try await container.archive())
        print(await reader.title())
        // /var/archive, page 1
    }

    @Test func theCommentsShowWhatIsPrinted() async throws {
        try await readPage(from: .shared)
        try await printTitle(with: .shared)
        #expect(lines.values == ["/var/archive, page 7", "/var/archive, page 1"])
        observeFailures(of: .shared, with: lines.add)
        Container.shared.license.override { () throws(LicenseError) in throw .expired }
        #expect(throws: LicenseError.expired) { try Container.shared.license() }
        #expect(lines.values.last?.hasPrefix("expired:\n      Container.license<License>") == true)
    }

    @Test func theDocCommentsResolve() async throws {
        let container = Container.shared
        let license = try container.license()
        _ = license
        let draft = try container.draft("letter")
        #expect(draft.text == "Draft: letter")
        let archive = try await container.archive()
        let page = try await container.page(7)
        #expect(await archive.page(7).text == page.text)
    }
}
