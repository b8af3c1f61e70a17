import Testing
import WiringTesting

/// What one case may see of the declarations that all cases use.
struct CaseWorld<C: Numbered> {
    /// Its number, which no other case has.
    let number: Int

    private var defaultScope: Scope? { number.isMultiple(of: 2) ? .session : nil }

    /// Expects that nothing is there but what the traits have set, goes its own way, and expects that nobody comes into it.
    func isItsOwn(suite: Int = Belonging.nobody, test: Int = Belonging.nobody) async {
        begins(suite: suite, test: test)
        let own = changes()
        await Task.yield()
        sees(own, suite: suite, test: test)
        await withTaskGroup { group in
            for _ in 0..<2 { group.addTask { sees(own, suite: suite, test: test) } }
        }
        await leavesTheProcessAlone()
        sees(own, suite: suite, test: test)
    }

    private func begins(suite: Int, test: Int) {
        #expect(C.shared.number() == Belonging.nobody)
        #expect(C.shared.argument() == Belonging.nobody)
        #expect(C.shared.suiteNumber() == suite)
        #expect(C.shared.testNumber() == test)
        #expect(FactoryContext.current.runtimeArguments.isEmpty)
        #expect(C.shared.manager.defaultScope == nil)
        let instances = Instances(of: C.shared)
        #expect(instances.all.allSatisfy { $0.number == Belonging.nobody && $0.isTaken(by: number) })
    }

    /// Makes the world the case's own.
    private func changes() -> Instances {
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

    private func sees(_ own: Instances, suite: Int, test: Int) {
        #expect(C.shared.number() == number)
        #expect(C.shared.argument() == number)
        #expect(C.shared.suiteNumber() == suite)
        #expect(C.shared.testNumber() == test)
        #expect(FactoryContext.current.runtimeArguments == ["case": "case \(number)"])
        #expect(C.shared.manager.defaultScope === defaultScope)
        let instances = Instances(of: C.shared)
        #expect(instances.all.allSatisfy { $0.number == number && $0.isTaken(by: number) })
        #expect(instances.kept.map(ObjectIdentifier.init) == own.kept.map(ObjectIdentifier.init))
        let pair = C.shared.pair()
        #expect(pair[0] === pair[1])
    }

    /// A detached task is in no case.
    private func leavesTheProcessAlone() async {
        let (number, argument, arguments) = await Task.detached {
            (C.shared.number(), C.shared.argument(), FactoryContext.current.runtimeArguments)
        }.value
        #expect([number, argument] == [Belonging.nobody, Belonging.nobody])
        #expect(arguments.isEmpty)
    }
}

extension CaseWorld {
    /// The instances of all declarations, as one container gives them.
    private struct Instances {
        /// Those that are the same each time, as long as this is there.
        let kept: [Belonging]
        let ofOneResolution: Belonging

        init(of container: C) {
            kept = [
                container.keptByTheContainer(), container.keptByItsUsers(), container.singleNumber(),
                container.ofTheSession(), container.ofTheDevice(), container.product(1),
            ]
            ofOneResolution = container.ofOneResolution()
        }

        var all: [Belonging] { kept + [ofOneResolution] }
    }
}
