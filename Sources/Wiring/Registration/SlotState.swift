/// What one container knows of one declaration, besides its instances: a value, changed under the slot's lock.
struct SlotState<P, T> {
    /// A closure, as it is published.
    typealias Replacement = KeptValue<Closure<P, T>>

    /// The closure that stands above all others.
    private(set) var override: Replacement?
    /// The closure registered in place of the declaration's.
    private(set) var registration: Replacement?
    private(set) var modifiers = Modifiers<P, T>()
    /// Whether the modifiers before a declaration's `once()` have had their turn.
    private(set) var once = false

    /// The closure in the declaration's place, where no context has one.
    var replacement: Replacement? { override ?? registration }

    /// Whether a change may be made by a factory value: one that has not come to its `once()` yet may not change again
    /// what the first one has set. One that is past it may, also if it has been held since before a reset.
    func admits(once: Bool) -> Bool { once || !self.once }

    mutating func override(by closure: @escaping (P) -> T) {
        override = Replacement(Closure(closure), scope: .closures)
    }

    mutating func register(_ closure: @escaping (P) -> T) {
        registration = Replacement(Closure(closure), scope: .closures)
    }

    mutating func modify(_ change: (inout Modifiers<P, T>) -> Void) { change(&modifiers) }

    mutating func passOnce(with before: Modifiers<P, T>) {
        modifiers = before.overlaying(modifiers)
        once = true
    }

    /// Forgets what `options` names, as far as it is kept here.
    mutating func reset(_ options: FactoryResetOptions) {
        switch options {
        case .all: self = SlotState()
        case .registration: (override, registration) = (nil, nil)
        case .context: modifiers.contexts = ContextClosures()
        case .scope, .none: break
        }
    }

    /// Whether there is nothing that `options` names.
    func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .all: isEmpty(.registration) && modifiers.isEmpty && !once
        case .registration: override == nil && registration == nil
        case .context: modifiers.contexts.isEmpty
        case .scope, .none: true
        }
    }
}

/// A closure. In a struct, because a function that is a generic value is wrapped anew each time it is taken out.
@usableFromInline
struct Closure<P, T> {
    @usableFromInline let call: (P) -> T

    init(_ call: @escaping (P) -> T) { self.call = call }
}
