#if DEBUG  // The release build of a package does not open its internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct ParameterTableTests {
        private func cell(_ parameter: Int, hash: Int) -> ParameterCell {
            ParameterCell(Parameter(parameter), hash: hash)
        }

        private func parameters(of cells: [ParameterCell]) -> [Int] {
            cells.compactMap { ($0.parameter as? Parameter<Int>)?.value }
        }

        @Test func cellsAreFoundByTheirHash() {
            var table = ParameterTable()
            #expect(table.first(hash: 0) == nil)
            #expect(table.candidates(hash: 0).isEmpty)
            for number in 0..<9 { table.add(cell(number, hash: number % 3)) }
            #expect(table.cells.count == 9)
            for hash in 0..<3 {
                #expect(parameters(of: table.candidates(hash: hash)).sorted() == [hash, hash + 3, hash + 6])
                #expect(table.first(hash: hash)?.hash == hash)
            }
            #expect(table.candidates(hash: 3).isEmpty)
            #expect(table.first(hash: 3) == nil)
        }

        @Test func itGrows() {
            var table = ParameterTable()
            for number in 0..<1_000 { table.add(cell(number, hash: number &* 0x9E37_79B9)) }
            for number in 0..<1_000 {
                #expect(parameters(of: table.candidates(hash: number &* 0x9E37_79B9)) == [number])
            }
        }

        @Test func eachChangeHasAVersionOfItsOwn() {
            var table = ParameterTable()
            var versions = [table.version]
            for number in 0..<3 {
                table.add(cell(number, hash: 1))
                versions.append(table.version)
            }
            table.replaceCells(by: [])
            versions.append(table.version)
            table.replaceCells(by: [cell(1, hash: 1)])
            versions.append(table.version)
            #expect(Set(versions).count == versions.count)
        }

        private struct Same: Hashable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
        }

        @Test func parametersOfOneHashHaveCellsOfTheirOwn() {
            let cells = ParameterCells()
            let keying = HashableKeying<Same>()
            let first = cells.cell(for: Parameter(Same(number: 1)), keying)
            let second = cells.cell(for: Parameter(Same(number: 2)), keying)
            #expect(first !== second)
            #expect(cells.cell(for: Parameter(Same(number: 1)), keying) === first)
            #expect(cells.cell(for: Parameter(Same(number: 2)), keying) === second)
        }

        @Test func aClearedCellHasASuccessor() throws {
            let cells = ParameterCells()
            let keying = HashableKeying<Int>()
            let scope = Scope.cached.keeper
            func value(_ cells: ParameterCells, _ parameter: Int) throws -> String {
                let keying: ParameterKeying<Int> = keying
                return try withExtendedLifetime((cells, keying)) {
                    try Unmanaged.passUnretained(cells).value(
                        for: parameter,
                        .passUnretained(keying),
                        String.self,
                        scope: scope
                    )
                }
            }
            let first = cells.cell(for: Parameter(1), keying)
            _ = cells.withState(of: first) { $0.replace(with: .full(Kept("one", scope: scope), used: nil)) }
            #expect(try value(cells, 1) == "one")
            #expect(throws: Missing.self) { try value(cells, 2) }
            _ = cells.clear(.keptFor(Scope.shared.keeper))
            #expect(cells.cell(for: Parameter(1), keying) === first)
            _ = cells.clear(.keptFor(scope))
            #expect(throws: Missing.self) { try value(cells, 1) }
            #expect(cells.cell(for: Parameter(1), keying) !== first)
            guard
                case .retired = try CellReference.parameter(first, in: cells).claim(
                    KeepingRule(scope: scope),
                    outdatedBy: nil
                )
            else {
                Issue.record("not retired")
                return
            }
        }
    }
#endif
