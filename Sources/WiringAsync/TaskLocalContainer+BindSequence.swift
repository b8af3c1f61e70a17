public import Wiring

extension TaskLocalContainer {
    /// Returns a sequence whose elements are made with this container as the `shared` one, whichever task asks for them.
    ///
    /// ```swift
    /// let letters = container.bind(names.map { Container.shared.letter($0) })
    /// ```
    /// What an asynchronous sequence calls to make an element, such as the closure of `map`, runs in the task that asks for the element.
    /// If other code does that, such as `share()`, `merge` or a server that writes a response, this is not the task that made the sequence,
    /// and the closure would find another container.
    ///
    /// Like `bind(_:)`, this captures what is current when you call it, retains the container and copies nothing. It applies to making an
    /// iterator and to each call of `next()`, which run on the caller's actor. It does not apply to a task that `sequence` has already begun,
    /// to a buffer that a producer fills, or to what runs when an iteration is cancelled: call `bind` for the closures of these.
    ///
    /// A value of the type `any AsyncSequence<String, Never>` cannot be bound directly. Pass it to a function with a parameter of the type
    /// `some AsyncSequence<String, Never>` that returns `any AsyncSequence<String, Never>`, and bind the parameter there.
    ///
    /// - Parameter sequence: An asynchronous sequence of a concrete type. Its elements, errors and end stay as they are.
    @_disfavoredOverload
    public func bind<Base: AsyncSequence>(_ sequence: Base) -> AsyncBoundSequence<Base, Self> {
        AsyncBoundSequence(base: sequence, container: self, capture: SequenceCapture(of: self))
    }
}

/// An asynchronous sequence whose elements are made with a container. Created by ``Wiring/TaskLocalContainer/bind(_:)``.
public struct AsyncBoundSequence<Base: AsyncSequence, C: TaskLocalContainer>: AsyncSequence {
    @_documentation(visibility: internal)
    public typealias Element = Base.Element
    @_documentation(visibility: internal)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public typealias Failure = Base.Failure

    fileprivate let base: Base
    fileprivate let container: C
    fileprivate let capture: SequenceCapture

    @_documentation(visibility: internal)
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: capture.isolation.run { base.makeAsyncIterator() }, container: container, capture: capture)
    }

    /// Makes one element after the other with the container of its sequence.
    @_documentation(visibility: internal)
    public struct AsyncIterator: AsyncIteratorProtocol {
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public typealias Failure = Base.Failure

        @usableFromInline var base: Base.AsyncIterator
        @usableFromInline let container: C
        @usableFromInline let capture: SequenceCapture

        @concurrent
        public mutating func next() async rethrows -> Base.Element? {
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                return try await next(isolation: nil)
            }
            // SAFETY: Nothing else uses it until this returns.
            nonisolated(unsafe) var base = base
            defer { self.base = base }
            return try await capture.isolation.run { try await base.next() }
        }

        // The usual case is inlined, so that the program need not look up the types of each element.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @export(implementation)
        @inline(always)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
            guard capture.isContainerAlone else { return try await nextWithAll(actor) }
            do {
                return try await C.taskLocal.withValue(container) {
                    // Capturing it isolates this closure to the actor.
                    _ = actor
                    return try await base.next(isolation: actor)
                }
            } catch {
                // SAFETY: Making an element throws nothing else.
                throw error as! Base.Failure
            }
        }

        /// Makes an element with all that was current, and not only with the container.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        @usableFromInline
        mutating func nextWithAll(_ actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
            try await capture.isolation.run { () async throws(Base.Failure) in try await base.next(isolation: actor) }
        }
    }
}

extension AsyncBoundSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncBoundSequence.AsyncIterator: Sendable {}

/// What is current where a sequence is bound.
@usableFromInline
final class SequenceCapture: Sendable {
    fileprivate let isolation: Isolation
    /// Whether it binds no more than a container, apart from singletons.
    private let bindsOnlyContainer: Bool

    fileprivate init<C: TaskLocalContainer>(of container: C) {
        isolation = Isolation(capturingWith: container)
        bindsOnlyContainer = isolation.bindsOnly(container.manager)
    }

    /// Whether all but the container is what is current in this task, so that only the container need be bound.
    @usableFromInline
    var isContainerAlone: Bool { bindsOnlyContainer && isolation.isCurrentApartFromContainers }
}
