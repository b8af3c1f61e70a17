import Foundation
import Testing
import WiringAsync
import WiringFixtures
import WiringLifecycle
import WiringModules
import WiringTesting

@globalActor private actor StoreActor { static let shared = StoreActor() }

@MainActor private final class Screen {
    init() {}
    init(_ number: Int) {}
}
@StoreActor private final class Ledger {
    init() {}
    convenience init(of number: Int) async { self.init() }
}

extension Container {
    fileprivate var plain: Factory<Int> { self { 1 } }
    fileprivate var titled: ParameterFactory<String, Int> { self { $0.count } }
    fileprivate func list<T: Sendable>(of type: T.Type, _ count: Int) -> Factory<[T]> { self { [] } }
    fileprivate var endpoint: Factory<Endpoint> {
        self { Endpoint(load: unimplemented("Endpoint.load", placeholder: 0)) }
    }
    fileprivate var number: Factory<Int> { self { unimplemented("number", placeholder: 0) } }
    fileprivate var game: Factory<Int> { self { 1 }.onTest { 2 } }
    @MainActor fileprivate var screen: Factory<Screen> { self { Screen() } }
    @MainActor fileprivate var titledScreen: ParameterFactory<String, Screen> { self { _ in Screen() } }
    @StoreActor fileprivate var ledger: Factory<Ledger> { self { Ledger() }.cached }
    @StoreActor fileprivate var titledLedger: ParameterFactory<String, Ledger> { self { _ in Ledger() } }
    @StoreActor fileprivate func ledger(at index: Int) -> Factory<Ledger> { self { Ledger() } }
    fileprivate var slow: AsyncFactory<Int, any Error> { self { try await load() } }
    fileprivate func slow(at index: Int) -> AsyncFactory<Int, any Error> { self { try await load() } }
    fileprivate func titled(at index: Int) -> ParameterFactory<String, Int> { self { $0.count } }
    @MainActor fileprivate var slowScreen: AsyncFactory<Screen, any Error> { self { try await Screen(load()) } }
    @MainActor fileprivate var slowTitled: AsyncParameterFactory<Int, Screen, Never> {
        self { await Screen($0 + one()) }
    }
    @StoreActor fileprivate var slowLedger: AsyncFactory<Ledger, Never> { self { await Ledger(of: one()) } }
    @StoreActor fileprivate var wiredLedger: AsyncFactory<Ledger, Never> {
        wire({ await Ledger(of: $0) }) { $0.allowed }
    }
    fileprivate var allowed: Factory<Int> { self { 1 } }
    fileprivate var parts: Collected<Int> { collected() }
    @MainActor fileprivate var promisedScreen: Factory<Screen?> { promised() }
    fileprivate var `two words`: Factory<Int> { self { 1 } }
    fileprivate var `p (q)`: Factory<Int> { self { 1 } }
    fileprivate var `init`: Factory<Int> { self { 1 } }
    fileprivate var `default`: Factory<Int> { self { 1 } }
    fileprivate func `raw function`(`with label` number: Int, in other: Int) -> Factory<Int> { self { 1 } }
    fileprivate subscript(number: Int) -> Factory<Int> { self { number } }
    fileprivate subscript(at number: Int, other: Int) -> Factory<Int> { self { number } }
    fileprivate static func + (container: Container, number: Int) -> Factory<Int> { container { number } }
    fileprivate static prefix func - (container: Container) -> Factory<Int> { container { -1 } }
}

private func one() async -> Int { 1 }
private func load() async throws -> Int { 1 }

private struct Endpoint { var load: @Sendable () -> Int }

private final class ShopContainer: TaskLocalContainer {
    @TaskLocal static var shared = ShopContainer()
    static var taskLocal: TaskLocal<ShopContainer> { $shared }
    let manager = ContainerManager()
}

extension ShopContainer {
    fileprivate var till: Factory<Int> { self { 1 } }
    fileprivate func till(at index: Int) -> Factory<Int> { self { 1 } }
    fileprivate var `self`: Factory<Int> { self { 1 } }
    fileprivate subscript(number: Int) -> Factory<Int> { self { number } }
    @MainActor fileprivate var window: Factory<Screen> { self { Screen() } }
    @StoreActor fileprivate var book: Factory<Ledger> { self { Ledger() } }
}

private final class VisitContainer: ChildContainer {
    let manager = ContainerManager()
    let parent: Container
    init(parent: Container) { self.parent = parent }
}

extension VisitContainer {
    fileprivate var guide: Factory<Int> { self { 1 } }
    @MainActor fileprivate var map: Factory<Screen> { self { Screen() } }
    @StoreActor fileprivate var ticket: Factory<Ledger> { self { Ledger() } }
}

private let endpointLine = #line + 10

/// A container whose dependencies have no declarations.
private final class TypeContainer: TaskLocalContainer, Resolving, AutoRegistering {
    @TaskLocal static var shared = TypeContainer()
    static var taskLocal: TaskLocal<TypeContainer> { $shared }
    let manager = ContainerManager()

    func autoRegister() {
        register((any API).self) { Server() }
        register(Endpoint.self) { Endpoint(load: unimplemented("Endpoint.load", placeholder: 0)) }
    }
}

private final class BranchContainer: ChildContainer, Resolving, AutoRegistering {
    let manager = ContainerManager()
    let parent: Container
    init(parent: Container) { self.parent = parent }
    func autoRegister() { register(Int.self) { 1 } }
}

private enum Shop {
    final class CartContainer: TaskLocalContainer {
        @TaskLocal static var shared = CartContainer()
        static var taskLocal: TaskLocal<CartContainer> { $shared }
        let manager = ContainerManager()
    }

    @globalActor actor Clerk { static let shared = Clerk() }
    struct Module: ContainerModule { static func register(in container: CartContainer) {} }
}

extension Shop.CartContainer {
    fileprivate var cart: Factory<Int> { self { 1 } }
    fileprivate func cart(at index: Int) -> Factory<Int> { self { 1 } }
    @MainActor fileprivate var window: Factory<Screen> { self { Screen() } }
    @Shop.Clerk fileprivate var till: Factory<Int> { self { 1 } }
    fileprivate var receipts: Collected<Int> { collected() }
}

