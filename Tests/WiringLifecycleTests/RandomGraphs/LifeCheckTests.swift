import Testing

/// The check of a record, by hand. The first instance has hooks, the second needs it and has none, and the third needs the second.
@Suite struct LifeCheckTests {
    private var record = LifeRecord()

    init() {
        _ = record.build(LifeRecord.Instance(service: 0))
        _ = record.build(LifeRecord.Instance(service: 1, needs: [0], hasHooks: false))
        _ = record.build(LifeRecord.Instance(service: 2, needs: [1]))
        record.named = [1, 2]
    }

    private let start: [LifeRecord.Event] = [.starting(0), .started(0), .starting(2), .started(2)]
    private let body: [LifeRecord.Event] = [.body, .received(1), .received(2)]
    private let stop: [LifeRecord.Event] = [.stopping(2), .stopped(2), .stopping(0), .stopped(0)]
    private let end = LifeRecord.Event.ended(instances: 3)

    private func mistakes(_ events: [LifeRecord.Event]) -> [String] {
        var record = record
        for event in events { record.add(event) }
        return record.mistakes
    }

    @Test func anOrderlyRunHasNoMistakes() {
        #expect(mistakes(start + body + stop + [end]) == [])
        #expect(mistakes([.ending, end]) == [])
        #expect(mistakes([.starting(0), .failed(0), end]) == [])
    }

    @Test func aStartBeforeThatOfWhatItNeedsIsAMistake() {
        #expect(mistakes([.starting(2), .starting(0), .failed(0), .failed(2), end]) == ["2 starts while 0 is built"])
        #expect(mistakes([.starting(0), .failed(0), .starting(2), .failed(2), end]) == ["2 starts while 0 is failed"])
    }

    @Test func aSecondStartIsAMistake() {
        #expect(
            mistakes(start + [.starting(2), .started(2)] + body + stop + [end]) == [
                "2 is started before it is starting"
            ]
        )
    }

    @Test func aStartDuringTheStopIsAMistake() {
        let events: [LifeRecord.Event] = [
            .starting(0), .started(0), .ending, .stopping(0), .starting(2), .failed(2), .stopped(0), end,
        ]
        #expect(mistakes(events) == ["2 starts too late", "2 starts while 0 is stopping"])
    }

    @Test func aStopBeforeThatOfADependentIsAMistake() {
        let events: [LifeRecord.Event] = [.stopping(2), .stopping(0), .stopped(2), .stopped(0), end]
        #expect(mistakes(start + body + events) == ["0 stops before 2, which needs it"])
    }

    @Test mutating func nothingWaitsForAStopThatTakesTooLong() {
        _ = record.build(LifeRecord.Instance(service: 3, needs: [0], overrunsItsStop: true))
        let events: [LifeRecord.Event] = start + [.starting(3), .started(3)] + body + stop
        #expect(mistakes(events + [end, .stopping(3), .stopped(3)]) == [])
        #expect(mistakes(events + [.stopping(3), end]) == ["3 has not stopped"])
    }

    @Test func aStopThatIsMissingIsAMistake() {
        #expect(mistakes(start + [.ending, .stopping(2), .stopped(2), end]).contains("0 has not stopped"))
        #expect(mistakes([.starting(0), .started(0), .starting(2), .failed(2), end]).contains("0 has not stopped"))
    }

    @Test func aSecondStopIsAMistake() {
        #expect(
            mistakes(start + body + stop + [.stopping(0), .stopped(0), end]) == ["0 is stopped before it is stopping"]
        )
    }

    @Test func theStopOfWhatDidNotStartIsAMistake() {
        let events: [LifeRecord.Event] = [.starting(0), .failed(0), .stopping(0), .stopped(0), end]
        #expect(mistakes(events) == ["0 is failed before it is stopping"])
    }

    @Test func whatRunsEndsBeforeWhatItNeedsStops() {
        let events: [LifeRecord.Event] = start + body + [.running(2), .stopping(2), .stopped(2)]
        #expect(mistakes(events + [.ran(2), .stopping(0), .stopped(0), end]) == [])
        #expect(mistakes(events + [.stopping(0), .ran(2), .stopped(0), end]) == ["0 stops before 2, which needs it"])
        #expect(mistakes(start + body + stop + [.running(2), .ran(2), end]) == ["2 runs while 0 is stopped"])
        #expect(
            mistakes(start + [.running(2), .ran(2), .running(2), .ran(2)] + body + stop + [end]) == ["2 runs twice"]
        )
        #expect(mistakes([.running(0), .ran(0), .ending, end]) == ["0 runs while it is built"])
    }

    @Test func aBodyThatBeginsBeforeAllHaveStartedIsAMistake() {
        #expect(
            mistakes([.starting(0), .started(0), .body, .ending, .stopping(0), .stopped(0), end]) == [
                "the body begins while 2 is built"
            ]
        )
        #expect(mistakes(start + stop + [end]) == ["the body has not run"])
    }

    @Test func anAsynchronousResolutionThatDoesNotWaitForTheStartIsAMistake() {
        #expect(mistakes([.starting(0), .received(1), .failed(0), end]) == ["1 is received while 0 is starting"])
        #expect(mistakes([.starting(0), .received(0), .failed(0), end]) == ["0 is received while 0 is starting"])
    }

    @Test mutating func tooFewInstancesAreAMistake() {
        record.startingCount = 2
        #expect(mistakes(start + body + stop + [end]) == [])
        record.startingCount = 3
        #expect(mistakes(start + body + stop + [end]) == ["only 2 have started and stopped"])
        #expect(mistakes([.ending, end]) == [])
    }

    @Test mutating func aServiceThatIsBuiltTooOftenIsAMistake() {
        _ = record.build(LifeRecord.Instance(service: 1, hasHooks: false))
        #expect(mistakes(start + body + stop + [end]) == [])
        #expect(mistakes(start + body + stop + [.ended(instances: 4)]) == ["service 1 was built 2 times"])
    }
}
