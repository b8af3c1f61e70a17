import Testing
import WiringTesting

// Six suites run in parallel, as do their cases. All use the declarations of `Numbered`.

@Suite(.container)
struct ManyBareCasesTests {
    @Test(arguments: ManyCases.bare)
    func casesAreIsolated(_ number: Int) async { await IsolationCheck<Container>(number: number).expectIsolation() }
}

@Suite(.container { $0.suiteNumber.register { -1 } })
struct ManyNestedCasesTests {
    @Test(.container { $0.testNumber.register { -2 } }, arguments: ManyCases.nested)
    func casesAreIsolated(_ number: Int) async {
        await IsolationCheck<Container>(number: number).expectIsolation(suite: -1, test: -2)
    }

    @Suite(.container { $0.suiteNumber.override { -3 } })
    struct NestedSuite {
        @Test(.container { $0.testNumber.override { -4 } }, arguments: ManyCases.nestedSuite)
        func casesAreIsolated(_ number: Int) async {
            await IsolationCheck<Container>(number: number).expectIsolation(suite: -3, test: -4)
        }
    }
}

@Suite(.container(.inheriting) { $0.suiteNumber.register { -5 } })
struct ManyInheritingCasesTests {
    @Test(arguments: ManyCases.inheriting)
    func casesAreIsolated(_ number: Int) async {
        await IsolationCheck<Container>(number: number).expectIsolation(suite: -5)
    }
}

@Suite(.numbered)
struct ManyCasesOfCustomContainerTests {
    @Test(arguments: ManyCases.customContainer)
    func casesAreIsolated(_ number: Int) async {
        await IsolationCheck<NumberedContainer>(number: number).expectIsolation()
    }
}

@Suite(.numbered { $0.suiteNumber.register { -6 } }, .container { $0.testNumber.register { -7 } })
struct ManyCasesOfTwoContainersTests {
    @Test(arguments: ManyCases.twoContainers)
    func casesAreIsolated(_ number: Int) async {
        await IsolationCheck<NumberedContainer>(number: number).expectIsolation(suite: -6)
        #expect(Container.shared.suiteNumber() == 0)
        #expect(Container.shared.testNumber() == -7)
    }
}
