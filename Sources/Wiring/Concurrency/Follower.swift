/// Follows a stored instance of a declaration that asks for it: see ``Following``.
@usableFromInline
package protocol Follower: AnyObject, Sendable {
    var marks: FollowerMarks { get }
    /// The declaration of the instance.
    var declaration: Declaration { get }
    /// Whether the instance was built with one that is over.
    var dependsOnEnded: Bool { get }

    /// Notes why its scope has dropped the instance.
    func note(_ drop: InstanceDrop)

    /// Called when nothing has the handle of the instance any longer.
    func letGo()

    /// Waits until the instance is ready, if it is to become ready.
    ///
    /// - Parameter isCancellable: Whether cancellation ends the wait.
    func awaitReadiness(isCancellable: Bool) async throws
}

extension Follower {
    /// Whether the instance is over, or was built with one that is.
    ///
    /// After an instance has ended anywhere, linear in the number of its dependencies that no check has met since, and constant until the
    /// next end.
    package var isOver: Bool { marks.isOver { dependsOnEnded } }
}

/// Held by whatever uses a followed instance.
///
/// A stored instance has the handles of what its dependents depend on: its own, or, if it is not followed, those of its dependencies.
/// When no one has the handle any longer, its follower is told.
@usableFromInline
package final class FollowerHandle: Sendable {
    package let follower: any Follower
    /// Those of the follower.
    package let marks: FollowerMarks

    /// - Parameter follower: Has no other handle.
    package init(_ follower: any Follower) {
        self.follower = follower
        marks = follower.marks
    }

    deinit { follower.letGo() }
}

/// What a hit must know of an instance that is followed.
@usableFromInline
package final class FollowerMarks: Sendable {
    private let word = AtomicWord()
    /// The number of ends up to which no dependency is known to have ended.
    private let checkedEnds = AtomicWord()

    package init() {}

    /// Whether the instance is to become ready, and is not: a caller that awaits it waits, or receives the error.
    package var isPending: Bool { word.current & 1 != 0 }

    /// Whether the instance is over: it is evicted when it is found.
    package var isEnded: Bool { word.current & 2 != 0 }

    /// Whether the follower of a container has, or has had, the instance.
    package var isAdmitted: Bool { word.current & 4 != 0 }

    /// Records that the follower of a container has the instance, which is to become ready.
    package func setAdmitted() {
        word.turnOn(5)
        ProcessCount.admissions.increment()
    }

    /// Records that the instance is ready.
    package func setReady() { word.turnOff(1) }

    /// Records that the instance is over. It does not become ready again.
    package func setEnded() {
        word.turnOn(2)
        ProcessCount.ends.increment()
    }

    /// - Parameter dependsOnEnded: Whether the instance was built with one that is over.
    fileprivate func isOver(_ dependsOnEnded: () -> Bool) -> Bool {
        isEnded || ProcessCount.ends.hasMadeTrue(since: checkedEnds, dependsOnEnded)
    }

    /// The number of ends so far. A check reads it first, so that an end during the check leads to another one.
    package static var ends: UInt64 { ProcessCount.ends.current }

    /// Whether a check has found that no dependency had ended at a number of ends.
    package func isChecked(at ends: UInt64) -> Bool { checkedEnds.current == ends }

    /// Notes what ``isChecked(at:)`` returns. An instance gets no more dependencies after it was built.
    package func noteCheck(at ends: UInt64) { checkedEnds.set(ends) }
}

extension ProcessCount {
    /// Whether a condition is true that only what this counts makes true.
    ///
    /// - Parameter checked: The number up to which the condition is known to be false.
    @inline(__always)
    fileprivate func hasMadeTrue(since checked: borrowing AtomicWord, _ condition: () -> Bool) -> Bool {
        // Read first, so that a change during the check leads to another check.
        let changes = current
        guard checked.current != changes else { return false }
        if condition() { return true }
        checked.set(changes)
        return false
    }
}

