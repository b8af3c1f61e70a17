/// A type-erased decorator, or a type-erased closure that replaces a declaration's closure.
///
/// It completes the resolution that calls it.
class AnyClosure: Frame.Completion, @unchecked Sendable {
    // SAFETY: A closure never changes. A factory's closure need not be `@Sendable`, so that it can have the isolation of its
    // declaration: see `Factory`.

    override func instanceWithoutDeclaration<P, T>(_ parameters: P, _ product: T.Type) -> T {
        // SAFETY: The closure was registered for this declaration.
        let instance = unsafeDowncast(self, to: Closure<P, T>.self).body(parameters)
        ResolutionStack.pop()
        return instance
    }

    /// The closure. The caller knows that it has these types.
    final func closure<P, T>(_ parameter: P.Type, _ product: T.Type) -> (P) -> T {
        unsafeDowncast(self, to: Closure<P, T>.self).body
    }
}

/// A closure that replaces a declaration's, or a decorator.
final class Closure<P, T>: AnyClosure, @unchecked Sendable {
    // SAFETY: As above.
    fileprivate let body: (P) -> T

    init(_ body: @escaping (P) -> T) { self.body = body }
}
