/// What happened in one run, in order.
struct LifeRecord: Sendable {
    /// An instance of a service.
    struct Instance: Sendable {
        /// The number of the service that it is an instance of.
        var service: Int
        /// The instances that it was built with.
        var needs: [Int] = []
        var hasHooks = true
        /// Whether its stop takes longer than it may. Its dependencies then stop without waiting.
        var overrunsItsStop = false
        /// How often its service may be built in one run.
        var limit = 1
    }

    enum Event: Equatable, Sendable {
        case starting(Int), started(Int), failed(Int)
        case running(Int), ran(Int)
        case stopping(Int), stopped(Int)
        /// The body begins.
        case body
        /// The body has received an instance of an asynchronous factory.
        case received(Int)
        /// The run has been cancelled, or its end has been caused in another way.
        case ending
        /// The run has returned or thrown. So many instances have been built.
        case ended(instances: Int)
    }

    /// Instances by their numbers. Those that an instance needs have lower ones.
    private(set) var instances: [Instance] = []
    private(set) var events: [Event] = []
    /// What the run has named.
    var named: [Int] = []
    /// How many instances with hooks start and stop at least, unless the run ends early.
    var startingCount = 0

    mutating func build(_ instance: Instance) -> Int {
        instances.append(instance)
        return instances.count - 1
    }

    mutating func add(_ event: Event) { events.append(event) }

    /// Everything that is wrong.
    var mistakes: [String] {
        var check = LifeCheck(self)
        for event in events { check.check(event) }
        check.checkEnd()
        return check.mistakes
    }
}
