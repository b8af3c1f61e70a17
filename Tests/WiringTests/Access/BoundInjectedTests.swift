import Foundation
import Observation
import Testing
import WiringTestSupport
import WiringTesting

extension Container {
    fileprivate var label: Factory<String> { self { "declared" } }
    fileprivate var session: Factory<Product> { self { Product("session") }.singleton }
    fileprivate var nested: Factory<String> { self { Container.shared.label() } }
    fileprivate var purse: Factory<Purse> { self { Purse() } }
    fileprivate var currency: Factory<String> { self { Wallet.shared.currency() } }
}

private final class Wallet: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Wallet()
    static var taskLocal: TaskLocal<Wallet> { $shared }
    let manager = ContainerManager()

    var owner: Factory<String> { self { Container.shared.label() } }
    var currency: Factory<String> { self { "declared" } }
}

private final class Bank: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Bank()
    static var taskLocal: TaskLocal<Bank> { $shared }
    let manager = ContainerManager()

    var rate: Factory<String> { self { "declared" } }
}

extension Container {
    fileprivate var boundRate: Factory<@Sendable () -> String> {
        self { Container.shared.bind { Bank.shared.rate() } }
    }
}

private struct Quote {
    @BoundInjected(\.boundRate) var boundRate
}

private struct View {
    @BoundInjected(\.label) var label
}

private actor Shelf {
    @BoundInjected(\.label) var label
    var read: String { label }
}

@MainActor @Observable private final class Screen {
    @ObservationIgnored @BoundInjected(\.label) private var label
    var text: String { label }
    nonisolated init() {}
}

private final class Checked: Sendable {
    private let boundLabel = BoundInjected(\.label)
    var label: String { boundLabel.wrappedValue }
}

private final class Purse: @unchecked Sendable {
    @BoundInjected(\.currency) var currency
    @BoundInjected(\.label) var owner
}

private final class Model: @unchecked Sendable {
    @BoundInjected(\.purse) var purse
    @BoundInjected(\.label) var label
    @BoundInjected(\.session) var session
    @BoundInjected(\.nested) var nested
    @BoundInjected(\Wallet.owner) var owner
    @BoundInjected(\Wallet.currency) var currency
}

@Suite(.container) struct BoundInjectedTests {
    private func inChild<Result>(_ label: String, _ operation: () -> Result) -> Result {
        withContainer {
            $0.label.override { label }
        } operation: {
            operation()
        }
    }

    @Test func itResolvesFromTheContainerOfItsCreation() {
        let model = inChild("creation") { Model() }
        #expect(model.label == "creation")
        #expect(model.label == inChild("elsewhere") { model.label })
        #expect(model.$label() == "creation")
    }

    /// The types of a set of overrides, for example, or of `withContainer(for:)`.
    @Test func anOverrideOfOneContainerTypeIsSeenByAnOwnerWithTwo() {
        let (model, container) = withContainer(for: Container.self, Wallet.self) { container, wallet in
            container.label.override { "creation" }
            wallet.currency.override { "creation" }
        } operation: {
            (Model(), Container.shared)
        }
        let seen = withContainer(from: container) {
            $0.label.override { "later" }
        } operation: {
            (model.label, model.owner, model.currency)
        }
        #expect(seen == ("later", "later", "creation"))
        let within = withContainer(for: Wallet.self) {
            $0.currency.override { "unrelated" }
        } operation: {
            model.currency
        }
        #expect(within == "creation")
    }

    /// What a read makes captures the containers that the read has found.
    @Test func anOwnerThatAReadMakesHasTheSameContainers() {
        let model = withContainer(for: Wallet.self) {
            $0.currency.override { "creation" }
        } operation: {
            Model()
        }
        #expect(model.purse.currency == "creation")
        #expect(model.purse.owner == "declared")
    }

    @Test func whatAReadBindsHasTheContainersAroundTheRead() async {
        let (quote, wallet) = withContainer(for: Container.self, Wallet.self) { _, _ in
        } operation: {
            (Quote(), Wallet.shared)
        }
        let rate = withContainer(for: Bank.self) {
            $0.rate.override { "around" }
        } operation: {
            withExistingContainer(wallet) { quote.boundRate }
        }
        #expect(await onThread(rate) == "around")
    }

    @Test func anOverrideAroundACallIsSeen() {
        let model = Model()
        #expect(model.label == "declared")
        #expect(inChild("later") { model.label } == "later")
        #expect(inChild("outer") { inChild("inner") { model.label } } == "inner")
        let other = inChild("creation") { Model() }
        let container = inChild("creation") { Container.shared }
        let inner = withExistingContainer(container) { Model() }
        let seen = withContainer(from: container) {
            $0.label.override { "from" }
        } operation: {
            (inner.label, other.label)
        }
        #expect(seen == ("from", "creation"))
    }

    @Test func itFindsADescendantWhoseParentIsGone() async {
        let model = Model()
        let inner = inChild("outer") {
            withContainer { _ in
            } operation: {
                Container.shared
            }
        }
        #expect(withExistingContainer(inner) { model.label } == "outer")
    }

    @Test func aDetachedTaskStaysInTheWorldOfTheOwner() async {
        let model = inChild("creation") { Model() }
        let session = model.session
        let read = await Task.detached { (model.label, model.nested, model.owner, model.session) }.value
        #expect(read.0 == "creation")
        // What a factory finds through `shared` belongs to that world, too.
        #expect(read.1 == "creation")
        #expect(read.2 == "creation")
        #expect(read.3 === session)
        #expect(Container.shared.session() !== session)
    }

    @Test func aClosureOnADispatchQueueStaysInTheContainerOfTheOwner() async {
        let model = inChild("creation") { Model() }
        let read: [String] = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: [model.label, model.nested, model.owner])
            }
        }
        #expect(read == ["creation", "creation", "creation"])
    }

    @Test func aCallbackOnAThreadStaysInTheContainerOfTheOwner() async {
        let model = inChild("creation") { Model() }
        let callback: @Sendable () -> [String] = { [model.label, model.nested, model.owner] }
        let read = await onThread(callback)
        #expect(read == ["creation", "creation", "creation"])
    }

    @Test func aRegistrationInTheContainerIsSeen() async {
        let model = Model()
        Container.shared.label.register { "registered" }
        #expect(model.label == "registered")
        #expect(await Task.detached { model.label }.value == "registered")
    }

    @Test func itWorksForACustomContainer() {
        let model = withContainer(for: Wallet.self) {
            $0.currency.override { "creation" }
        } operation: {
            Model()
        }
        #expect(model.currency == "creation")
        let later = withContainer(for: Wallet.self) {
            $0.currency.override { "elsewhere" }
        } operation: {
            model.currency
        }
        #expect(later == "creation")
    }

    @Test func itWorksInEveryKindOfOwner() async {
        let (view, store, screen, checked) = inChild("creation") { (View(), Shelf(), Screen(), Checked()) }
        let detached = Task.detached { await (view.label, store.read, screen.text, checked.label) }
        #expect(await detached.value == ("creation", "creation", "creation", "creation"))
        let text = await withContainer {
            $0.label.override { "elsewhere" }
        } operation: {
            await screen.text
        }
        #expect(text == "creation")
    }

    @Test func aDistantDescendantIsFound() {
        let model = Model()
        var container = Container.shared
        for number in 0..<100 {
            container = withContainer(from: container) {
                $0.label.override { "\(number)" }
            } operation: {
                Container.shared
            }
        }
        #expect(withExistingContainer(container) { model.label } == "99")
    }
}
