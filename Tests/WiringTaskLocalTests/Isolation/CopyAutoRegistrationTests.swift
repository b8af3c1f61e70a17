import Testing
import WiringTestSupport
import WiringTesting

private final class Files: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Files()
    let manager = ContainerManager()
    let runs = Counter()

    func autoRegister() {
        runs.increment()
        client.register { "client of \(self.path())" }
        overridden.override { "overridden of \(self.path())" }
        tested.onTest { "test of \(self.path())" }
        each.register { "\($0) of \(self.path())" }
        _ = plain.cached
        noted.decorator { _ in self.notes.add(self.path()) }
        manager.defaultScope = .cached
        manager.trace = true
        manager.logger = { _ in self.notes.add(self.path()) }
    }

    let notes = Collection<String>()
}

extension Files: TaskLocalContainer {
    static var taskLocal: TaskLocal<Files> { $shared }
}

extension Files {
    var path: Factory<String> { self { "live" }.unique }
    var client: Factory<String> { self { "declared" }.unique }
    var overridden: Factory<String> { self { "declared" }.unique }
    var tested: Factory<String> { self { "declared" }.unique }
    var each: ParameterFactory<String, String> { self { "declared \($0)" }.unique }
    var plain: Factory<LiveService> { self { LiveService() } }
    var noted: Factory<String> { self { "noted" }.unique }
    var once: Factory<String> { self { "declared" }.unique.onTest { "once of \(self.path())" }.once() }

    /// The values of the replaced declarations, one for each kind of replacement.
    var all: [String] { [client(), overridden(), tested(), each("each")] }
}

/// A container whose `autoRegister()` copies it. The initializer of the copy uses it, so that `autoRegister()` runs there.
private final class Eager: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Eager()
    @TaskLocal static var isCopy = false
    static var taskLocal: TaskLocal<Eager> { $shared }
    let manager = ContainerManager()
    let name = Locked("first")
    let copies = Collection<Eager>()

    init() { if Self.isCopy { path.register { "registered" } } }

    var path: Factory<String> { self { "declared" } }
    var label: Factory<String> { self { "declared" } }

    func autoRegister() {
        let name = name.withLock { $0 }
        label.register { name }
        guard !Self.isCopy else { return }
        Self.$isCopy.withValue(true) {
            withContainer(for: Eager.self) {
                copies.add($0)
            } operation: {
            }
        }
    }
}

/// A copy runs its own `autoRegister()`. It does not inherit what the original's `autoRegister()` has set.
@Suite struct CopyAutoRegistrationTests {
    private static let other = [
        "client of other", "overridden of other", "test of other", "each of other",
    ]

    @Test(arguments: [false, true]) func aCopyRunsItsOwnAutoRegister(_ isParentRegistered: Bool) {
        let parent = Files()
        if isParentRegistered { _ = parent.client() }
        Files.$shared.withValue(parent) {
            withContainer(for: Files.self) {
                $0.path.override { "other" }
            } operation: {
                #expect(Files.shared.all == Self.other)
                #expect(Files.shared.runs.count == 1)
            }
        }
        #expect(parent.all.allSatisfy { $0.hasSuffix("of live") })
        #expect(parent.runs.count == 1)
    }

    @Test func aNestedCopyRunsItsOwnAutoRegister() {
        withContainer(for: Files.self) {
            $0.path.override { "first" }
        } operation: {
            _ = Files.shared.all
            withContainer(for: Files.self) {
                $0.path.override { "other" }
            } operation: {
                #expect(Files.shared.all == Self.other)
            }
        }
    }

    @Test func aCopysAutomaticDecoratorsAndSettingsUseTheCopy() {
        let parent = Files()
        _ = parent.noted()
        let notes = Files.$shared.withValue(parent) {
            withContainer(for: Files.self) {
                $0.path.override { "other" }
            } operation: {
                _ = Files.shared.noted()
                #expect(Files.shared.manager.defaultScope === Scope.cached)
                return Files.shared.notes.values
            }
        }
        #expect(!notes.isEmpty)
        #expect(notes.allSatisfy { $0 == "other" })
    }

    @Test func aCopyInheritsExternalChanges() {
        let parent = Files()
        parent.client.register { "registered" }
        parent.tested.onTest { "set" }
        parent.each.override { "overridden \($0)" }
        _ = parent.plain.unique
        parent.manager.defaultScope = .shared
        parent.manager.trace = false
        Files.$shared.withValue(parent) {
            withContainer(for: Files.self) {
                $0.path.override { "other" }
            } operation: {
                #expect(Files.shared.all == ["registered", "overridden of other", "set", "overridden each"])
                #expect(Files.shared.plain() !== Files.shared.plain())
                #expect(Files.shared.manager.defaultScope === Scope.shared)
                #expect(!Files.shared.manager.trace)
            }
        }
    }

    @Test func aCopysModifiersBeforeOnceUseTheCopy() {
        let parent = Files()
        #expect(parent.once() == "once of live")
        let once = Files.$shared.withValue(parent) {
            withContainer(for: Files.self) {
                $0.path.override { "other" }
            } operation: {
                Files.shared.once()
            }
        }
        #expect(once == "once of other")
    }

    @Test(.container(.inheriting, for: Files.self) { $0.path.override { "other" } })
    func anInheritingTestRunsItsOwnAutoRegister() {
        #expect(Files.shared.all == Self.other)
        #expect(Files.shared.runs.count == 1)
    }

    @Test func autoRegisterRunsAgainAfterAPop() {
        let files = Files()
        _ = files.all
        files.manager.trace = false
        files.manager.push()
        files.reset()
        files.manager.pop()
        #expect(files.all.allSatisfy { $0.hasSuffix("of live") })
        #expect(files.runs.count == 2)
        #expect(files.manager.defaultScope === Scope.cached)
        #expect(!files.manager.trace)
    }

    // The copy's initializer has run it already.
    @Test func aCopyWithinAutoRegisterMayHaveRunIt() throws {
        let container = Eager()
        Eager.$shared.withValue(container) { #expect(container.label() == "first") }
        let copy = try #require(container.copies.values.first)
        #expect(copy.label() == "first")
        copy.name.withLock { $0 = "second" }
        copy.reset(options: .registration)
        #expect(copy.label() == "second")
    }
}