/// A generic container.
private final class CaseContainer<Item>: ChildContainer {
    let manager = ContainerManager()
    let parent: Container
    init(parent: Container) { self.parent = parent }
    var lid: Factory<Int> { self { 1 } }
}

extension Shop {
    struct Department<Item> {
        final class BoxContainer: ChildContainer {
            let manager = ContainerManager()
            let parent: Container
            init(parent: Container) { self.parent = parent }
            var lid: Factory<Int> { self { 1 } }
        }
    }
}

/// The code that messages advise compiles: ``Compiled`` has it, with something in place of each `…`.
@Suite(
    .serialized,
    .container(.strict),
    .container(.strict, for: ShopContainer.self),
    .container(.strict, for: Shop.CartContainer.self),
    .allow(\.allowed)
)
struct AdviceTests {
    @Test func forPlainDeclarations() {
        let messages = messages { _ = Container.shared.plain() }
        expect(messages, advise: ".override(\\.plain) { … }", "container.plain.override { … }", ".allow(\\.plain)")
    }

    @Test func forDeclarationsWithAParameter() {
        let messages = messages { _ = Container.shared.titled("") }
        expect(
            messages,
            advise: ".override(\\.titled) { _ in … }",
            "container.titled.override { _ in … }",
            ".allow(\\.titled)"
        )
    }

    @Test func forGenericFunctions() {
        let messages = messages { _ = Container.shared.list(of: Int.self, 1)() }
        expect(
            messages,
            advise: ".container { $0.list(of: …, …).override { … } }",
            ".allow { $0.list(of: …, …) }"
        )
    }

    @Test func forNamesThatNeedQuotes() {
        let container = Container.shared
        let messages = messages {
            _ = (container.`two words`(), container.`p (q)`(), container.`init`(), container.default())
            _ = container.`raw function`(`with label`: 1, in: 2)()
        }
        expectUnquoted(
            messages,
            advise: ".override(\\.`two words`) { … }",
            "container.`two words`.override { … }",
            ".allow(\\.`two words`)",
            ".override(\\.`p (q)`) { … }",
            "container.`p (q)`.override { … }",
            ".allow(\\.`p (q)`)",
            ".override(\\.`init`) { … }",
            "container.`init`.override { … }",
            ".allow(\\.`init`)",
            ".override(\\.default) { … }",
            "container.default.override { … }",
            ".allow(\\.default)",
            ".container { $0.`raw function`(`with label`: …, in: …).override { … } }",
            ".allow { $0.`raw function`(`with label`: …, in: …) }"
        )
    }

    @Test func forSubscriptsAndOperators() {
        let (container, shop) = (Container.shared, ShopContainer.shared)
        let messages = messages {
            _ = (container[1](), container[at: 1, 2](), (container + 1)(), (-container)())
            _ = (shop[1](), shop.`self`())
        }
        expectUnquoted(
            messages,
            advise: ".container { $0[…].override { … } }",
            ".allow { $0[…] }",
            ".container { $0[at: …, …].override { … } }",
            ".allow { $0[at: …, …] }",
            ".container { (+)(…, …).override { … } }",
            ".allow { (+)(…, …) }",
            ".container { (-)(…).override { … } }",
            ".allow { (-)(…) }",
            ".container(for: ShopContainer.self) { $0[…].override { … } }",
            ".allow { _ in ShopContainer()[…] }",
            ".override(\\ShopContainer.`self`) { … }",
            "container.`self`.override { … }",
            ".allow(\\ShopContainer.`self`)"
        )
        let later = laterResolution(of: container[1]) + laterResolution(of: container.`two words`)
        let expected = [
            "{ [weak container] in container?[…]() }", "container.provider(\\.`two words`)",
            "@LazyInjected(\\Container.`two words`) var …",
        ]
        #expect(later == expected)
        for code in later { expectIsCompiled(code) }
    }

    @Test func forCustomContainers() {
        let messages = messages { _ = (ShopContainer.shared.till(), ShopContainer.shared.till(at: 1)()) }
        expect(
            messages,
            advise: ".override(\\ShopContainer.till) { … }",
            "container.till.override { … }",
            ".allow(\\ShopContainer.till)",
            ".container(for: ShopContainer.self) { $0.till(at: …).override { … } }",
            ".allow { _ in ShopContainer().till(at: …) }"
        )
    }

    @Test func forChildren() {
        let messages = messages { _ = VisitContainer(parent: .shared).guide() }
        expect(messages, advise: "container.guide.override { … }", ".allow { _ in VisitContainer(…).guide }")
    }

    @Test func forNestedContainers() {
        let messages = messages {
            withTestContainer(.strict, for: Shop.CartContainer.self) { _ = Shop.CartContainer.shared.cart() }
            _ = (Shop.CartContainer.shared.cart(), Shop.CartContainer.shared.cart(at: 1)())
        }
        expect(
            messages,
            advise: "container.cart.override { … }",
            "withTestContainer(…, allowing: \\Shop.CartContainer.cart)",
            ".override(\\Shop.CartContainer.cart) { … }",
            "container.cart.override { … }",
            ".allow(\\Shop.CartContainer.cart)",
            ".container(for: Shop.CartContainer.self) { $0.cart(at: …).override { … } }",
            ".allow { _ in Shop.CartContainer().cart(at: …) }"
        )
    }

    @Test func forGenericContainers() {
        let messages = messages {
            _ = CaseContainer<Int>(parent: .shared).lid()
            _ = Shop.Department<[Int]>.BoxContainer(parent: .shared).lid()
        }
        expect(
            messages,
            advise: "container.lid.override { … }",
            ".allow { _ in CaseContainer<Int>(…).lid }",
            "container.lid.override { … }",
            ".allow { _ in Shop.Department<Array<Int>>.BoxContainer(…).lid }"
        )
    }

