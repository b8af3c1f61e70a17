#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    /// Layouts that the library relies on and that the compiler does not guarantee.
    @Suite struct LayoutTests {
        private final class Bay: ManagedContainer {
            let manager = ContainerManager()
        }

        private func declaration(_ line: UInt) -> Declaration {
            let file: StaticString = "WiringConcurrencyTests/LayoutTests.swift"
            let site = Declaration.Site(key: "layout", fileID: file, line: line, column: 1)
            return Declaration(site, product: Int.self, parameter: Void.self)
        }

        // `SlotReference` stores four bits in a slot's address.
        @Test func slotsAreAlignedToSixteenBytes() throws {
            let bay = Bay()
            for line in 0..<1_000 as Range<UInt> {
                let slot = try #require(bay.manager.makeSlot(for: declaration(line), scope: .cached))
                #expect(UInt(bitPattern: slot.address) & 15 == 0)
                for bits in 0..<16 as Range<UInt8> {
                    let reference = Wiring.SlotReference(slot, Retention(rawValue: bits))
                    #expect(reference.slot.address == slot.address)
                    #expect(reference.retention.rawValue == bits)
                }
            }
        }

        // `LiteralText` stores the first word of a literal.
        @Test func aLiteralBeginsWithItsAddress() {
            let literal: StaticString = "a literal"
            #expect(MemoryLayout<StaticString>.size == MemoryLayout<(UInt, Int, UInt8)>.size)
            #expect(literal.hasPointerRepresentation)
            #expect(LiteralText(literal).word == UInt(bitPattern: literal.utf8Start))
            #expect(literal.utf8Start[literal.utf8CodeUnitCount] == 0)
            #expect("\(LiteralText(literal))" == "a literal")
            #expect("\(LiteralText(literal).literal)" == "a literal")
            #expect(LiteralText(literal).literal.utf8CodeUnitCount == literal.utf8CodeUnitCount)
        }

        @Test func literalsOfAnyLengthAreNullTerminated() {
            let literals: [StaticString] = ["", "a", "äöü", "a text of more than fifteen bytes"]
            for literal in literals where literal.hasPointerRepresentation {
                #expect(literal.utf8Start[literal.utf8CodeUnitCount] == 0)
                #expect("\(LiteralText(literal))" == "\(literal)")
            }
        }

        // A weakly stored instance is stored as its bytes if they begin with the object's address.
        @Test func existentialsBeginWithTheirObject() {
            let object = LiveService()
            let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
            func first<Value>(_ value: Value) -> UInt { withUnsafeBytes(of: value) { $0.loadUnaligned(as: UInt.self) } }
            #expect(first(object) == address)
            #expect(first(object as LiveService?) == address)
            #expect(first(object as any Service) == address)
            #expect(first(object as (any Service)?) == address)
            #expect(first(object as AnyObject) == address)
            #expect(first(object as Any) == address)
        }

        // `strongValue` and `weakValue` read the content of a box as a value of the requested type.
        @Test func aBoxIsReadAsTheTypeItWasCreatedWith() {
            struct Large: Equatable {
                var first = 1
                var second = "two"
                var third = [3.0, 4.0]
            }
            let scope = Scope.cached.id
            #expect(StoredInstance(Large(), scope: scope).value(Large.self) == Large())
            #expect(StoredInstance((), scope: scope).value(Void.self) != nil)
            #expect(StoredInstance(UInt8(7), scope: scope).value(UInt8.self) == 7)
            let object = LiveService()
            #expect(StoredInstance(weakly: object as any Service, scope: scope)?.value((any Service).self) === object)
            let optional: LiveService? = object
            let stored = StoredInstance(weakly: optional, scope: scope)?.value(LiveService?.self)
            #expect((stored ?? nil) === object)
        }
    }
#endif
