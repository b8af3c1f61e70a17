import Testing
import WiringLifecycle
import WiringTesting

/// Runs a composition with the library, as Swift Testing runs a test with its traits.
final class CompositionRun: Sendable {
    private let collected = Protected<(values: [Int], issues: Set<String>)>(([], []))

    var values: [Int] { collected.withLock(\.values) }
    var issues: Set<String> { collected.withLock(\.issues) }

    private let outsideAlpha = Alpha()
    private let outsideBeta = Beta()
    /// The containers of an earlier test.
    private static let foreign = Task.detached {
        withTestContainer([], for: Alpha.self, Beta.self) { (Alpha.shared, Beta.shared) }
    }

    /// - Parameter test: The running test, which has none of these traits.
    init(_ composition: Composition, in test: Test) async throws {
        for kind in Composition.Kind.allCases {
            let change = CompositionModel.outside(kind)
            switch kind {
            case .alpha: Self.make(change, in: outsideAlpha)
            case .beta: Self.make(change, in: outsideBeta)
            }
        }
        var test = test
        test.traits = composition.traits.map(trait)
        let handler = IssueHandlingTrait.compactMapIssues { [self] issue in
            collected.withLock { _ = $0.issues.insert(Self.summary(of: issue)) }
            return nil
        }
        try await Alpha.$shared.withValue(outsideAlpha) {
            try await Beta.$shared.withValue(outsideBeta) {
                try await handler.provideScope(for: test, testCase: nil) { [test] in
                    // So that the test that runs the compositions does not count as failed.
                    await withKnownIssue(isIntermittent: true) {
                        try await self.run(test.traits[...], of: test, composition.body)
                    }
                }
            }
        }
    }

    private static func summary(of issue: Issue) -> String {
        let message = issue.comments.first?.rawValue ?? "\(issue)"
        let name = message.prefix { $0 != "<" }.split(separator: " ").last ?? ""
        let summaries = [
            "used the real": "is live", "that was never used": "is unused", "Detached tasks": "escapes",
            "obtained outside the test": "is outside",
        ]
        return summaries.first { message.contains($0.key) }.map { "\(name) \($0.value)" } ?? message
    }

    private func run(_ traits: ArraySlice<any Trait>, of test: Test, _ body: [Composition.Step]) async throws {
        guard let trait = traits.first else { return await run(body) }
        let scoping = try #require(trait as? any TestScoping)
        try await scoping.provideScope(for: test, testCase: nil) {
            try await self.run(traits.dropFirst(), of: test, body)
        }
    }

    // MARK: - Traits

    private func trait(_ trait: Composition.Trait) -> any Trait {
        switch trait {
        case .container(let kinds, let options, let steps):
            if kinds == [.alpha] { return container(Alpha.self, options, steps) }
            if kinds == [.beta] { return container(Beta.self, options, steps) }
            return ContainersTrait.container(Self.options(options), for: Alpha.self, Beta.self) { [self] _, _ in
                await run(steps)
            }
        case .change(let change):
            return change.key.kind == .alpha ? self.change(change, Alpha.self) : self.change(change, Beta.self)
        case .value(let change):
            return change.key.kind == .alpha ? value(change, Alpha.self) : value(change, Beta.self)
        case .set(.alpha, let steps): return set(steps, Alpha.self)
        case .set(.beta, let steps): return set(steps, Beta.self)
        case .allow(let key):
            return key.kind == .alpha
                ? AllowTrait.allow(Alpha.keyPath(key.name)) : AllowTrait.allow(Beta.keyPath(key.name))
        }
    }

    private func container<C: Composed>(
        _ type: C.Type,
        _ options: Composition.Options,
        _ steps: [Composition.Step]
    ) -> ContainerTrait<C> {
        ContainerTrait(shared: C.taskLocal, container: C())(Self.options(options)) { [self] _ in await run(steps) }
    }

    private func change<C: Composed>(_ change: Composition.Change, _ type: C.Type) -> OverrideTrait {
        let keyPath = C.keyPath(change.key.name)
        return change.effect == .override
            ? .override(keyPath, { change.value }, line: change.line)
            : .modify(keyPath, { $0 = $0 * 3 + change.value }, line: change.line)
    }

    private func value<C: Composed>(_ change: Composition.Change, _ type: C.Type) -> OverrideTrait {
        .override(C.keyPath(change.key.name), with: change.value, line: change.line)
    }

    private func set<C: Composed>(_ steps: [Composition.Step], _ type: C.Type) -> OverrideTrait {
        .override(AsyncOverrides(type) { [self] _ in await run(steps) })
    }

    private static func options(_ options: Composition.Options) -> ContainerTraitOptions {
        var result: ContainerTraitOptions = []
        if options.isStrict { result.formUnion(.strict) }
        if options.isInheriting { result.formUnion(.inheriting) }
        return result
    }

    // MARK: - Steps

    private func run(_ steps: [Composition.Step]) async {
        for step in steps {
            switch step {
            case .resolve(let key):
                note(key.kind == .alpha ? Alpha.shared.factory(key.name)() : Beta.shared.factory(key.name)())
            case .change(let change): Self.make(change)
            case .copy(.alpha, let changes, let steps): await copy(Alpha.self, changes, steps)
            case .copy(.beta, let changes, let steps): await copy(Beta.self, changes, steps)
            case .operation(.alpha, let options, let steps):
                await withTestContainer(Self.options(options), for: Alpha.self) { await run(steps) }
            case .operation(.beta, let options, let steps):
                await withTestContainer(Self.options(options), for: Beta.self) { await run(steps) }
            case .child(let key):
                note(
                    key.kind == .alpha
                        ? Alpha.shared.child().factory(key.name)() : Beta.shared.child().factory(key.name)()
                )
            case .detached(let key):
                note(
                    await Task.detached {
                        key.kind == .alpha ? Alpha.shared.factory(key.name)() : Beta.shared.factory(key.name)()
                    }.value
                )
            case .outside(let key):
                note(key.kind == .alpha ? outsideAlpha.factory(key.name)() : outsideBeta.factory(key.name)())
            case .foreign(let key):
                let (alpha, beta) = await Self.foreign.value
                note(key.kind == .alpha ? alpha.factory(key.name)() : beta.factory(key.name)())
            }
        }
    }

    private func copy<C: Composed>(
        _ type: C.Type,
        _ changes: [Composition.Change],
        _ steps: [Composition.Step]
    ) async {
        await withContainer(for: type) { container in
            await Task.yield()
            changes.forEach { Self.make($0, in: container) }
        } operation: {
            await run(steps)
        }
    }

    private func note(_ value: Int) { collected.withLock { $0.values.append(value) } }

    private static func make(_ change: Composition.Change) {
        switch change.key.kind {
        case .alpha: make(change, in: Alpha.shared)
        case .beta: make(change, in: Beta.shared)
        }
    }

    private static func make<C: Composed>(_ change: Composition.Change, in container: C) {
        let factory = container.factory(change.key.name)
        switch change.effect {
        case .override: factory.override(with: change.value, line: change.line)
        case .register: factory.register(factory: { change.value }, line: change.line)
        case .modify: factory.modify({ $0 = $0 * 3 + change.value }, line: change.line)
        }
    }
}