    @Test(.container(.strict, for: TypeContainer.self)) @MainActor func forWhatIsRegisteredByType() {
        let container = TypeContainer.shared
        let line = #line + 2
        let messages = messages {
            _ = container.resolve((any API).self)
            container.resolve(Endpoint.self).map { _ = $0.load() }
            _ = BranchContainer(parent: .shared).resolve(Int.self)
        } at: { lines in
            #expect(lines == [line, line + 1, endpointLine, line + 2])
        }
        expect(
            messages,
            advise: ".container(for: TypeContainer.self) { $0.register((any API).self) { … } }",
            ".allow { _ in TypeContainer().register((any API).self) { fatalError() } }",
            ".container(for: TypeContainer.self) { $0.register(Endpoint.self) { … } }",
            ".allow { _ in TypeContainer().register(Endpoint.self) { fatalError() } }",
            "container.factory(Endpoint.self)?.modify { $0.load = … }",
            ".allow { _ in TypeContainer().register(Endpoint.self) { fatalError() } }",
            "container.register(Int.self) { … }",
            ".allow { _ in BranchContainer(…).register(Int.self) { fatalError() } }"
        )
        let later = container.factory((any API).self).map(laterResolution)
        #expect(later == ["{ [weak container] in container?.resolve((any API).self) }"])
        later?.forEach { expectIsCompiled($0) }
    }

    @Test func forAsynchronousDeclarations() async {
        let messages = await asynchronousMessages { _ = try? await Container.shared.slow() }
        expect(messages, advise: ".override(\\.slow) { … }", "container.slow.override { … }", ".allow(\\.slow)")
    }

    /// What other messages advise, as `Advice` makes it for them.
    @Test func forCyclesCapturesAndCollections() async {
        let (container, shop) = (Container.shared, Shop.CartContainer.shared)
        let promise = await container.promisedScreen.declaration
        var advice = laterResolution(of: container.plain) + laterResolution(of: container.list(of: Int.self, 1))
        advice += laterResolution(of: container.titled(at: 1)) + laterResolution(of: container.slow(at: 1))
        advice += laterResolution(of: shop.cart)
        advice.append(Advice(container.parts.declaration, of: "Container").contributing)
        advice.append(Advice(shop.receipts.declaration, of: "Shop.CartContainer").contributing)
        advice.append(Advice(promise, of: "Container").registering)
        expect(
            advice.map { (code: String) -> String in "`\(code)`" },
            advise: "container.provider(\\.plain)",
            "@LazyInjected(\\Container.plain) var …",
            "{ [weak container] in container?.list(of: …, …)() }",
            "{ [weak container] in container?.titled(at: …)(…) }",
            "{ [weak container] in try await container?.slow(at: …)() }",
            "container.provider(\\.cart)",
            "@LazyInjected(\\Shop.CartContainer.cart) var …",
            "container.parts.contribute(\\Container.…)",
            "container.receipts.contribute(\\Shop.CartContainer.…)",
            "container.promisedScreen.register { … }"
        )
    }

    /// Code that stands in the source of a message, with what it names. `Tests/TwoCopies` builds a manifest with the line for manifests.
    @Test func forAllMessagesOfTheSources() throws {
        let snippets = try snippetsOfSources().filter { !$0.hasPrefix(".library(name:") }
        #expect(snippets.contains("self { … }.cached"))
        for code in snippets { expectIsCompiled(code) }
    }

    @Test func forOperations() {
        let messages = messages {
            withTestContainer(.strict) { _ = Container.shared.plain() }
            withTestContainer(.strict, for: ShopContainer.self, Container.self, allowing: \Container.game) {
                _ = (ShopContainer.shared.till(), Container.shared.plain())
            }
        }
        expect(
            messages,
            advise: "container.plain.override { … }",
            "withTestContainer(…, allowing: \\Container.plain)",
            "container.till.override { … }",
            "withTestContainer(…, allowing: \\ShopContainer.till)",
            "container.plain.override { … }",
            "withTestContainer(…, allowing: \\Container.plain)"
        )
    }

    @Test func forUnimplementedDependencies() {
        let messages = messages {
            Container.shared.number.override { unimplemented("number", placeholder: 0) }
            _ = Container.shared.number()
            Container.shared.endpoint.override { Endpoint(load: unimplemented("Endpoint.load", placeholder: 0)) }
            _ = Container.shared.endpoint().load()
        }
        expect(
            messages,
            advise: "container.number.override(with: …)",
            ".allow(\\.number)",
            "container.endpoint.modify { $0.load = … }",
            ".modify(\\.endpoint) { $0.load = … }",
            ".allow(\\.endpoint)"
        )
    }

    @Test func forIgnoredContexts() {
        let messages = messages {
            Container.shared.game.onTest { 3 }
            _ = Container.shared.game()
        }
        expect(messages, advise: ".override(\\.game) { … }", "container.game.override { … }")
    }

    @Test func forUnusedReplacements() {
        let messages = messages {
            withTestContainer(.strict, changes: { $0.plain.register { 2 } }, operation: {})
        }
        expect(messages, advise: "withTestContainer(…, allowing: \\Container.plain)")
    }

    #if DEBUG
        @Test @MainActor func forDeclarationsOfTheMainActor() {
            let messages = messages {
                _ = (Container.shared.screen(), Container.shared.titledScreen(""), ShopContainer.shared.window())
                _ = VisitContainer(parent: .shared).map()
            }
            expect(
                messages,
                advise: ".override(onMainActor: { $0.screen }) { … }",
                ".container { @MainActor in $0.screen.override { … } }",
                ".allow(onMainActor: { $0.screen })",
                ".override(onMainActor: { $0.titledScreen }) { _ in … }",
                ".container { @MainActor in $0.titledScreen.override { _ in … } }",
                ".allow(onMainActor: { $0.titledScreen })",
                ".override(onMainActor: { (container: ShopContainer) in container.window }) { … }",
                ".container(for: ShopContainer.self) { @MainActor in $0.window.override { … } }",
                ".allow(onMainActor: { _ in ShopContainer().window })",
                "container.map.override { … }",
                ".allow(onMainActor: { _ in VisitContainer(…).map })"
            )
        }

        @Test @MainActor func forAsynchronousDeclarationsOfTheMainActor() async {
            let messages = await asynchronousMessages {
                _ = try? await Container.shared.slowScreen()
                _ = await Container.shared.slowTitled(1)
            }
            expect(
                messages,
                advise: ".override(onMainActor: { $0.slowScreen }) { … }",
                ".container { @MainActor in $0.slowScreen.override { … } }",
                ".allow(onMainActor: { $0.slowScreen })",
                ".override(onMainActor: { $0.slowTitled }) { _ in … }",
                ".container { @MainActor in $0.slowTitled.override { _ in … } }",
                ".allow(onMainActor: { $0.slowTitled })"
            )
        }

