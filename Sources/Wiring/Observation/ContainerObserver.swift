/// Observes a container, on the threads that use it, with no lock held.
///
/// A container's children report to its observers as well.
package protocol ContainerObserver: AnyObject, Sendable {
    /// What it observes. This never changes.
    var events: ObservedResolution.Events { get }
    /// Whether the container's copies report here as well.
    var isInherited: Bool { get }
    /// Whether it has ended. Containers then remove it, each when it would next report here.
    var hasEnded: Bool { get }

    /// A resolution begins. The resolutions of what it needs follow.
    ///
    /// - Returns: A number for ``end(_:_:with:)``.
    func begin(_ resolution: ObservedResolution) -> Int

    /// A closure has made the instance, which is stored by now, or has failed. Of an asynchronous resolution, in its own task.
    ///
    /// - Parameter number: What ``begin(_:)`` returned.
    func endConstruction(_ resolution: ObservedResolution, _ number: Int, _ failure: ConstructionFailure?)

    /// A resolution has ended. Of an asynchronous one, the caller goes on.
    ///
    /// - Parameters:
    ///   - number: What ``begin(_:)`` returned.
    ///   - instance: `nil` if there is none, because a closure has failed or the caller was cancelled.
    func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?)

    /// The container has changed, or what it has started.
    ///
    /// - Parameter container: Its number, and its type if that is not the observed container's.
    func note(_ change: ObservedChange, of container: (number: UInt64, type: AnyObject.Type?))

    /// An unimplemented dependency was used.
    ///
    /// - Returns: Whether the observer reports it to a test.
    func useUnimplemented(_ use: UnimplementedUse) -> Bool
}

extension ContainerObserver {
    package var hasEnded: Bool { false }
    package func endConstruction(_ resolution: ObservedResolution, _ number: Int, _ failure: ConstructionFailure?) {}
    package func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {}
    package func note(_ change: ObservedChange, of container: (number: UInt64, type: AnyObject.Type?)) {}
    package func useUnimplemented(_ use: UnimplementedUse) -> Bool { false }
}

/// What an observer observes.
extension ObservedResolution {
    package typealias Events = BitSet<ObservedResolution>
}

extension ObservedResolution.Events {
    /// All resolutions. They take the slow path.
    package static var resolutions: Self { Self(rawValue: 1) }
    /// The resolutions that call a closure. Hits stay on the fast path.
    package static var constructions: Self { Self(rawValue: 2) }
    /// Changes, and what the container starts and stops.
    package static var changes: Self { Self(rawValue: 4) }
    /// The constructions that can fail, which are those of throwing and asynchronous factories, and what the container starts and stops.
    /// Other resolutions stay on the fast path.
    package static var failures: Self { Self(rawValue: 8) }
}

/// A change of a container, or of what it has started. It has been made when observers hear of it.
package indirect enum ObservedChange: Sendable {
    /// A closure was registered, overrides, or decorates.
    case replaced(ObservedResolution.Replacement)
    /// A part was contributed to a collection.
    case contributed(Declaration, to: Declaration, at: CallSite)
    /// A declaration was reset, or the whole container.
    case reset(Declaration?, FactoryResetOptions)
    /// The instances of a scope were cleared.
    case cleared(Scope)
    case pushed
    case popped
    case childMade
    /// The operation of a child has ended.
    case childEnded
    case lifecycle(LifecycleEvent)
}

extension ObservedResolution {
    /// Calls `body` when nothing is being resolved on this thread any longer. Then it may resolve anything.
    package static func afterward(_ body: @escaping () -> Void) {
        if ResolutionStack.depth > 0 { ResolutionSession.current.afterward(body) } else { AsyncStep.outside(body) }
    }
}
