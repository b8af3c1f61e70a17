import Wiring
import WiringAsync
import WiringLifecycle

/// A loop that resolves a declaration of a container.
private typealias Loop = @Sendable (_ container: Container, _ iterations: Int) -> Void
private typealias AsyncLoop = @Sendable (_ container: Container, _ iterations: Int) async -> Void

// Each loop names its declaration itself: a key path would hide the declaration from the optimizer.
private let plain: Loop = { for _ in 0..<$1 { consume($0.plain()) } }
private let contexts: Loop = { for _ in 0..<$1 { consume($0.contexts()) } }
private let capturing: Loop = { for _ in 0..<$1 { consume($0.capturing()) } }
private let timeToLive: Loop = { for _ in 0..<$1 { consume($0.limited()) } }
private let decorator: Loop = { for _ in 0..<$1 { consume($0.decorated()) } }
private let hooks: Loop = { for _ in 0..<$1 { consume($0.hooks()) } }
private let many: Loop = { for _ in 0..<$1 { consume($0.needsMany()) } }
private let single: Loop = { for _ in 0..<$1 { consume($0.single()) } }
private let singleHooks: Loop = { for _ in 0..<$1 { consume($0.singleHooks()) } }
private let within: Loop = { for _ in 0..<$1 { consume($0.needsSingle()) } }
private let hookWithin: Loop = { for _ in 0..<$1 { consume($0.needsSingleHook()) } }
private let hooksWithin: Loop = { for _ in 0..<$1 { consume($0.needsSingleHooks()) } }
private let throwingWithin: Loop = { for _ in 0..<$1 { consume($0.needsThrowing()) } }
private let bare: Loop = { for _ in 0..<$1 { consume($0.unscoped()) } }
private let unscopedContexts: Loop = { for _ in 0..<$1 { consume($0.unscopedContexts()) } }
private let asynchronous: AsyncLoop = { for _ in 0..<$1 { consume(await $0.asynchronous()) } }
private let asyncSingle: AsyncLoop = { for _ in 0..<$1 { consume(await $0.asyncSingle()) } }
private let asyncHooks: AsyncLoop = { for _ in 0..<$1 { consume(await $0.asyncHooks()) } }

extension Row {
    /// Declarations as programs write them, whose instances exist, beside the plain hit of the same kind.
    static let declared: [Row] =
        hits("contexts", contexts, "cached hit", plain, goal: 2.5)
        + hits("contexts that capture", capturing, "cached hit", plain)
        + hits("time to live", timeToLive, "cached hit", plain, goal: 2.5)
        + hits("decorator", decorator, "cached hit", plain, goal: 2.5)
        + hits("hooks", hooks, "cached hit", plain, goal: 2.5)
        + hits("singleton with hooks", singleHooks, "singleton hit", single, goal: 3)
        + hits("contexts, no scope", unscopedContexts, "unscoped", bare, goal: 3, instances: 1)
        + hits("asynchronous", asynchronous, "cached hit", plain, goal: 2)
        + hits("asynchronous singleton with hooks", asyncHooks, "asynchronous singleton", asyncSingle, goal: 3)
        + hitsWithin("singleton with a hook, within another", hookWithin)
        + hitsWithin("singleton with hooks, within another", hooksWithin)
        + hitsWithin("throwing, needs hooks, within another", throwingWithin)
        + [row("hooks, needs twenty with hooks", operation(many), "hooks", operation(hooks), goal: 1.1)]

    /// A declaration in a container beside the plain one, and in a child beside its parent.
    private static func hits(
        _ name: String,
        _ loop: @escaping Loop,
        _ baseline: String,
        _ other: @escaping Loop,
        goal: Double? = nil,
        instances: Int = 0
    ) -> [Row] {
        let operation = operation(loop, instances)
        return [
            row(name, operation, baseline, Self.operation(other, instances), goal: goal),
            row("\(name), child", { operation($0.child()) }, "\(name), parent", operation, goal: 1.4),
        ]
    }

    /// A declaration that another one's closure needs, beside a plain singleton there, in a container and in a child.
    private static func hitsWithin(_ name: String, _ loop: @escaping Loop) -> [Row] {
        let (operation, other) = (operation(loop, 1), Self.operation(within, 1))
        return [
            row(name, operation, "singleton, within another", other, goal: 1.2),
            row(
                "\(name), child",
                { operation($0.child()) },
                "singleton, within another, child",
                { other($0.child()) },
                goal: 1.2
            ),
        ]
    }

