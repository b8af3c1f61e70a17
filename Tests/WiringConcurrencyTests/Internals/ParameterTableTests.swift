#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite struct ParameterTableTests {
        private func cell(_ parameter: Int, hash: Int) -> ParameterCells.Entry {
            ParameterCells.Entry(AnyParameter.Typed(parameter), hash: hash)
        }

        private let policy = Cell.Policy(scope: Scope.cached.id)

        private func parameters(of cells: [ParameterCells.Entry]) -> [Int] {
            cells.compactMap { ($0.parameter as? AnyParameter.Typed<Int>)?.value }
        }

        @Test func cellsAreFoundByTheirHash() {
            var table = ParameterCells.Table()
            #expect(table.first(hash: 0) == nil)
            #expect(table.candidates(hash: 0).isEmpty)
            for number in 0..<9 { table.add(cell(number, hash: number % 3)) }
            #expect(table.entries.count == 9)
            for hash in 0..<3 {
                #expect(parameters(of: table.candidates(hash: hash)).sorted() == [hash, hash + 3, hash + 6])
                #expect(table.first(hash: hash)?.with(\.hash) == hash)
            }
            #expect(table.candidates(hash: 3).isEmpty)
            #expect(table.first(hash: 3) == nil)
        }

        @Test func everyCellIsFoundAtEverySize() {
            var table = ParameterCells.Table()
            for number in 0..<200 {
                table.add(cell(number, hash: number &* 0x9E37_79B9))
                for known in 0...number {
                    #expect(parameters(of: table.candidates(hash: known &* 0x9E37_79B9)) == [known])
                }
            }
        }

        @Test func theTableGrows() {
            var table = ParameterCells.Table()
            for number in 0..<1_000 { table.add(cell(number, hash: number &* 0x9E37_79B9)) }
            for number in 0..<1_000 {
                #expect(parameters(of: table.candidates(hash: number &* 0x9E37_79B9)) == [number])
            }
        }

        @Test func entriesWithTheSameHashAreEvictedInAnyOrder() {
            for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
                var table = ParameterCells.Table()
                let entries = (0..<4).map { cell($0, hash: 7) }
                entries.forEach { table.add($0) }
                var remaining = Set(0..<4)
                for number in order {
                    // All others are new, so that they are not evicted.
                    entries[number].isNew = false
                    #expect(table.evictAll(nil).entries.map { $0.entry === entries[number] } == [true])
                    remaining.remove(number)
                    #expect(Set(parameters(of: table.candidates(hash: 7))) == remaining)
                }
                #expect(table.first(hash: 7) == nil)
                #expect(table.entries.isEmpty)
            }
        }

        // Adding checks two entries, however many there are.
        @Test func addingAnEntryEvictsFewOthers() {
            var table = ParameterCells.Table()
            for number in 0..<1_000 {
                table.add(cell(number, hash: number))
                table.entries[number].isNew = false
            }
            for number in 1_000..<1_500 {
                #expect(table.evictSome(nil).entries.count == 2)
                let entry = cell(number, hash: number)
                table.add(entry)
            }
            #expect(parameters(of: table.entries).sorted() == Array(1_000..<1_500))
        }

        @Test func eachChangeCreatesANewVersion() {
            var table = ParameterCells.Table()
            var versions = [table.version]
            for number in 0..<3 {
                table.add(cell(number, hash: 1))
                versions.append(table.version)
            }
            table.replaceEntries(by: [])
            versions.append(table.version)
            table.replaceEntries(by: [cell(1, hash: 1)])
            versions.append(table.version)
            #expect(Set(versions).count == versions.count)
        }

        // No thread has claimed them yet, and the thread that added them is about to.
        @Test func newCellsAreNotEvicted() {
            var table = ParameterCells.Table()
            for number in 0..<100 {
                #expect(table.evictSome(nil).entries.isEmpty)
                table.add(cell(number, hash: number))
            }
            #expect(table.evictAll(nil).entries.isEmpty)
            #expect(table.entries.count == 100)
        }

        @Test func evictedCellsAreNotFound() {
            let cells = ParameterCells()
            let hashing = ParameterHashing<Int>.Standard()
            let known = (0..<100).map { cells.entry(for: AnyParameter.Typed($0), hashing, policy) }
            // Of every three cells, one has an instance, one is being built, and one has been abandoned.
            for (number, cell) in known.enumerated() {
                cells.withState(of: cell) { state in
                    switch number % 3 {
                    case 0: _ = state.replace(with: .full(StoredInstance(number, scope: policy.scope), used: nil))
                    case 1:
                        let start = Flight.Start(stamp: Generation.Stamp(), mayPublish: true)
                        _ = state.claim(Flight(), scope: policy.scope, expiry: nil, at: start)
                    default: break
                    }
                }
            }
            #expect(cells.count == 100)
            _ = cells.evict()
            #expect(cells.count == 67)
            for number in 0..<100 {
                #expect(
                    (cells.entry(for: AnyParameter.Typed(number), hashing, policy) === known[number])
                        == (number % 3 != 2)
                )
            }
            guard case .retired = cells.withState(of: known[2], { $0.content }) else {
                Issue.record("not retired")
                return
            }
        }

        @Test func unneededCellsAreEvictedWhileOthersAreAdded() {
            let cells = ParameterCells()
            let hashing = ParameterHashing<Int>.Standard()
            let scope = policy.scope
            for number in 0..<100_000 {
                let object = Counter()
                let cell = cells.entry(for: AnyParameter.Typed(number), hashing, policy)
                cells.withState(of: cell) { state in
                    _ = state.replace(
                        with: StoredInstance(weakly: object, scope: scope).map { .full($0, used: nil) } ?? .empty
                    )
                }
                #expect(cells.count < 8)
            }
        }

        @Test func onlyNeededCellsAreCopied() {
            let (cells, copies) = (ParameterCells(), ParameterCells())
            let hashing = ParameterHashing<Int>.Standard()
            let objects = (0..<10).map { _ in Counter() }
            for number in 0..<1_000 {
                let cell = cells.entry(for: AnyParameter.Typed(number), hashing, policy)
                let object = number % 100 == 0 ? objects[number / 100] : Counter()
                cells.withState(of: cell) { state in
                    let stored = StoredInstance(weakly: object, scope: policy.scope)
                    _ = state.replace(with: stored.map { .full($0, used: nil) } ?? .empty)
                }
            }
            _ = cells.evict()
            #expect(cells.count == 10)
            _ = copies.restore(cells.snapshot())
            #expect(copies.count == 10)
            #expect(copies.evict() is ParameterCells.Table.Evicted)
            withExtendedLifetime(objects) { #expect(copies.count == 10) }
        }

        private struct Same: Hashable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
        }

        @Test func parametersWithTheSameHashHaveSeparateCells() {
            let cells = ParameterCells()
            let hashing = ParameterHashing<Same>.Standard()
            let first = cells.entry(for: AnyParameter.Typed(Same(number: 1)), hashing, policy)
            let second = cells.entry(for: AnyParameter.Typed(Same(number: 2)), hashing, policy)
            #expect(first !== second)
            #expect(cells.entry(for: AnyParameter.Typed(Same(number: 1)), hashing, policy) === first)
            #expect(cells.entry(for: AnyParameter.Typed(Same(number: 2)), hashing, policy) === second)
        }

        @Test func aClearedCellHasASuccessor() throws {
            let cells = ParameterCells()
            let hashing = ParameterHashing<Int>.Standard()
            let scope = Scope.cached.id
            func value(_ cells: ParameterCells, _ parameter: Int) throws -> String {
                let hashing: ParameterHashing<Int> = hashing
                return try withExtendedLifetime((cells, hashing)) {
                    try Borrowed(cells).value(
                        for: parameter,
                        Borrowed(hashing),
                        String.self,
                        scope: scope,
                        awaitsReadiness: false,
                        isFollowed: false
                    )
                }
            }
            let first = cells.entry(for: AnyParameter.Typed(1), hashing, policy)
            _ = cells.withState(of: first) { $0.replace(with: .full(StoredInstance("one", scope: scope), used: nil)) }
            #expect(try value(cells, 1) == "one")
            #expect(throws: Miss.self) { try value(cells, 2) }
            _ = cells.clear(.scope(Scope.shared.id))
            #expect(cells.entry(for: AnyParameter.Typed(1), hashing, policy) === first)
            _ = cells.clear(.scope(scope))
            #expect(throws: Miss.self) { try value(cells, 1) }
            #expect(cells.entry(for: AnyParameter.Typed(1), hashing, policy) !== first)
            guard
                case .retired = try Cell.Reference.parameter(first, in: cells).claim(
                    Cell.Policy(scope: scope),
                    outdatedBy: nil
                )
            else {
                Issue.record("not retired")
                return
            }
        }
    }
#endif