extension [FollowerHandle] {
    /// Adds handles. A single one that was added last is not added again: a closure often uses one instance several times in a row. The
    /// first are shared, not copied.
    mutating func add(_ others: [FollowerHandle]) {
        if isEmpty { self = others } else if others.count > 1 || others.first !== last { self += others }
    }

    /// Each handle once, in the order of the first occurrences.
    package var withoutDuplicates: [FollowerHandle] {
        // The usual case needs no set.
        if count < 2 || count == 2 && self[0] !== self[1] { return self }
        var known: Set<ObjectIdentifier> = []
        return filter { known.insert(ObjectIdentifier($0)).inserted }
    }
}

/// The handles of what dependents of an instance depend on, at least one.
///
/// A hit asks whether one of them is over, or has yet to become ready. It looks at them only after an instance has ended, or was to
/// become ready, anywhere.
final class Followers: Sendable {
    let handles: [FollowerHandle]
    /// The number of ends up to which none of them had ended.
    private let checkedEnds = AtomicWord()
    /// The number of admissions up to which all of them were ready, or were not to become ready.
    private let checkedAdmissions = AtomicWord()
    private let knownAsAdmitted = AtomicWord()

    init(_ handles: [FollowerHandle]) { self.handles = handles }

    @inline(__always)
    var isAnyOver: Bool { ProcessCount.ends.hasMadeTrue(since: checkedEnds) { findsOver } }

    private var findsOver: Bool {
        @inline(never) get { handles.contains { $0.follower.isOver } }
    }

    /// Whether followers of containers have all of them.
    var areAdmitted: Bool {
        if knownAsAdmitted.current != 0 { return true }
        guard handles.allSatisfy(\.marks.isAdmitted) else { return false }
        knownAsAdmitted.turnOn(1)
        return true
    }

    var isAnyPending: Bool {
        ProcessCount.admissions.hasMadeTrue(since: checkedAdmissions) { handles.contains { $0.marks.isPending } }
    }
}

/// Follows the stored instances of declarations whose modifiers name it.
@usableFromInline
package protocol Following: SendableMetatype {
    /// Makes the follower of a new instance.
    ///
    /// - Parameters:
    ///   - containers: The numbers of its container and that container's parents, the nearest first.
    ///   - dependencies: The handles of the followed instances that it was built with. May contain one several times.
    static func follower(of step: PathStep, in containers: [UInt64], dependencies: [FollowerHandle]) -> any Follower

    /// Stops the program: the scope of a declaration keeps no instance that could be followed.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the dependency.
    ///   - isShared: Whether there is a scope, which is a shared one.
    ///   - call: Where it was resolved, if that is known.
    static func reject(_ path: [PathStep], isShared: Bool, at call: CallSite?) -> Never
}

/// The containers whose instances are followed now.
package enum FollowedContainers {
    /// Whether there are any, so that an instance that is found may have to be admitted.
    package static var exist: Bool { ProcessCount.followedContainers.current != 0 }

    package static func begin() { ProcessCount.followedContainers.increment() }

    package static func end() { ProcessCount.followedContainers.decrement() }
}

/// A closure that starts, runs or stops an instance, by the name of the modifier that sets it. Later versions may add
/// cases, so a `switch` outside this package needs an `@unknown default`.
@nonexhaustive
public enum LifecycleHook: String, Sendable {
    /// Starts an instance.
    case onStart
    /// Runs from the start of an instance until its stop.
    case onRun
    /// Stops an instance.
    case onStop
}

extension LifecycleHook: CustomStringConvertible {
    @_documentation(visibility: internal)
    public var description: String { rawValue }
}

/// What happens to the instances that a container has started.
package indirect enum LifecycleEvent: Sendable {
    /// An instance has started, and how long its `onStart` closure took.
    case started(PathStep, Duration)
    /// An instance has stopped, and how long that took.
    case stopped(PathStep, Duration)
    /// An instance has failed, in a hook if one has failed. A caller will receive the error.
    case failed(any Error, PathStep, LifecycleHook?)
    /// An error that no caller receives, of an instance if it concerns one, and in a hook if one has failed.
    case unreceived(any Error, PathStep?, LifecycleHook?, text: String)
}
