#if DEBUG || TESTS_INTERNALS  // Other release builds do not open their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct SiteTests {
        @Test(arguments: ["", "key", "ключ", "🗝️"] as [StaticString])
        func aTextIsItsLiteral(_ literal: StaticString) {
            let text = Text(literal)
            #expect(text.description == "\(literal)")
            #expect("\(text.literal)" == "\(literal)")
            #expect(text.literal.utf8CodeUnitCount == literal.utf8CodeUnitCount)
            #expect(text == Text(literal))
        }

        @Test func aTextMayBeOneScalarWithoutBytes() {
            let scalar = StaticString(unicodeScalarLiteral: "k")
            #expect(Text(scalar).description == "k")
            #expect(Text(scalar) == Text("k"))
            #expect(Text("k") == Text(scalar))
            #expect(Text(scalar) != Text(StaticString(unicodeScalarLiteral: "l")))
            #expect(Text(scalar) != Text("kk"))
        }

        @Test func textsAreComparedByWhatTheySay() {
            // Built at run time, because the linker may merge equal literals.
            let copies = ["key", "key", "kex", "ke", "keys"].map { string in
                let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: string.utf8.count + 1)
                for (index, byte) in (Array(string.utf8) + [0]).enumerated() { (bytes + index).initialize(to: byte) }
                return (bytes, Text(bytes))
            }
            defer { copies.forEach { $0.0.deallocate() } }
            #expect(copies.map { $0.1 == copies[0].1 } == [true, true, false, false, false])
        }

        @Test func aSiteHasAFileAndALine() {
            let site = Site(key: "key", fileID: "Module/File.swift", line: 12, column: 34)
            #expect(site.line == 12)
            #expect(site.location == "Module/File.swift:12")
            #expect(site == Site(key: "key", fileID: "Module/File.swift", line: 12, column: 34))
            #expect(site != Site(key: "key", fileID: "Module/File.swift", line: 12, column: 35))
            #expect(site != Site(key: "key", fileID: "Module/File.swift", line: 13, column: 34))
            #expect(site != Site(key: "other", fileID: "Module/File.swift", line: 12, column: 34))
            #expect(site != Site(key: "key", fileID: "Module/Other.swift", line: 12, column: 34))
        }

        @Test func aSiteMayBeATypesInstead() {
            let site = Site(key: "key", fileID: "Module/File.swift", identity: Int.self)
            #expect(site.line == 0)
            #expect(site.location == "Module/File.swift")
            #expect(site == Site(key: "key", fileID: "Module/File.swift", identity: Int.self))
            #expect(site != Site(key: "key", fileID: "Module/File.swift", identity: String.self))
        }
    }

    extension Text {
        /// The text at an address.
        fileprivate init(_ bytes: UnsafeMutablePointer<UInt8>) {
            // Holds because the layout of a `StaticString` is frozen.
            self.init(unsafeBitCast((UInt(bitPattern: bytes), strlen(bytes), UInt8(0)), to: StaticString.self))
        }
    }

    private func strlen(_ bytes: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 0
        while bytes[count] != 0 { count += 1 }
        return count
    }
#endif