    private static func hits(
        _ name: String,
        _ loop: @escaping AsyncLoop,
        _ baseline: String,
        _ other: @escaping AsyncLoop,
        goal: Double
    ) -> [Row] {
        let operation = operation(loop)
        return [
            row(name, operation, baseline, Self.operation(other), goal: goal),
            row("\(name), child", { operation($0.child()) }, "\(name), parent", operation, goal: 1.4),
        ]
    }

    private static func hits(
        _ name: String,
        _ loop: @escaping AsyncLoop,
        _ baseline: String,
        _ other: @escaping Loop,
        goal: Double
    ) -> [Row] {
        hits(name, loop, baseline, { container, count in other(container, count) } as AsyncLoop, goal: goal)
    }

    private typealias Preparation = @Sendable (Container) -> Operation

    private static func row(
        _ name: String,
        _ subject: @escaping Preparation,
        _ baseline: String,
        _ other: @escaping Preparation,
        goal: Double?
    ) -> Row {
        Row(name, against: baseline, goal: goal.map { .atMost($0) }) {
            Comparison(subject: subject(Container()), baseline: other(Container()))
        }
    }

    private static func operation(_ loop: @escaping Loop, _ instances: Int = 0) -> Preparation {
        { container in
            loop(container, 1)
            return Operation(instances: instances) { loop(container, $0) }
        }
    }

    private static func operation(_ loop: @escaping AsyncLoop) -> Preparation {
        { container in
            let operation = Operation(asynchronous: { await loop(container, $0) })
            // A service is made here, on another thread, so it is not counted.
            try? operation.run(iterations: 1)
            return operation
        }
    }
}

extension Container {
    fileprivate var plain: Factory<Service> { self { Service() }.cached }
    fileprivate var contexts: Factory<Service> {
        self { Service() }.cached.onTest { Service(number: 2) }.onArg("mock") { Service(number: 3) }
    }
    fileprivate var capturing: Factory<Service> {
        self { Service() }.cached
            .onTest { Service(number: self.plain().number) }.onArg("mock") { Service(number: self.plain().number) }
    }
    fileprivate var limited: Factory<Service> { self { Service() }.cached.timeToLive(600) }
    fileprivate var decorated: Factory<Service> { self { Service() }.cached.decorator { consume($0) } }
    fileprivate var hooks: Factory<Service> {
        self { Service() }.cached.onStart { consume($0) }.onStop { consume($0) }
    }
    fileprivate var single: Factory<Service> { self { Service() }.singleton }
    fileprivate var singleHook: Factory<Service> { self { Service() }.singleton.onStop { _ in } }
    fileprivate var singleHooks: Factory<Service> {
        self { Service() }.singleton.onStart { consume($0) }.onStop { consume($0) }
    }
    fileprivate var needsSingle: Factory<Service> { self { Service(number: self.single().number) } }
    fileprivate var needsSingleHook: Factory<Service> { self { Service(number: self.singleHook().number) } }
    fileprivate var needsSingleHooks: Factory<Service> { self { Service(number: self.singleHooks().number) } }
    fileprivate var throwingSingle: ThrowingFactory<Service, any Error> {
        self { () throws in Service(number: self.singleHooks().number) }.singleton
    }
    fileprivate var needsThrowing: Factory<Service> {
        self { Service(number: ((try? self.throwingSingle()) ?? self.single()).number) }
    }
    fileprivate var unscoped: Factory<Service> { self { Service() } }
    fileprivate var unscopedContexts: Factory<Service> {
        self { Service() }.onTest { Service(number: 2) }.onArg("mock") { Service(number: 3) }
    }
    fileprivate var asyncSingle: AsyncFactory<Service, Never> { self { Service() }.singleton }
    fileprivate var asyncHooks: AsyncFactory<Service, Never> {
        self { Service() }.singleton.onStart { consume($0) }.onStop { consume($0) }
    }
    fileprivate var part: ParameterFactory<Int, Service> {
        self { Service(number: $0) }.cached.scopeOnParameters.onStart { consume($0) }.onStop { consume($0) }
    }
    fileprivate var needsMany: Factory<Service> {
        self { Service(number: (0..<20).reduce(0) { $0 + self.part($1).number }) }.cached
            .onStart { consume($0) }.onStop { consume($0) }
    }
}