        @Test @StoreActor func forAsynchronousDeclarationsOfAnotherActor() async {
            let messages = await asynchronousMessages {
                _ = await Container.shared.slowLedger()
                _ = await Container.shared.wiredLedger()
            }
            expect(
                messages,
                advise: ".override(onActor: { @StoreActor in $0.slowLedger }) { @StoreActor in … }",
                ".container { @StoreActor in $0.slowLedger.override { … } }",
                ".allow(onActor: { @StoreActor in $0.slowLedger })",
                ".override(onActor: { @StoreActor in $0.wiredLedger }) { @StoreActor in … }",
                ".container { @StoreActor in $0.wiredLedger.override { … } }",
                ".allow(onActor: { @StoreActor in $0.wiredLedger })"
            )
        }

        @Test func forIsolatedDeclarationsOfNestedContainers() async {
            let container = Shop.CartContainer.shared
            let messages = await asynchronousMessages {
                _ = await container.window.resolveOnMainActor()
                _ = await container.till.resolveOnGlobalActor(Shop.Clerk.shared)
            }
            expect(
                messages,
                advise: ".override(onMainActor: { (container: Shop.CartContainer) in container.window }) { … }",
                ".container(for: Shop.CartContainer.self) { @MainActor in $0.window.override { … } }",
                ".allow(onMainActor: { _ in Shop.CartContainer().window })",
                ".override(onActor: { @Shop.Clerk in ($0 as Shop.CartContainer).till }) { @Shop.Clerk in … }",
                ".container(for: Shop.CartContainer.self) { @Shop.Clerk in $0.till.override { … } }",
                ".allow(onActor: { @Shop.Clerk _ in Shop.CartContainer().till })"
            )
        }

        @Test @StoreActor func forDeclarationsOfAnotherActor() {
            let messages = messages {
                _ = (Container.shared.ledger(), Container.shared.titledLedger(""), ShopContainer.shared.book())
                _ = (VisitContainer(parent: .shared).ticket(), Container.shared.ledger(at: 1)())
            }
            expect(
                messages,
                advise: ".override(onActor: { @StoreActor in $0.ledger }) { @StoreActor in … }",
                ".container { @StoreActor in $0.ledger.override { … } }",
                ".allow(onActor: { @StoreActor in $0.ledger })",
                ".override(onActor: { @StoreActor in $0.titledLedger }) { @StoreActor _ in … }",
                ".container { @StoreActor in $0.titledLedger.override { _ in … } }",
                ".allow(onActor: { @StoreActor in $0.titledLedger })",
                ".override(onActor: { @StoreActor in ($0 as ShopContainer).book }) { @StoreActor in … }",
                ".container(for: ShopContainer.self) { @StoreActor in $0.book.override { … } }",
                ".allow(onActor: { @StoreActor _ in ShopContainer().book })",
                "container.ticket.override { … }",
                ".allow(onActor: { @StoreActor _ in VisitContainer(…).ticket })",
                ".override(onActor: { @StoreActor in $0.ledger(at: …) }) { @StoreActor in … }",
                ".container { @StoreActor in $0.ledger(at: …).override { … } }",
                ".allow(onActor: { @StoreActor in $0.ledger(at: …) })"
            )
        }
    #else
        // A release build does not know the isolation of a declaration.

        @Test @MainActor func forWhatIsResolvedOnTheMainActor() {
            let code =
                "`.override(onMainActor: { $0.screen }) { … }` or `.allow(onMainActor: { $0.screen })`"
            let messages = messages { _ = Container.shared.screen() }
            #expect(messages.count == 1)
            #expect(messages.allSatisfy { $0.hasSuffix(" If it is isolated to the main actor, write \(code).") })
        }

        @Test @StoreActor func forWhatIsResolvedOnAnotherActor() {
            let code = """
                `.override(onActor: { @StoreActor in $0.ledger }) { @StoreActor in … }` or \
                `.allow(onActor: { @StoreActor in $0.ledger })`
                """
            let messages = messages { _ = Container.shared.ledger() }
            #expect(messages.count == 1)
            #expect(messages.allSatisfy { $0.hasSuffix(" If it is isolated to StoreActor, write \(code).") })
        }

        @Test func forWhatIsResolvedOnNoActor() {
            let messages = messages { _ = Container.shared.plain() }
            #expect(messages.count == 1)
            #expect(messages.allSatisfy { !$0.contains("isolated to") })
        }
    #endif
}

/// The messages of the issues that a body records, in this file, whose lines `check` receives.
private func messages(_ body: () -> Void, at check: ([Int?]) -> Void = { _ in }) -> [String] {
    let messages = Protected<[(text: String, line: Int?)]>([])
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        let place = issue.sourceLocation
        let line = place?.fileID == #fileID ? place?.line : nil
        if let text = issue.comments.first?.rawValue { messages.withLock { $0.append((text, line)) } }
        return true
    }
    return messages.withLock { messages in
        check(messages.map(\.line))
        return messages.map(\.text)
    }
}

/// The messages of the issues that an asynchronous body records.
private func asynchronousMessages(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Void
) async -> [String] {
    let messages = Protected<[String]>([])
    await withKnownIssue(isIntermittent: true) {
        await body()
    } matching: { issue in
        if let message = issue.comments.first?.rawValue { messages.withLock { $0.append(message) } }
        return true
    }
    return messages.withLock { $0 }
}

/// What resolves a dependency later.
private func laterResolution(of dependency: some DeclaredDependency) -> [String] {
    let advice = Advice(dependency.declaration, of: sourceName(of: type(of: dependency.container)))
    return [advice.providing] + (advice.injectingLater.map { [$0] } ?? [])
}

/// The code in the messages of the sources, with `…` in place of what they insert. The names of functions are not code.
private func snippetsOfSources() throws -> [String] {
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }
        .filter { $0.pathExtension == "swift" && $0.path.contains("/Sources/Wiring") }
        .flatMap(snippets)
}

