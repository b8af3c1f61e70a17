import Foundation
import Testing
import WiringFoundation

@Suite struct UUIDGeneratorTests {
    @Test func liveIdentifiersDiffer() {
        #expect(UUIDGenerator.live() != UUIDGenerator.live())
    }

    @Test func constantIdentifierStays() {
        let id = UUID()
        let uuid = UUIDGenerator.constant(id)
        #expect([uuid(), uuid()] == [id, id])
    }

    @Test func incrementingIdentifiersCountFromZero() {
        let uuid = UUIDGenerator.incrementing
        let copy = uuid
        #expect([uuid(), copy(), uuid()] == [UUID(number: 0), UUID(number: 1), UUID(number: 2)])
        #expect(UUIDGenerator.incrementing() == UUID(number: 0))
    }

    @Test func numberStandsAtEndOfIdentifier() {
        #expect(UUID(number: 10).uuidString == "00000000-0000-0000-0000-00000000000A")
        #expect(UUID(number: 0x0123_4567_89AB_CDEF).uuidString == "00000000-0000-0000-0123-456789ABCDEF")
    }

    @Test func concurrentCallersGetDifferentIdentifiers() async {
        let uuid = UUIDGenerator.incrementing
        let made = await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { (0..<100).map { _ in uuid() } } }
            return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
        }
        #expect(made == Set((0..<800).map { UUID(number: $0) }))
    }
}
