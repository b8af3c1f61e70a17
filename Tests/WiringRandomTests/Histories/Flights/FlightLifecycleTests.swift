import Testing

/// The rules of starts and stops reject a history that violates them, by hand.
@Suite struct FlightLifecycleTests {
    private typealias Place = FlightHistory.Place

    private var history = FlightHistory()
    private let place = Place(container: 1, declared: .served)

    init() {
        history.fly(10, 13, of: place)
        history.uses = []
    }

    @Test mutating func anInstanceThatStartsRunsAndStopsHasNoFaults() {
        history.call(.start, 14, 15, of: 10)
        history.call(.run, 16, 20, of: 10)
        history.call(.stop, 17, 18, of: 10)
        #expect(history.faults == [])
    }

    @Test(arguments: [FlightHistory.Call.Hook.start, .run, .stop])
    mutating func aSecondCallIsAFault(_ hook: FlightHistory.Call.Hook) {
        anInstanceThatStartsRunsAndStopsHasNoFaults()
        history.call(hook, 20, 21, of: 10)
        #expect(history.faults == ["a second start, run or stop"])
    }

    @Test mutating func aMissingStopIsAFault() {
        history.call(.start, 14, 15, of: 10)
        #expect(history.faults == ["a start without a stop"])
    }

    @Test(arguments: [FlightHistory.Call.Hook.run, .stop])
    mutating func aFailedInstanceThatRunsOrStopsIsAFault(_ hook: FlightHistory.Call.Hook) {
        history.call(.start, 14, 15, of: 10, hasFailed: true)
        #expect(history.faults == [])
        history.call(hook, 16, 17, of: 10)
        #expect(history.faults == ["a failed instance that runs or stops"])
    }

    @Test(arguments: [FlightHistory.Call.Hook.run, .stop])
    mutating func anInstanceThatRunsOrStopsWithoutAStartIsAFault(_ hook: FlightHistory.Call.Hook) {
        history.call(hook, 14, 15, of: 10)
        #expect(history.faults == ["an instance that has not been started"])
        history.call(.start, 13, 16, of: 10)
        #expect(history.faults == ["an instance that has not been started"])
    }

    @Test(arguments: [FlightHistory.Call.Hook.start, .run, .stop])
    mutating func aCallThatDoesNotReturnIsAFault(_ hook: FlightHistory.Call.Hook) {
        history.call(hook, 14, .max, of: 10)
        #expect(history.faults == ["an instance that has not stopped in time"])
    }

    @Test(arguments: [(18, false), (21, true)])
    mutating func anInstanceOfAChildThatStopsAfterItsEndIsAFault(_ end: Int, isRight: Bool) {
        anInstanceThatStartsRunsAndStopsHasNoFaults()
        history.childEnds[1] = end
        #expect(history.faults == (isRight ? [] : ["an instance that has not stopped in time"]))
    }

    @Test mutating func aStartInACopyIsAFault() {
        anInstanceThatStartsRunsAndStopsHasNoFaults()
        history.copies[1] = FlightHistory.Copy(origin: 2, span: Span(1, 2))
        #expect(history.faults == ["a start in a copy"])
    }

    @Test mutating func aResolutionThatDoesNotWaitForTheStartIsAFault() {
        history.call(.start, 14, 17, of: 10)
        history.call(.stop, 18, 19, of: 10)
        history.use(13, 15, .instance(flight: 10, decorations: []), of: place)
        #expect(history.faults == [])
        history.use(15, 16, .instance(flight: 10, decorations: []), of: place)
        #expect(history.faults == ["an instance that has not been started"])
    }

    @Test(arguments: [(17, true), (18, false)])
    mutating func aFailedStartThatALaterCallerGetsIsAFault(_ begin: Int, isRight: Bool) {
        history.call(.start, 14, 15, of: 10, hasFailed: true)
        history.use(9, 17, .failedStart(flight: 10), of: place)
        history.use(begin, 20, .failedStart(flight: 10), of: place)
        #expect(history.faults == (isRight ? [] : ["the failure of an earlier start"]))
    }

