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

    @Test func everyChangeIsMadeBySomeProgram() {
        let operations = Set((1...200).flatMap { HistoryProgram(seed: $0).steps.joined().map(\.operation) })
        for declared in Declared.allCases {
            #expect(operations.isSuperset(of: [.resolve(declared, 0), .register(declared), .override(declared)]))
        }
        #expect(operations.isSuperset(of: [.resolve(.each, 1), .push, .pop, .move, .resetContainer(.all)]))
    }
}
