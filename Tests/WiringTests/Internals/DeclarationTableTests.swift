#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
    import Testing

    @testable import Wiring

    @Suite(.timeLimit(.minutes(5))) struct DeclarationTableTests {
        private func declaration(
            key: StaticString = "key",
            fileID: StaticString = "Module/File.swift",
            line: UInt = 1,
            column: UInt = 1,
            product: any Any.Type = Int.self,
            parameter: any Any.Type = Void.self
        ) -> Declaration {
            Declaration(
                Declaration.Site(key: key, fileID: fileID, line: line, column: column),
                product: product,
                parameter: parameter
            )
        }

        @Test func findsEachOfManyEntries() {
            let table = DeclarationTable<Instances>()
            let entries = (0..<10_000).map { table.find(declaration(line: $0), orInsert: Instances.init) }
            #expect(
                entries.indices.allSatisfy {
                    table.find(declaration(line: UInt($0)))?.takeUnretainedValue() === entries[$0]
                }
            )
            #expect(table.find(declaration(line: 10_000))?.takeUnretainedValue() == nil)
            #expect(table.entries.count == 10_000)
        }

        @Test func readersFindEntriesWhileItGrows() {
            for _ in 0..<20 {
                let table = DeclarationTable<Instances>()
                let made = Counter()
                let barrier = Barrier(4)
                onThreads(4) { _ in
                    barrier.arrive()
                    for line in 0..<500 {
                        let declaration = declaration(line: UInt(line))
                        let entry = table.find(declaration) {
                            made.increment()
                            return Instances($0)
                        }
                        #expect(table.find(declaration)?.takeUnretainedValue() === entry)
                    }
                }
                #expect(made.count == 500)
            }
        }

        @Test func whatDiffersInAnythingIsAnother() {
            let one = declaration()
            #expect(one == declaration())
            #expect(one != declaration(key: "kez"))
            #expect(one != declaration(fileID: "Module/Fill.swift"))
            #expect(one != declaration(line: 2))
            #expect(one != declaration(column: 2))
            #expect(one != declaration(product: String.self))
            #expect(one != declaration(parameter: Int.self))
        }

        @Test func equalTextAtTwoAddressesIsTheSame() {
            let one = declaration(key: "key")
            let moved = declaration(key: Self.moved("key"))
            #expect(one.site.key.word != moved.site.key.word)
            #expect(one == moved)
            #expect(one.hash == moved.hash)
            #expect(one != declaration(key: Self.moved("kez")))
        }

        @Test func aLiteralOfOneScalarIsTextToo() {
            let scalar = StaticString(unicodeScalarLiteral: "k")
            #expect(declaration(key: "k") == declaration(key: scalar))
            #expect(declaration(key: "k").hash == declaration(key: scalar).hash)
        }

        /// The same text at another address, where a literal stands that was inlined into another library.
        private static func moved(_ text: StaticString) -> StaticString {
            // Holds because a literal's value begins with the address of its text. The copy is never freed, as a literal
            // is not.
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.utf8CodeUnitCount + 1)
            copy.initialize(from: text.utf8Start, count: text.utf8CodeUnitCount + 1)
            var moved = text
            withUnsafeMutableBytes(of: &moved) { $0.storeBytes(of: UInt(bitPattern: copy), as: UInt.self) }
            return moved
        }
    }
#endif