    /// A resolution may join a flight that has used the instance, until the caller that requested the flight has received the error.
    @Test(arguments: [(12, 30, true), (12, 18, false), (18, 30, false)])
    mutating func aFailedStartEndsAFlightThatHasUsedTheInstance(_ begin: Int, _ received: Int, isRight: Bool) {
        let (dependent, fault) = (Place(container: 1, declared: .dependent), "the failure of an earlier start")
        history.fly(begin, begin + 1, of: dependent)
        history.flights[1].needs = 10
        history.uses = []
        history.call(.start, 14, 15, of: 10, hasFailed: true)
        history.use(9, 17, .failedStart(flight: 10), of: place)
        history.use(begin - 1, received, .failedStart(flight: 10), of: dependent)
        history.use(19, 31, .failedStart(flight: 10), of: dependent)
        #expect(history.faults == (isRight ? [] : [fault]))
        history.flights[1].hasFailed = true
        #expect(history.faults == [fault])
        history.flights[1].hasFailed = false
        history.flights[1].place.container = 2
        #expect(history.faults == [fault])
    }

    @Test mutating func aFailedStartGoesToResolutions() {
        history.use(9, 16, .failedStart(flight: 10), of: place)
        #expect(history.faults == ["a failure of another start"])
        history.call(.start, 14, 15, of: 10, hasFailed: true)
        #expect(history.faults == [])
        history.use(17, 18, .instance(flight: 10, decorations: []), of: place)
        #expect(history.faults == ["an instance that has not been started"])
    }

    @Test mutating func anInstanceFromBeforeACompletedStopIsAFault() {
        anInstanceThatStartsRunsAndStopsHasNoFaults()
        history.change(.mayClear, 16, 22, of: place)
        history.use(21, 24, .instance(flight: 10, decorations: []), of: place)
        #expect(history.faults == [])
        history.use(23, 24, .instance(flight: 10, decorations: []), of: place)
        #expect(history.faults == ["a stopped instance"])
    }

    @Test(arguments: [(8, 9, false), (14, 16, false), (16, 18, true)])
    mutating func aPopDoesNotRestoreWhatAStopHasCleared(_ begin: Int, _ end: Int, isRight: Bool) {
        let other = Place(container: 1, declared: .cached)
        history.fly(5, 8, of: other)
        anInstanceThatStartsRunsAndStopsHasNoFaults()
        history.push(begin, end)
        history.change(.mayClear, 16, 22, of: place)
        history.pop(24, 25)
        history.use(26, 27, .instance(flight: 5, decorations: []), of: other)
        #expect(history.faults == (isRight ? [] : ["a stopped instance"]))
    }

    @Test(arguments: [
        (FlightHistory.Change.Kind.clear, 15, true), (.register, 15, true), (.mayClear, 15, false), (.clear, 18, false),
    ])
    mutating func aReplacedInstanceStopsAlone(_ kind: FlightHistory.Change.Kind, _ begin: Int, isRight: Bool) {
        let other = Place(container: 1, declared: .cached)
        history.fly(5, 8, of: other)
        anInstanceThatStartsRunsAndStopsHasNoFaults()
        history.change(kind, begin, begin + 1, of: place)
        history.use(26, 27, .instance(flight: 5, decorations: []), of: other)
        #expect(history.faults == (isRight ? [] : ["a stopped instance"]))
    }

    /// A call starts the container anew while another one stops it, or within another one that may.
    @Test(arguments: [
        ([(11, 20)], false), ([(8, 20)], true), ([(11, 20), (13, 15)], true), ([(11, 20), (15, 16)], false),
    ])
    mutating func anInstanceThatAStopReplacesStopsAlone(_ clears: [(Int, Int)], isRight: Bool) {
        let other = Place(container: 1, declared: .cached)
        history.fly(5, 8, of: other)
        anInstanceThatStartsRunsAndStopsHasNoFaults()
        for (begin, end) in clears { history.change(.mayClear, begin, end, of: place) }
        history.use(26, 27, .instance(flight: 5, decorations: []), of: other)
        #expect(history.faults == (isRight ? [] : ["a stopped instance"]))
    }

