import Testing
import Wiring

@Suite struct ProgramTests {
    @Test func aSeedDeterminesAProgram() {
        #expect(HistoryProgram(seed: 7).steps == HistoryProgram(seed: 7).steps)
        #expect(HistoryProgram(seed: 7).steps != HistoryProgram(seed: 8).steps)
    }

    @Test func programsDifferInTheirWorkersAndStorage() {
        let programs = (1...200).map { HistoryProgram(seed: $0) }
        #expect(Set(programs.map(\.steps.count)) == [2, 3, 4, 8])
        #expect(Set(programs.map(\.isOnTasks)).count == 2)
        #expect(Set(programs.map { $0.storage[.plain] }).count == 5)
        #expect(Set(programs.map { $0.storage[.shared] }).count == 2)
    }

    @Test func someProgramsHaveChildren() {
        let programs = (1...200).map { HistoryProgram(seed: $0).steps.joined() }
        func isChild(_ target: HistoryStep.Target) -> Bool {
            switch target {
            case .child, .temporaryChild: true
            case .container, .changing, .temporary: false
            }
        }
        #expect((50...150).contains(programs.count { $0.contains { isChild($0.target) } }))
        let ofChildren = programs.joined().filter { isChild($0.target) }.map(\.operation)
        #expect(ofChildren.contains(.decorate(.cached)) && ofChildren.contains(.resolve(.single, 0)))
        #expect(ofChildren.allSatisfy { $0.changedDeclaration?.storage.isInSingletons != true })
    }

    @Test func everyChangeIsMadeBySomeProgram() {
        let operations = Set((1...200).flatMap { HistoryProgram(seed: $0).steps.joined().map(\.operation) })
        for declared in Declared.allCases {
            #expect(
                operations.isSuperset(of: [
                    .resolve(declared, 0), .register(declared), .override(declared), .decorate(declared),
                ])
            )
        }
        #expect(operations.isSuperset(of: [.resolve(.each, 1), .push, .pop, .move, .resetContainer(.all)]))
    }
}
