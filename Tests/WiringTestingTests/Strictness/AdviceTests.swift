import Foundation
import Testing
import WiringFixtures
import WiringTesting

@globalActor private actor StoreActor { static let shared = StoreActor() }

@MainActor private final class Screen {}
@StoreActor private final class Ledger {}

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
}

private struct Endpoint { var load: @Sendable () -> Int }

private final class ShopContainer: TaskLocalContainer {
    @TaskLocal static var shared = ShopContainer()
    static var taskLocal: TaskLocal<ShopContainer> { $shared }
    let manager = ContainerManager()
}

extension ShopContainer {
    fileprivate var till: Factory<Int> { self { 1 } }
    fileprivate func till(at index: Int) -> Factory<Int> { self { 1 } }
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

/// The code that messages advise compiles: each line of it is a line of ``Compiled``, with something in place of each `…`.
@Suite(.serialized, .container(.strict), .container(.strict, for: ShopContainer.self))
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

    @Test func forOperations() {
        let messages = messages {
            withTestContainer(.strict) { _ = Container.shared.plain() }
            withTestContainer(.strict, for: ShopContainer.self, allowing: \Container.plain) {
                _ = ShopContainer.shared.till()
            }
        }
        expect(
            messages,
            advise: "container.plain.override { … }",
            "withTestContainer(.strict, allowing: \\.plain)",
            "container.till.override { … }",
            "withTestContainer(.strict, for: ShopContainer.self, allowing: \\ShopContainer.till)"
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
        expect(messages, advise: "withTestContainer(.strict, allowing: \\.plain)")
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
                ".override(onActor: { @StoreActor (container: ShopContainer) in container.book }) { @StoreActor in … }",
                ".container(for: ShopContainer.self) { @StoreActor in $0.book.override { … } }",
                ".allow(onActor: { @StoreActor _ in ShopContainer().book })",
                "container.ticket.override { … }",
                ".allow(onActor: { @StoreActor _ in VisitContainer(…).ticket })",
                ".override(onActor: { @StoreActor in $0.ledger(at: …) }) { @StoreActor in … }",
                ".container { @StoreActor in $0.ledger(at: …).override { … } }",
                ".allow(onActor: { @StoreActor in $0.ledger(at: …) })"
            )
        }
    #endif
}

/// The messages of the issues that a body records.
private func messages(_ body: () -> Void) -> [String] {
    let messages = Protected<[String]>([])
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        if let message = issue.comments.first?.rawValue { messages.withLock { $0.append(message) } }
        return true
    }
    return messages.withLock { $0 }
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
    .filter { !$0.hasPrefix("Endpoint.") }
    #expect(advice == expected, sourceLocation: location)
    guard let source = try? String(contentsOfFile: #filePath, encoding: .utf8),
        let compiled = source.components(separatedBy: "// MARK: - " + "Compiled").last
    else {
        Issue.record("the source of this file cannot be read", sourceLocation: location)
        return
    }
    let lines = compiled.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for code in advice {
        #expect(lines.contains { isCompiled(code, in: $0) }, "`\(code)` is not compiled", sourceLocation: location)
    }
}

/// Whether a line consists of code, with something in place of each `…`, and of what surrounds it.
private func isCompiled(_ code: String, in line: String) -> Bool {
    let pattern = code.components(separatedBy: "…").map { NSRegularExpression.escapedPattern(for: $0) }
    return line.range(of: pattern.joined(separator: ".+?"), options: .regularExpression) != nil
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

    @Test func forOperations() {
        withTestContainer(.strict, allowing: \.plain) { #expect(Container.shared.plain() == 1) }
        withTestContainer(.strict, for: ShopContainer.self, allowing: \ShopContainer.till) {
            #expect(ShopContainer.shared.till() == 1)
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
        .override(onActor: { @StoreActor (container: ShopContainer) in container.book }) { @StoreActor in Ledger() },
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
