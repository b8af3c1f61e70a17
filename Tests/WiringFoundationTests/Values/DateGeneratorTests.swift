import Foundation
import Testing
import WiringFoundation
import WiringTesting

@Suite struct DateGeneratorTests {
    @Test func liveDateIsThatOfSystem() {
        let (before, date, after) = (Date(), DateGenerator.live.now, Date())
        #expect((before...after).contains(date))
    }

    @Test func constantDateStays() {
        let date = DateGenerator.constant(Date(timeIntervalSince1970: 7))
        #expect(date() == Date(timeIntervalSince1970: 7))
        #expect(date.now == date())
    }

    @Test func assignedDateStaysAndOtherCopiesKeepTheirs() {
        let date = DateGenerator.constant(Date(timeIntervalSince1970: 7))
        var copy = date
        copy.now = Date(timeIntervalSince1970: 8)
        #expect(copy() == Date(timeIntervalSince1970: 8))
        #expect(copy.now == copy())
        #expect(date() == Date(timeIntervalSince1970: 7))
    }

    @Test(.container(.strict), .modify(\.date) { $0.now = Date(timeIntervalSince1970: 9) })
    func aTraitSetsTheDate() {
        #expect(Container.shared.date()() == Date(timeIntervalSince1970: 9))
        #expect(dependency(\.date[\.now]) == Date(timeIntervalSince1970: 9))
    }

    @Test func closureRunsAtEachCall() {
        let calls = Collected<Int>()
        let date = DateGenerator {
            calls.add(1)
            return Date(timeIntervalSince1970: Double(calls.values.count))
        }
        #expect(calls.values.isEmpty)
        #expect(date() < date.now)
        #expect(calls.values.count == 2)
    }
}
