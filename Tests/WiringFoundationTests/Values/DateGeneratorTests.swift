import Foundation
import Testing
import WiringFoundation

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
