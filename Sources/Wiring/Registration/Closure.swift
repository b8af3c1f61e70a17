/// A factory's closure. In a struct, because a function that is a generic value is wrapped anew each time it is taken out.
@usableFromInline
struct Closure<P, T> {
    @usableFromInline let call: (P) -> T

    init(_ call: @escaping (P) -> T) { self.call = call }

    /// As a container keeps it: without its types, which are a part of the declaration.
    var kept: Kept { Kept(self, scope: .closures) }
}

/// A factory's decorator.
struct Decorator<T> {
    let call: @Sendable (_ instance: T, _ isNew: Bool) -> Void

    /// As a container keeps it.
    var kept: Kept { Kept(self, scope: .closures) }
}

extension Kept {
    // Both hold because whoever asks has the declaration that this was kept for.

    func closure<P, T>(_ parameter: P.Type, _ product: T.Type) -> (P) -> T {
        content(Closure<P, T>.self).call
    }

    func decorator<T>(_ product: T.Type) -> @Sendable (T, Bool) -> Void {
        // Holds as above.
        content(Decorator<T>.self).call
    }

    private func content<Content>(_ type: Content.Type) -> Content {
        defer { extendLifetime(self) }
        return memory.content(type).pointee
    }
}
