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
    /// The uses of unimplemented dependencies, which the observer reports to a test.
    package static var unimplemented: Self { Self(rawValue: 16) }
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

/// Observes one resolution, and writes its line of the trace when the outermost resolution on the thread has ended.
final class TraceLine: ContainerObserver, @unchecked Sendable {
    // SAFETY: Only the thread that begins the resolution calls the logger. The text is behind a lock.

    private let logger: (String) -> Void
    private let text = Protected("")

    init(_ logger: @escaping (String) -> Void) { self.logger = logger }

    var events: ObservedResolution.Events { .resolutions }
    var isInherited: Bool { false }

    func begin(_ resolution: ObservedResolution) -> Int {
        // Reserved now, because it precedes the lines of what the resolution needs.
        end(resolution, 0, with: Never?.none)
        ResolutionSession.current.afterward { [self] in logger(text.withLock { $0 }) }
        return 0
    }

    /// Completes the line, unless it has been written: an instance that tasks build does not exist by then.
    func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {
        // The address of an object, even inside an optional or an existential, and 0 for a value.
        let address = object(in: instance).map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0
        let type = instance.map { Swift.type(of: $0 as Any) } ?? resolution.dependency.product
        let (level, step) = (resolution.level, resolution.step.description)
        let indent = String(repeating: "    ", count: level)
        let line = "\(level): \(indent)\(step) = \(resolution.origin.rawValue):\(address) \(type)"
        text.withLock { $0 = line }
    }
}

/// A dependency that could not be built or started, or that failed while it ran. See
/// ``ContainerManager/failureObserver``.
public struct ResolutionFailure: Sendable {
    /// The error that the closure threw.
    public let error: any Error
    /// The path from the outermost dependency to this one: a line for each, with the place of its declaration.
    public let path: String
    /// The call that resolved it, as `Module/File.swift:12`; `nil` if that is unknown.
    public let call: String?
}

extension ResolutionFailure: CustomStringConvertible {
    /// The error, the path and the call.
    @_documentation(visibility: internal)
    public var description: String { "\(error)\n\(path)" + (call.map { "\nResolved at \($0)." } ?? "") }
}

/// The closure of ``ContainerManager/failureObserver``. An object, so that it can be told which errors this one has received.
package final class FailureObserver: Sendable {
    let receive: @Sendable (ResolutionFailure) -> Void

    init(_ receive: @escaping @Sendable (ResolutionFailure) -> Void) { self.receive = receive }

    package func receive(_ error: any Error, path: [PathStep], at call: CallSite?) {
        receive(ResolutionFailure(error: error, path: path.listing, call: call?.description))
    }
}
