/// A closure that stands in the place of a declaration's, as a container keeps it: without its types.
///
/// It is what the resolution that calls it has to do.
class AnyClosure: Duty, @unchecked Sendable {
    // SAFETY: A closure never changes. It need not be `@Sendable`, so that it can have the isolation of a factory: see `Factory`.

    override func answer<P, T>(_ parameters: P, _ product: T.Type) -> T {
        // SAFETY: The declaration is the one that the closure was registered for.
        let instance = unsafeDowncast(self, to: Closure<P, T>.self).body(parameters)
        ResolutionStack.pop()
        return instance
    }

    /// The closure. Whoever asks has the declaration that it was made for.
    final func closure<P, T>(_ parameter: P.Type, _ product: T.Type) -> (P) -> T {
        unsafeDowncast(self, to: Closure<P, T>.self).body
    }
}

/// A factory's closure.
final class Closure<P, T>: AnyClosure, @unchecked Sendable {
    // SAFETY: As above.
    fileprivate let body: (P) -> T

    init(_ call: @escaping (P) -> T) { body = call }
}

/// A factory's decorator, without its type.
class AnyDecorator: @unchecked Sendable {
    // SAFETY: A decorator never changes, and its closure is `@Sendable`.

    /// The closure. Whoever asks has the declaration that it was made for.
    final func closure<T>(_ product: T.Type) -> @Sendable (_ instance: T, _ isNew: Bool) -> Void {
        unsafeDowncast(self, to: Decorator<T>.self).body
    }
}

/// A factory's decorator.
final class Decorator<T>: AnyDecorator, @unchecked Sendable {
    // SAFETY: As above.
    fileprivate let body: @Sendable (_ instance: T, _ isNew: Bool) -> Void

    init(_ call: @escaping @Sendable (_ instance: T, _ isNew: Bool) -> Void) { body = call }
}
