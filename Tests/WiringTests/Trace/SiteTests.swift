#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct SiteTests {
        @Test(arguments: ["", "key", "ключ", "🗝️"] as [StaticString])
        func aTextDescribesItsLiteral(_ literal: StaticString) {
            let text = LiteralText(literal)
            #expect(text.description == "\(literal)")
            #expect("\(text.literal)" == "\(literal)")
            #expect(text.literal.utf8CodeUnitCount == literal.utf8CodeUnitCount)
            #expect(text == LiteralText(literal))
        }

        @Test func aTextCanBeASingleScalarWithoutAPointer() {
            let scalar = StaticString(unicodeScalarLiteral: "k")
            #expect(LiteralText(scalar).description == "k")
            #expect(LiteralText(scalar) == LiteralText("k"))
            #expect(LiteralText("k") == LiteralText(scalar))
            #expect(LiteralText(scalar) != LiteralText(StaticString(unicodeScalarLiteral: "l")))
            #expect(LiteralText(scalar) != LiteralText("kk"))
        }

        @Test func textsAreComparedByContent() {
            // Built at run time, because the linker may merge equal literals.
            let copies = ["key", "key", "kex", "ke", "keys"].map { string in
                let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: string.utf8.count + 1)
                for (index, byte) in (Array(string.utf8) + [0]).enumerated() { (bytes + index).initialize(to: byte) }
                return (bytes, LiteralText(bytes))
            }
            defer { copies.forEach { $0.0.deallocate() } }
            #expect(copies.map { $0.1 == copies[0].1 } == [true, true, false, false, false])
        }

        @Test func effectsAreAPartOfASite() {
            func site(_ effects: Declaration.Effects) -> Declaration.Site {
                Declaration.Site(key: "key", fileID: "Module/File.swift", line: 12, column: 34, effects)
            }
            let all: [Declaration.Effects] = [.none, .throwing, .asynchronous]
            #expect(all.map { site($0).effects } == all)
            #expect(all.allSatisfy { effects in all.filter { site($0) == site(effects) } == [effects] })
            #expect(all.allSatisfy { site($0).line == 12 })
        }

        @Test func aSiteHasAFileAndALine() {
            let site = Declaration.Site(key: "key", fileID: "Module/File.swift", line: 12, column: 34)
            #expect(site.line == 12)
            #expect(site.location == "Module/File.swift:12")
            #expect(site == Declaration.Site(key: "key", fileID: "Module/File.swift", line: 12, column: 34))
            #expect(site != Declaration.Site(key: "key", fileID: "Module/File.swift", line: 12, column: 35))
            #expect(site != Declaration.Site(key: "key", fileID: "Module/File.swift", line: 13, column: 34))
            #expect(site != Declaration.Site(key: "other", fileID: "Module/File.swift", line: 12, column: 34))
            #expect(site != Declaration.Site(key: "key", fileID: "Module/Other.swift", line: 12, column: 34))
        }

        @Test func aSiteCanBeIdentifiedByATypeInsteadOfALine() {
            let site = Declaration.Site(key: "key", fileID: "Module/File.swift", identity: Int.self)
            #expect(site.line == 0)
            #expect(site.location == "Module/File.swift")
            #expect(site == Declaration.Site(key: "key", fileID: "Module/File.swift", identity: Int.self))
            #expect(site != Declaration.Site(key: "key", fileID: "Module/File.swift", identity: String.self))
        }
    }

    extension SiteTests {
        @Test func aPartIsAnotherSiteWhateverAddressItsTypeHas() {
            for bit in 4..<57 {
                // SAFETY: Only the address is read.
                let type = unsafeBitCast(UInt(1) << UInt(bit), to: Any.Type.self)
                let site = Declaration.Site(key: "key", fileID: "Module/File.swift", identity: type)
                #expect(Declaration.Site(partOf: site) != site)
            }
            let site = Declaration.Site(key: "key", fileID: "Module/File.swift", line: 12, column: 34)
            #expect(Declaration.Site(partOf: site) != site)
        }
    }

    extension LiteralText {
        /// The text at an address.
        fileprivate init(_ bytes: UnsafeMutablePointer<UInt8>) {
            // SAFETY: The layout of a `StaticString` is frozen.
            self.init(unsafeBitCast((UInt(bitPattern: bytes), strlen(bytes), UInt8(0)), to: StaticString.self))
        }
    }

    private func strlen(_ bytes: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 0
        while bytes[count] != 0 { count += 1 }
        return count
    }
#endif