    /// A dependent starts after the instance, and stops before it.
    private mutating func startDependent(_ start: Int, _ stop: Int) {
        let dependent = Place(container: 1, declared: .dependent)
        history.fly(11, 16, of: dependent)
        history.flights[1].needs = 10
        history.uses = []
        history.call(.start, 14, 17, of: 10)
        history.call(.stop, 30, 31, of: 10)
        history.call(.start, start, start + 1, of: 11)
        history.call(.stop, stop, stop + 1, of: 11)
    }

    @Test(arguments: [(18, true), (16, false)])
    mutating func aStartBeforeThatOfWhatTheInstanceNeedsIsAFault(_ start: Int, isRight: Bool) {
        startDependent(start, 25)
        #expect(history.faults == (isRight ? [] : ["a start before that of what the instance needs"]))
        history.calls[0].hasFailed = true
        #expect(history.faults.contains("a start before that of what the instance needs"))
    }

    @Test(arguments: [(28, true), (29, false), (33, false)])
    mutating func aStopBeforeThatOfADependentIsAFault(_ stop: Int, isRight: Bool) {
        startDependent(18, stop)
        #expect(history.faults == (isRight ? [] : ["a stop before that of a dependent"]))
    }

    @Test mutating func anInstanceStopsWhenItsDependentDoesNotRunAnyMore() {
        startDependent(18, 20)
        history.call(.run, 21, 29, of: 11)
        #expect(history.faults == [])
        history.calls[4].span = Span(21, 32)
        #expect(history.faults == ["a stop before that of a dependent"])
    }

    @Test(arguments: [(5, 9, false), (20, 24, true), (20, 40, true)])
    mutating func aDependentOfAStoppedInstanceIsMadeAgain(_ begin: Int, _ end: Int, isRight: Bool) {
        let dependent = Place(container: 2, declared: .dependent)
        history.copy(14, 15)
        history.fly(16, 18, of: dependent)
        history.fly(30, 32, of: dependent)
        history.flights[1].needs = 10
        history.change(.mayClear, begin, end, of: place)
        #expect(history.faults == (isRight ? [] : ["a second flight"]))
    }

    @Test(arguments: [(10, 14, true), (10, 31, false), (11, 14, false)])
    mutating func anInstanceWhoseStartHasFailedIsMadeAgain(_ failed: Int, _ begin: Int, isRight: Bool) {
        history.fly(30, 32, of: place)
        history.call(.start, begin, begin + 1, of: failed, hasFailed: true)
        #expect(history.faults.contains("a second flight") == !isRight)
    }

    @Test(arguments: [(17, true), (31, false)])
    mutating func aCopyDoesNotKeepAnInstanceWhoseStartHasFailed(_ begin: Int, isRight: Bool) {
        let copy = Place(container: 2, declared: .served)
        history.use(9, 13, .instance(flight: 10, decorations: []), of: place)
        history.copy(14, 15)
        history.fly(30, 32, of: copy)
        #expect(history.faults == ["a flight for an instance that had been kept"])
        history.call(.start, begin, begin + 1, of: 10, hasFailed: true)
        #expect(history.faults.contains("a flight for an instance that had been kept") == !isRight)
    }

    @Test mutating func aDependentOfAnInstanceWhoseStartHasFailedIsMadeAgain() {
        let dependent = Place(container: 1, declared: .dependent)
        history.fly(16, 18, of: dependent)
        history.fly(30, 32, of: dependent)
        history.flights[1].needs = 10
        #expect(history.faults == ["a second flight"])
        history.call(.start, 20, 21, of: 10, hasFailed: true)
        #expect(history.faults.contains("a second flight") == false)
    }

    @Test(arguments: [FlightDeclared.served, .dependent, .session])
    mutating func onlyADependentMayBeRefused(_ declared: FlightDeclared) {
        history.use(1, 2, .refused, of: Place(container: 1, declared: declared))
        #expect(history.faults == (declared == .served ? ["a refusal without a dependency"] : []))
    }
}