private func snippets(in file: URL) throws -> [String] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let code = lines.filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.joined(separator: "\n")
    // A literal goes on after a line that ends with a backslash.
    let joined = code.replacing(/\\\n\s*/, with: "")
    var snippets: [String] = []
    for line in joined.split(separator: "\n") {
        let pieces = withoutInterpolations(line).split(separator: "`", omittingEmptySubsequences: false)
        for (offset, piece) in pieces.enumerated() where offset % 2 == 1 && offset < pieces.count - 1 {
            let isName = piece.wholeMatch(of: /[\w.…]+(\((\w+:)*\))?/) != nil
            if !isName, piece.contains(where: { "({.@\\".contains($0) }) { snippets.append(String(piece)) }
        }
    }
    return snippets
}

/// A line of a string literal, with `…` in place of interpolations.
private func withoutInterpolations(_ line: Substring) -> String {
    var (rest, text) = (line, "")
    while let character = rest.popFirst() {
        guard character == "\\", let next = rest.popFirst() else {
            text.append(character)
            continue
        }
        guard next == "(" else {
            text.append(next)
            continue
        }
        var depth = 1
        while depth > 0, let character = rest.popFirst() { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
        text += "…"
    }
    return text
}

/// Expects that messages advise this code and no other, in this order, and that it is compiled below.
private func expect(
    _ messages: [String],
    advise expected: String...,
    at location: SourceLocation = #_sourceLocation
) {
    let advice = messages.flatMap { message in
        message.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 && $0.element.contains { "({.".contains($0) } }
            .map { String($0.element) }
    }
    .filter { !$0.hasPrefix("Endpoint.") && $0 != "autoRegister()" }
    #expect(advice == expected, sourceLocation: location)
    for code in advice { expectIsCompiled(code, at: location) }
}

/// The same for code that has backticks itself. Each message must have the code in this order, within backticks.
private func expectUnquoted(
    _ messages: [String],
    advise expected: String...,
    at location: SourceLocation = #_sourceLocation
) {
    var rest = Substring(messages.joined(separator: "\n"))
    for code in expected {
        let range = rest.range(of: "`\(code)`")
        #expect(range != nil, "`\(code)` is not advised", sourceLocation: location)
        rest = rest[(range?.upperBound ?? rest.startIndex)...]
        expectIsCompiled(code, at: location)
    }
}

