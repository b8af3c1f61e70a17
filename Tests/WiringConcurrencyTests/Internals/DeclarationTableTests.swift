#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite(.timeLimit(.minutes(10))) struct DeclarationTableTests {
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
                    table.find(declaration(line: UInt($0)))?.object === entries[$0]
                }
            )
            #expect(table.find(declaration(line: 10_000))?.object == nil)
            #expect(table.entries.count == 10_000)
        }

        @Test func readersFindEntriesWhileTheTableGrows() {
            for _ in 0..<20 {
                let table = DeclarationTable<Instances>()
                let barrier = Barrier(4)
                onThreads(4) { _ in
                    barrier.arrive()
                    for line in 0..<500 {
                        let declaration = declaration(line: UInt(line))
                        let entry = table.find(declaration, orInsert: Instances.init)
                        #expect(table.find(declaration)?.object === entry)
                    }
                }
                #expect(table.entries.count == 500)
            }
        }

        @Test func declarationsThatDifferInOnePropertyAreUnequal() {
            let one = declaration()
            #expect(one == declaration())
            #expect(one != declaration(key: "kez"))
            #expect(one != declaration(fileID: "Module/Fill.swift"))
            #expect(one != declaration(line: 2))
            #expect(one != declaration(column: 2))
            #expect(one != declaration(product: String.self))
            #expect(one != declaration(parameter: Int.self))
        }

        @Test func equalKeysAtDifferentAddressesAreEqual() {
            let one = declaration(key: "key")
            let copied = declaration(key: Self.copied("key"))
            #expect(one.site.key.word != copied.site.key.word)
            #expect(one == copied)
            #expect(one.hash == copied.hash)
            #expect(one != declaration(key: Self.copied("kez")))
        }

        @Test func aSingleScalarKeyEqualsTheSameText() {
            let scalar = StaticString(unicodeScalarLiteral: "k")
            #expect(declaration(key: "k") == declaration(key: scalar))
            #expect(declaration(key: "k").hash == declaration(key: scalar).hash)
        }

        /// The same text at another address, like a literal that was inlined into another library.
        private static func copied(_ text: StaticString) -> StaticString {
            // SAFETY: A `StaticString` begins with the address of its text. The copy is never freed, just as a literal is not.
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.utf8CodeUnitCount + 1)
            copy.initialize(from: text.utf8Start, count: text.utf8CodeUnitCount + 1)
            var copied = text
            withUnsafeMutableBytes(of: &copied) { $0.storeBytes(of: UInt(bitPattern: copy), as: UInt.self) }
            return copied
        }
    }
#endif
