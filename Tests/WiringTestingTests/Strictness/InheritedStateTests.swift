import Testing
import WiringInspection
import WiringTesting

extension Container {
    fileprivate func part(_ number: Int) -> Factory<Int> { self(line: UInt(number)) { number }.cached }
}

@Suite struct InheritedStateTests {
    /// A test would look through what the parent has set as if the test inherited it.
    @Test func aChildIsNotUsedBecauseItsParentIs() {
        let parent = Container()
        parent.manager.logger = { _ in }
        #expect(!parent.manager.isUntouched)
        #expect(parent.child().manager.isUntouched)
    }

    /// What a test inherits is not looked through: neither at its begin nor at its end.
    @Test(arguments: [[], ContainerTraitOptions.strict])
    func aTestTakesOverOnlyWhatItUses(_ options: ContainerTraitOptions) {
        let container = Container()
        for number in 0..<1_000 { container.part(number).override { -number } }
        let manager = Container.$shared.withValue(container) {
            withTestContainer(options.union(.inheriting)) {
                Container.shared.part(1).override { 10 }
                #expect(Container.shared.part(1)() == 10)
                return Container.shared.manager
            }
        }
        #expect(manager.replacementsSinceCopy.count == 1)
        #expect(manager.replacements.count == 1_000)
    }
}
