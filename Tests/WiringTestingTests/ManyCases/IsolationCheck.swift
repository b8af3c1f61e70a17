import Testing
import WiringTesting

/// Checks that one case sees only its own state of the declarations that all cases share.
struct IsolationCheck<C: Numbered> {
    /// The number of the case. No other case has it.
    let number: Int

    private var defaultScope: Scope? { number.isMultiple(of: 2) ? .session : nil }

    /// Expects only the traits' changes, makes further changes, and expects that no other case affects them.
    func expectIsolation(suite: Int = ClaimedInstance.noCase, test: Int = ClaimedInstance.noCase) async {
        expectInitialState(suite: suite, test: test)
        let instances = makeChanges()
        await Task.yield()
        expectChanges(instances, suite: suite, test: test)
        await withTaskGroup { group in
            for _ in 0..<2 { group.addTask { expectChanges(instances, suite: suite, test: test) } }
        }
        await expectProcessUnchanged()
        expectChanges(instances, suite: suite, test: test)
    }

    private func expectInitialState(suite: Int, test: Int) {
        #expect(C.shared.number() == ClaimedInstance.noCase)
        #expect(C.shared.argument() == ClaimedInstance.noCase)
        #expect(C.shared.suiteNumber() == suite)
        #expect(C.shared.testNumber() == test)
        #expect(FactoryContext.current.runtimeArguments.isEmpty)
        #expect(C.shared.manager.defaultScope == nil)
        let instances = Instances(of: C.shared)
        #expect(instances.all.allSatisfy { $0.number == ClaimedInstance.noCase && $0.claim(by: number) })
    }

    /// Makes changes that belong to the case.
    private func makeChanges() -> Instances {
        FactoryContext.setArg("case \(number)", forKey: "case")
        C.shared.argument.onArg("case \(number)") { number }
        C.shared.argument.onArg("case \(number - 1)") { number - 1 }
        C.shared.argument.onArg("case \(number + 1)") { number + 1 }
        switch number % 3 {
        case 0: C.shared.number.register { number }
        case 1: C.shared.number.override { number }
        default: C.shared.number.onArg("case \(number)") { number }
        }
        C.shared.manager.defaultScope = defaultScope
        C.shared.manager.reset(options: .scope)
        Scope.singleton.reset()
        Scope.device.reset()
        return Instances(of: C.shared)
    }

    private func expectChanges(_ changed: Instances, suite: Int, test: Int) {
        #expect(C.shared.number() == number)
        #expect(C.shared.argument() == number)
        #expect(C.shared.suiteNumber() == suite)
        #expect(C.shared.testNumber() == test)
        #expect(FactoryContext.current.runtimeArguments == ["case": "case \(number)"])
        #expect(C.shared.manager.defaultScope === defaultScope)
        let instances = Instances(of: C.shared)
        #expect(instances.all.allSatisfy { $0.number == number && $0.claim(by: number) })
        #expect(instances.kept.map(ObjectIdentifier.init) == changed.kept.map(ObjectIdentifier.init))
        let pair = C.shared.pair()
        #expect(pair[0] === pair[1])
    }

    /// A detached task sees the state of the process.
    private func expectProcessUnchanged() async {
        let (number, argument, arguments) = await Task.detached {
            (C.shared.number(), C.shared.argument(), FactoryContext.current.runtimeArguments)
        }.value
        #expect([number, argument] == [ClaimedInstance.noCase, ClaimedInstance.noCase])
        #expect(arguments.isEmpty)
    }
}

extension IsolationCheck {
    /// The instances that one container returns for all declarations.
    private struct Instances {
        /// The instances that a scope keeps while they are retained here.
        let kept: [ClaimedInstance]
        let graphInstance: ClaimedInstance

        init(of container: C) {
            kept = [
                container.cachedInstance(), container.sharedInstance(), container.singletonInstance(),
                container.sessionInstance(), container.deviceInstance(), container.parameterInstance(1),
            ]
            graphInstance = container.graphInstance()
        }

        var all: [ClaimedInstance] { kept + [graphInstance] }
    }
}
