import Testing
import WiringTesting

// Six suites run in parallel, and so do the cases of each. All use the declarations of `Numbered`.

@Suite(.container)
struct ManyBareCasesTests {
    @Test(arguments: ManyCases.bare)
    func seeTheirOwnWorld(_ number: Int) async { await CaseWorld<Container>(number: number).isItsOwn() }
}

@Suite(.container { $0.suiteNumber.register { -1 } })
struct ManyNestedCasesTests {
    @Test(.container { $0.testNumber.register { -2 } }, arguments: ManyCases.nested)
    func seeTheirOwnWorld(_ number: Int) async {
        await CaseWorld<Container>(number: number).isItsOwn(suite: -1, test: -2)
    }

    @Suite(.container { $0.suiteNumber.override { -3 } })
    struct Within {
        @Test(.container { $0.testNumber.override { -4 } }, arguments: ManyCases.within)
        func seeTheirOwnWorld(_ number: Int) async {
            await CaseWorld<Container>(number: number).isItsOwn(suite: -3, test: -4)
        }
    }
}

@Suite(.container(.inheriting) { $0.suiteNumber.register { -5 } })
struct ManyInheritingCasesTests {
    @Test(arguments: ManyCases.inheriting)
    func seeTheirOwnWorld(_ number: Int) async { await CaseWorld<Container>(number: number).isItsOwn(suite: -5) }
}

@Suite(.numbered)
struct ManyCasesOfOnesOwnContainerTests {
    @Test(arguments: ManyCases.ofOnesOwn)
    func seeTheirOwnWorld(_ number: Int) async { await CaseWorld<NumberedContainer>(number: number).isItsOwn() }
}

@Suite(.numbered { $0.suiteNumber.register { -6 } }, .container { $0.testNumber.register { -7 } })
struct ManyCasesOfTwoContainersTests {
    @Test(arguments: ManyCases.ofTwoContainers)
    func seeTheirOwnWorld(_ number: Int) async {
        await CaseWorld<NumberedContainer>(number: number).isItsOwn(suite: -6)
        #expect(Container.shared.suiteNumber() == 0)
        #expect(Container.shared.testNumber() == -7)
    }
}