/// Expects that a line below has this code.
private func expectIsCompiled(_ code: String, at location: SourceLocation = #_sourceLocation) {
    guard let source = try? String(contentsOfFile: #filePath, encoding: .utf8),
        let compiled = source.components(separatedBy: "// MARK: - " + "Compiled").last
    else {
        Issue.record("the source of this file cannot be read", sourceLocation: location)
        return
    }
    #expect(isCompiled(code, in: compiled), "`\(code)` is not compiled", sourceLocation: location)
}

/// Whether a text has code, with something in place of each `…`, and with line breaks wherever it has spaces.
private func isCompiled(_ code: String, in text: String) -> Bool {
    let pattern = code.components(separatedBy: "…").map {
        NSRegularExpression.escapedPattern(for: $0).replacing(" ", with: "\\s+")
    }
    return text.range(of: pattern.joined(separator: "[\\s\\S]{1,100}?"), options: .regularExpression) != nil
}

// MARK: - Compiled

/// The advice, each on a line of its own. It is compiled, and used as the messages say.
@Suite(.failuresOnly) struct Compiled {
    @Test(
        .container(.strict),
        .override(\.plain) { 0 },
        .override(\.titled) { _ in 0 },
        .override(\.game) { 0 },
        .override(\.endpoint) { Endpoint(load: { 1 }) },
        .modify(\.endpoint) { $0.load = { 2 } },
        .allow(\.number)
    ) func forPlainDeclarations() {
        let container = Container.shared
        #expect((container.plain(), container.titled("a"), container.game()) == (0, 0, 0))
        #expect(container.endpoint().load() == 2)
        container.plain.override { 3 }
        container.titled.override { _ in 3 }
        container.game.override { 3 }
        container.number.override(with: 3)
        container.endpoint.modify { $0.load = { 3 } }
        #expect((container.plain(), container.titled("a"), container.game(), container.number()) == (3, 3, 3, 3))
        #expect(container.endpoint().load() == 3)
    }

    @Test(
        .container(.strict),
        .override(\.`two words`) { 0 },
        .override(\.`p (q)`) { 0 },
        .override(\.`init`) { 0 },
        .override(\.default) { 0 },
        .container { $0.`raw function`(`with label`: 1, in: 2).override { 0 } }
    ) func forNamesThatNeedQuotes() {
        let container = Container.shared
        var sum = container.`two words`() + container.`p (q)`() + container.`init`() + container.default()
        sum += container.`raw function`(`with label`: 1, in: 2)()
        #expect(sum == 0)
        container.`two words`.override { 3 }
        container.`p (q)`.override { 3 }
        container.`init`.override { 3 }
        container.default.override { 3 }
        sum = container.`two words`() + container.`p (q)`() + container.`init`() + container.default()
        #expect(sum == 12)
    }

    @Test(
        .container(.strict),
        .allow(\.`two words`),
        .allow(\.`p (q)`),
        .allow(\.`init`),
        .allow(\.default),
        .allow { $0.`raw function`(`with label`: 1, in: 2) }
    ) func forNamesThatNeedQuotesAndAreAllowed() {
        final class Later {
            @LazyInjected(\Container.`two words`) var later
        }
        let container = Container.shared
        var sum = container.`two words`() + container.`p (q)`() + container.`init`() + container.default()
        sum += container.`raw function`(`with label`: 1, in: 2)() + Later().later + container.provider(\.`two words`)()
        #expect(sum == 7)
    }

    @Test(
        .container(.strict),
        .container { $0[1].override { 0 } },
        .container { $0[at: 1, 2].override { 0 } },
        .container { (+)($0, 1).override { 0 } },
        .container { (-)($0).override { 0 } },
        .container(for: ShopContainer.self) { $0[1].override { 0 } },
        .override(\ShopContainer.`self`) { 0 }
    ) func forSubscriptsAndOperators() {
        let container = Container.shared
        #expect((container[1](), container[at: 1, 2](), (container + 1)(), (-container)()) == (0, 0, 0, 0))
        #expect((ShopContainer.shared[1](), ShopContainer.shared.`self`()) == (0, 0))
        let shop = { (container: ShopContainer) in
            container.`self`.override { 3 }
        }
        _ = shop(.shared)
        #expect(ShopContainer.shared.`self`() == 3)
    }

    @Test(
        .container(.strict),
        .container(.strict, for: ShopContainer.self),
        .allow { $0[1] },
        .allow { $0[at: 1, 2] },
        .allow { (+)($0, 1) },
        .allow { (-)($0) },
        .allow { _ in ShopContainer()[1] },
        .allow(\ShopContainer.`self`)
    ) func forSubscriptsAndOperatorsThatAreAllowed() {
        let container = Container.shared
        #expect((container[1](), container[at: 1, 2](), (container + 1)(), (-container)()) == (1, 1, 1, -1))
        #expect((ShopContainer.shared[1](), ShopContainer.shared.`self`()) == (1, 1))
        let later = { [weak container] in container?[1]() }
        #expect(later() == 1)
    }

    @Test(.container(.strict), .allow(\.plain), .allow(\.titled), .allow(\.endpoint))
    func forPlainDeclarationsThatAreAllowed() {
        #expect((Container.shared.plain(), Container.shared.titled("a")) == (1, 1))
    }

    @Test(
        .container(.strict),
        .container { $0.list(of: Int.self, 1).override { [1] } }
    ) func forGenericFunctions() {
        #expect(Container.shared.list(of: Int.self, 1)() == [1])
    }

    @Test(
        .container(.strict),
        .allow { $0.list(of: Int.self, 1) }
    ) func forGenericFunctionsThatAreAllowed() {
        #expect(Container.shared.list(of: Int.self, 1)() == [])
    }

    @Test(
        .container(.strict, for: ShopContainer.self),
        .override(\ShopContainer.till) { 0 },
        .container(for: ShopContainer.self) { $0.till(at: 1).override { 0 } }
    ) func forCustomContainers() {
        let container = ShopContainer.shared
        #expect((container.till(), container.till(at: 1)()) == (0, 0))
        container.till.override { 3 }
        #expect(container.till() == 3)
    }

    @Test(
        .container(.strict, for: ShopContainer.self),
        .allow(\ShopContainer.till),
        .allow { _ in ShopContainer().till(at: 1) }
    ) func forCustomContainersThatAreAllowed() {
        #expect((ShopContainer.shared.till(), ShopContainer.shared.till(at: 1)()) == (1, 1))
    }

    @Test(
        .container(.strict),
        .allow { _ in VisitContainer(parent: Container()).guide }
    ) func forChildren() {
        let container = VisitContainer(parent: .shared)
        #expect(container.guide() == 1)
        container.guide.override { 3 }
        #expect(container.guide() == 3)
    }

    @Test(
        .container(.strict, for: Shop.CartContainer.self),
        .override(\Shop.CartContainer.cart) { 0 },
        .container(for: Shop.CartContainer.self) { $0.cart(at: 1).override { 0 } },
        .override(onMainActor: { (container: Shop.CartContainer) in container.window }) { Screen() },
        .override(onActor: { @Shop.Clerk in ($0 as Shop.CartContainer).till }) { @Shop.Clerk in 0 }
    ) func forNestedContainers() async {
        let container = Shop.CartContainer.shared
        #expect((container.cart(), container.cart(at: 1)()) == (0, 0))
        container.cart.override { 3 }
        #expect(container.cart() == 3)
        _ = await container.window.resolveOnMainActor()
        #expect(await container.till.resolveOnGlobalActor(Shop.Clerk.shared) == 0)
    }

    @Test(
        .container(for: Shop.CartContainer.self) { @MainActor in $0.window.override { Screen() } },
        .container(for: Shop.CartContainer.self) { @Shop.Clerk in $0.till.override { 0 } },
        .container(.strict, for: Shop.CartContainer.self)
    ) func forNestedContainersInClosures() async {
        let container = Shop.CartContainer.shared
        _ = await container.window.resolveOnMainActor()
        #expect(await container.till.resolveOnGlobalActor(Shop.Clerk.shared) == 0)
    }

    @Test(
        .container(.strict, for: Shop.CartContainer.self),
        .allow(\Shop.CartContainer.cart),
        .allow { _ in Shop.CartContainer().cart(at: 1) },
        .allow(onMainActor: { _ in Shop.CartContainer().window }),
        .allow(onActor: { @Shop.Clerk _ in Shop.CartContainer().till })
    ) func forNestedContainersThatAreAllowed() async {
        let container = Shop.CartContainer.shared
        #expect((container.cart(), container.cart(at: 1)()) == (1, 1))
        _ = await container.window.resolveOnMainActor()
        #expect(await container.till.resolveOnGlobalActor(Shop.Clerk.shared) == 1)
    }

    @Test(
        .container(.strict),
        .allow { _ in CaseContainer<Int>(parent: Container()).lid },
        .allow { _ in Shop.Department<Array<Int>>.BoxContainer(parent: Container()).lid }
    ) func forGenericContainers() {
        let container = CaseContainer<Int>(parent: .shared)
        #expect(container.lid() == 1)
        container.lid.override { 3 }
        #expect((container.lid(), Shop.Department<[Int]>.BoxContainer(parent: .shared).lid()) == (3, 1))
    }

    @Test(
        .container(.strict, for: TypeContainer.self),
        .container(for: TypeContainer.self) { $0.register((any API).self) { Server() } },
        .container(for: TypeContainer.self) { $0.register(Endpoint.self) { Endpoint(load: { 1 }) } }
    ) func forWhatIsRegisteredByType() {
        let shared = TypeContainer.shared
        #expect(shared.resolve((any API).self) is Server)
        #expect(shared.resolve(Endpoint.self)?.load() == 1)
        let change = { (container: TypeContainer) in
            container.factory(Endpoint.self)?.modify { $0.load = { 2 } }
        }
        _ = change(shared)
        #expect(shared.resolve(Endpoint.self)?.load() == 2)
    }

    @Test(
        .container(.strict, for: TypeContainer.self),
        .allow { _ in TypeContainer().register((any API).self) { fatalError() } },
        .allow { _ in TypeContainer().register(Endpoint.self) { fatalError() } },
        .allow { _ in BranchContainer(parent: Container()).register(Int.self) { fatalError() } }
    ) func forWhatIsRegisteredByTypeAndAllowed() {
        let container = TypeContainer.shared
        let later = { [weak container] in container?.resolve((any API).self) }
        #expect(later() is Server)
        #expect(container.resolve(Endpoint.self)?.load() == 0)
        let branch = { (container: BranchContainer) in
            #expect(container.resolve(Int.self) == 1)
            container.register(Int.self) { 3 }
            #expect(container.resolve(Int.self) == 3)
        }
        branch(BranchContainer(parent: .shared))
    }

    @Test(
        .container(.strict),
        .override(\.slow) { 0 },
        .override(onMainActor: { $0.slowScreen }) { Screen() },
        .override(onMainActor: { $0.slowTitled }) { _ in Screen() },
        .override(onActor: { @StoreActor in $0.slowLedger }) { @StoreActor in Ledger() },
        .override(onActor: { @StoreActor in $0.wiredLedger }) { @StoreActor in Ledger() }
    ) func forAsynchronousDeclarations() async throws {
        let container = Container.shared
        #expect(try await container.slow() == 0)
        container.slow.override { 3 }
        #expect(try await container.slow() == 3)
        _ = try await (container.slowScreen(), container.slowTitled(1), container.slowLedger(), container.wiredLedger())
    }

    @Test(
        .container { @MainActor in $0.slowScreen.override { Screen() } },
        .container { @MainActor in $0.slowTitled.override { _ in Screen() } },
        .container { @StoreActor in $0.slowLedger.override { Ledger() } },
        .container { @StoreActor in $0.wiredLedger.override { Ledger() } },
        .container(.strict)
    ) func forAsynchronousDeclarationsInClosures() async throws {
        let container = Container.shared
        _ = try await (container.slowScreen(), container.slowTitled(1), container.slowLedger(), container.wiredLedger())
    }

    @Test(
        .container(.strict),
        .allow(\.allowed),
        .allow(\.slow),
        .allow(onMainActor: { $0.slowScreen }),
        .allow(onMainActor: { $0.slowTitled }),
        .allow(onActor: { @StoreActor in $0.slowLedger }),
        .allow(onActor: { @StoreActor in $0.wiredLedger })
    ) func forAsynchronousDeclarationsThatAreAllowed() async throws {
        let container = Container.shared
        _ = try await (container.slowScreen(), container.slowTitled(1), container.slowLedger(), container.wiredLedger())
        #expect(try await container.slow() == 1)
    }

    @Test(.container) func forCycles() async throws {
        final class Later {
            @LazyInjected(\Container.plain) var plain
            @LazyInjected(\Shop.CartContainer.cart) var cart
        }
        let container = Container.shared
        #expect((Later().plain, Later().cart) == (1, 1))
        #expect(container.provider(\.plain)() == 1)
        let list = { [weak container] in container?.list(of: Int.self, 1)() }
        let titled = { [weak container] in container?.titled(at: 1)("a") }
        let slow = { [weak container] in try await container?.slow(at: 1)() }
        #expect(list() == [])
        #expect(titled() == 1)
        #expect(try await slow() == 1)
        let shop = { (container: Shop.CartContainer) in
            container.provider(\.cart)
        }
        #expect(shop(.shared)() == 1)
    }

    @Test(.container, .container(for: Shop.CartContainer.self)) @MainActor func forCollectionsAndPromises() {
        let container = Container.shared
        container.parts.contribute(\Container.plain)
        #expect(container.parts() == [1])
        let shop = { (container: Shop.CartContainer) in
            container.receipts.contribute(\Shop.CartContainer.cart)
        }
        shop(.shared)
        #expect(Shop.CartContainer.shared.receipts() == [1])
        container.promisedScreen.register { Screen() }
        #expect(container.promisedScreen() != nil)
        container.manager.promiseTriggersError = false
    }

    @Test func forOperations() {
        withTestContainer(.strict, allowing: \Container.plain) { #expect(Container.shared.plain() == 1) }
        withTestContainer(.strict, for: Container.self, ShopContainer.self, allowing: \ShopContainer.till) {
            #expect(ShopContainer.shared.till() == 1)
        }
        withTestContainer(.strict, for: Container.self, ShopContainer.self, allowing: \Container.plain) {
            #expect(Container.shared.plain() == 1)
        }
        withTestContainer(.strict, for: Shop.CartContainer.self, allowing: \Shop.CartContainer.cart) {
            #expect(Shop.CartContainer.shared.cart() == 1)
        }
    }

    @Test(
        .container(.strict),
        .override(onMainActor: { $0.screen }) { Screen() },
        .override(onMainActor: { $0.titledScreen }) { _ in Screen() },
        .override(onMainActor: { (container: ShopContainer) in container.window }) { Screen() }
    ) @MainActor func forDeclarationsOfTheMainActor() {
        _ = (Container.shared.screen(), Container.shared.titledScreen(""), ShopContainer.shared.window())
    }

    @Test(
        .container { @MainActor in $0.screen.override { Screen() } },
        .container { @MainActor in $0.titledScreen.override { _ in Screen() } },
        .container(for: ShopContainer.self) { @MainActor in $0.window.override { Screen() } },
        .container(.strict),
        .container(.strict, for: ShopContainer.self)
    ) @MainActor func forDeclarationsOfTheMainActorInClosures() {
        _ = (Container.shared.screen(), Container.shared.titledScreen(""), ShopContainer.shared.window())
    }

    @Test(
        .container(.strict),
        .container(.strict, for: ShopContainer.self),
        .allow(onMainActor: { $0.screen }),
        .allow(onMainActor: { $0.titledScreen }),
        .allow(onMainActor: { _ in ShopContainer().window }),
        .allow(onMainActor: { _ in VisitContainer(parent: Container()).map })
    ) @MainActor func forDeclarationsOfTheMainActorThatAreAllowed() {
        _ = (Container.shared.screen(), Container.shared.titledScreen(""), ShopContainer.shared.window())
        let container = VisitContainer(parent: .shared)
        _ = container.map()
        container.map.override { Screen() }
        _ = container.map()
    }

    @Test(
        .container(.strict),
        .override(onActor: { @StoreActor in $0.ledger }) { @StoreActor in Ledger() },
        .override(onActor: { @StoreActor in $0.titledLedger }) { @StoreActor _ in Ledger() },
        .override(onActor: { @StoreActor in ($0 as ShopContainer).book }) { @StoreActor in Ledger() },
        .override(onActor: { @StoreActor in $0.ledger(at: 1) }) { @StoreActor in Ledger() }
    ) @StoreActor func forDeclarationsOfAnotherActor() {
        _ = (Container.shared.ledger(), Container.shared.titledLedger(""), ShopContainer.shared.book())
        _ = Container.shared.ledger(at: 1)()
    }

    @Test(
        .container { @StoreActor in $0.ledger.override { Ledger() } },
        .container { @StoreActor in $0.titledLedger.override { _ in Ledger() } },
        .container { @StoreActor in $0.ledger(at: 1).override { Ledger() } },
        .container(for: ShopContainer.self) { @StoreActor in $0.book.override { Ledger() } },
        .container(.strict),
        .container(.strict, for: ShopContainer.self)
    ) @StoreActor func forDeclarationsOfAnotherActorInClosures() {
        _ = (Container.shared.ledger(), Container.shared.titledLedger(""), ShopContainer.shared.book())
        _ = Container.shared.ledger(at: 1)()
    }

    @Test(
        .container(.strict),
        .container(.strict, for: ShopContainer.self),
        .allow(onActor: { @StoreActor in $0.ledger }),
        .allow(onActor: { @StoreActor in $0.titledLedger }),
        .allow(onActor: { @StoreActor _ in ShopContainer().book }),
        .allow(onActor: { @StoreActor _ in VisitContainer(parent: Container()).ticket }),
        .allow(onActor: { @StoreActor in $0.ledger(at: 1) })
    ) @StoreActor func forDeclarationsOfAnotherActorThatAreAllowed() {
        _ = (Container.shared.ledger(), Container.shared.titledLedger(""), ShopContainer.shared.book())
        _ = Container.shared.ledger(at: 1)()
        let container = VisitContainer(parent: .shared)
        _ = container.ticket()
        container.ticket.override { Ledger() }
        _ = container.ticket()
    }
}

// What messages advise about code that they do not know. The names are those of the messages.

private protocol API: Sendable {}
private struct Server: API {}
private struct E: Error {}

private final class LetterContainer: ChildContainer {
    let manager = ContainerManager()
    let parent: Container
    let number: Int
    init(parent: Container, number: Int) { (self.parent, self.number) = (parent, number) }
    var other: Container { parent }
    var api: Factory<any API> { other.api }
    @MainActor var screen: Factory<Screen> { self { Screen() } }
}

private final class ForwardingContainer: ManagedContainer {
    let other = Container()
    var manager: ContainerManager { other.manager }
}

private enum SomeModule: ContainerModule {
    static func register(in container: Container) { container.x.register { 2 } }
}

private enum OtherModule: ContainerModule {
    static let requirements: [any ContainerModule.Type] = [SomeModule.self]
    static func register(in container: Container) {}
}

extension Container {
    fileprivate var x: Factory<Int> { self { 1 } }
    fileprivate var y: Factory<Int> { self { 3 } }
    fileprivate var api: Factory<any API> { self { Server() }.cached }
    fileprivate var store: Factory<Int> { self { 1 } }
    fileprivate var throwing: ThrowingFactory<Int, E> {
        self { () throws(E) in throw E() }
    }
    fileprivate var throwingLater: AsyncFactory<Int, E> {
        self { () async throws(E) in throw E() }
    }
    fileprivate var wired: Factory<String> {
        wire({ "\($0) \($1)" }) { ($0.api, $0.store) }
    }
    fileprivate var pair: ParameterFactory<(Int, Int), Int> { self { $0 + $1 } }
    fileprivate var name: Factory<String> { self { "name" } }
    fileprivate var inContext: Factory<Int> { self { 1 }.context(.test) { 5 } }
    fileprivate var inScope: Factory<Int> { self { 1 }.scope(.cached) }
}

extension Compiled {
    @Test(.container) func forDeclarationsThatTheCompilerRejects() async {
        let container = Container.shared
        #expect(throws: E.self) { try container.throwing() }
        await #expect(throws: E.self) { try await container.throwingLater() }
        #expect(container.wired() == "Server() 1")
        let value = Factory(Container.shared) { 4 }
        #expect(value() == 4)
        let (factory, a, b) = (container.pair, 1, 2)
        #expect(factory((a, b)) == 3)
        #expect(dependency(\.name) == "name")
        #expect((container.inContext(), container.inScope()) == (5, 1))
    }

    @Test(.container) @MainActor func forContainersAndChildren() {
        let parent = Container.shared
        withChildContainer { _ in
        } operation: {
            #expect(Container.shared !== parent)
        }
        withChildContainer(of: parent) { _ in
        } operation: {
            #expect(Container.shared !== parent)
        }
        withChildContainer(of: Container.shared.root) { _ in
        } operation: {
            #expect(Container.shared !== parent)
        }
        let child = LetterContainer(parent: Container.shared.root, number: 1)
        #expect(child.api() is Server)
        _ = child.screen()
        let bound = Container.shared.bind { Container.shared.name() }
        #expect(bound() == "name")
    }

    @Test(.container) func forChildrenThatAreKept() async throws {
        let kept = Container.shared.bindKeepingChild { (number: Int) in "\(Container.shared.name()) \(number)" }
        #expect(try await kept(1) == "name 1")
        let child = Container.shared.child()
        child.x.override { 5 }
        let number = withExistingContainer(child) { Container.shared.x() }
        #expect(number == 5)
        let container = Container.shared
        #expect(withExistingContainer(container) { Container.shared === container })
        await child.shutdown()
    }

    @Test(.container) func forModulesAndRegistrations() {
        let (container, other) = (Container.shared, Container())
        container.install(SomeModule.self)
        #expect(container.x() == 2)
        other.install(SomeModule.self, OtherModule.self)
        let x = container.x
        x.register { other.y() }
        #expect(container.x() == 3)
    }
}
