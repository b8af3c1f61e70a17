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
    /// - Parameter sequence: Any asynchronous sequence. Its elements, errors and end stay as they are.
    public func bind<Base: AsyncSequence>(_ sequence: Base) -> AsyncBoundSequence<Base> {
        AsyncBoundSequence(base: sequence, isolation: Isolation(capturingWith: self))
    }
}

/// An asynchronous sequence whose elements are made with a container. Created by ``Wiring/TaskLocalContainer/bind(_:)-(Base)``.
public struct AsyncBoundSequence<Base: AsyncSequence>: AsyncSequence {
    public typealias Element = Base.Element
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public typealias Failure = Base.Failure

    fileprivate let base: Base
    fileprivate let isolation: Isolation

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: isolation.run { base.makeAsyncIterator() }, isolation: isolation)
    }

    /// Makes one element after the other with the container of its sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public typealias Failure = Base.Failure

        fileprivate var base: Base.AsyncIterator
        fileprivate let isolation: Isolation

        @concurrent
        public mutating func next() async rethrows -> Base.Element? {
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                return try await next(isolation: nil)
            }
            // SAFETY: Nothing else uses it until this returns.
            nonisolated(unsafe) var base = base
            defer { self.base = base }
            return try await isolation.run { try await base.next() }
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
            let isolation = isolation
            return try await isolation.run { () async throws(Base.Failure) in try await base.next(isolation: actor) }
        }
    }
}

extension AsyncBoundSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncBoundSequence.AsyncIterator: Sendable {}
