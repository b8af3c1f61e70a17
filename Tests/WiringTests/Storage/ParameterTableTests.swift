#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct ParameterTableTests {
        private func cell(_ parameter: Int, hash: Int) -> ParameterCell {
            ParameterCell(Parameter(parameter), hash: hash)
        }

        private let rule = KeepingRule(scope: Scope.cached.keeper)

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
                #expect(table.first(hash: hash)?._withUnsafeGuaranteedRef(\.hash) == hash)
            }
            #expect(table.candidates(hash: 3).isEmpty)
            #expect(table.first(hash: 3) == nil)
        }

        @Test func everyCellIsFoundAtEverySize() {
            var table = ParameterTable()
            for number in 0..<200 {
                table.add(cell(number, hash: number &* 0x9E37_79B9))
                for known in 0...number {
                    #expect(parameters(of: table.candidates(hash: known &* 0x9E37_79B9)) == [known])
                }
            }
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

        // Nobody has claimed them, and whoever has added them is about to.
        @Test func newCellsAreNotEvicted() {
            var table = ParameterTable()
            for number in 0..<100 {
                #expect(table.evictSome(nil).cells.isEmpty)
                table.add(cell(number, hash: number))
            }
            #expect(table.evictAll(nil).cells.isEmpty)
            #expect(table.cells.count == 100)
        }

        @Test func whatIsEvictedIsFoundNoMore() {
            let cells = ParameterCells()
            let keying = HashableKeying<Int>()
            let known = (0..<100).map { cells.cell(for: Parameter($0), keying, rule) }
            // Of each three one has an instance, one is being built, and one has been abandoned.
            for (number, cell) in known.enumerated() {
                cells.withState(of: cell) { state in
                    switch number % 3 {
                    case 0: _ = state.replace(with: .full(Kept(number, scope: rule.scope), used: nil))
                    case 1:
                        let start = ConstructionStart(stamp: Epoch.Stamp(), mayKeep: true)
                        _ = state.claim(Construction(), scope: rule.scope, timeToLive: nil, at: start)
                    default: break
                    }
                }
            }
            #expect(cells.count == 100)
            _ = cells.evict()
            #expect(cells.count == 67)
            for number in 0..<100 {
                #expect((cells.cell(for: Parameter(number), keying, rule) === known[number]) == (number % 3 != 2))
            }
            guard case .retired = cells.withState(of: known[2], \.content) else {
                Issue.record("not retired")
                return
            }
        }

        @Test func aFewCellsAreLeftOfManyThatNobodyNeeds() {
            let cells = ParameterCells()
            let keying = HashableKeying<Int>()
            let scope = rule.scope
            for number in 0..<100_000 {
                let object = Counter()
                let cell = cells.cell(for: Parameter(number), keying, rule)
                cells.withState(of: cell) { state in
                    _ = state.replace(with: Kept(weakly: object, scope: scope).map { .full($0, used: nil) } ?? .empty)
                }
                #expect(cells.count < 8)
            }
        }

        @Test func whatIsNeededIsCopied() {
            let (cells, copies) = (ParameterCells(), ParameterCells())
            let keying = HashableKeying<Int>()
            let objects = (0..<10).map { _ in Counter() }
            for number in 0..<1_000 {
                let cell = cells.cell(for: Parameter(number), keying, rule)
                let object = number % 100 == 0 ? objects[number / 100] : Counter()
                cells.withState(of: cell) { state in
                    let kept = Kept(weakly: object, scope: rule.scope)
                    _ = state.replace(with: kept.map { .full($0, used: nil) } ?? .empty)
                }
            }
            _ = cells.evict()
            #expect(cells.count == 10)
            _ = copies.restore(cells.snapshot())
            #expect(copies.count == 10)
            #expect(copies.evict() is ParameterTable.Evicted)
            withExtendedLifetime(objects) { #expect(copies.count == 10) }
        }

        private struct Same: Hashable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
        }

        @Test func parametersOfOneHashHaveCellsOfTheirOwn() {
            let cells = ParameterCells()
            let keying = HashableKeying<Same>()
            let first = cells.cell(for: Parameter(Same(number: 1)), keying, rule)
            let second = cells.cell(for: Parameter(Same(number: 2)), keying, rule)
            #expect(first !== second)
            #expect(cells.cell(for: Parameter(Same(number: 1)), keying, rule) === first)
            #expect(cells.cell(for: Parameter(Same(number: 2)), keying, rule) === second)
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
            let first = cells.cell(for: Parameter(1), keying, rule)
            _ = cells.withState(of: first) { $0.replace(with: .full(Kept("one", scope: scope), used: nil)) }
            #expect(try value(cells, 1) == "one")
            #expect(throws: Missing.self) { try value(cells, 2) }
            _ = cells.clear(.keptFor(Scope.shared.keeper))
            #expect(cells.cell(for: Parameter(1), keying, rule) === first)
            _ = cells.clear(.keptFor(scope))
            #expect(throws: Missing.self) { try value(cells, 1) }
            #expect(cells.cell(for: Parameter(1), keying, rule) !== first)
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
