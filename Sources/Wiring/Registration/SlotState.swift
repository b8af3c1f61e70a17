/// What one container knows of one declaration, besides its instances: a value, changed under the slot's lock.
struct SlotState: Sendable {
    /// The closure that stands above all others.
    private(set) var override: Replacement?
    /// The closure registered in place of the declaration's.
    private(set) var registration: Replacement?
    private(set) var modifiers = Modifiers()
    /// Whether the modifiers before a declaration's `once()` have had their turn.
    private(set) var once = false

    init(scope: Scope? = nil) { modifiers.scope = scope }

    /// The closure in the declaration's place, where no context has one.
    var replacement: AnyClosure? { (override ?? registration)?.closure }

    /// Whether a change may be made by a factory value: one that has not come to its `once()` yet may not change again
    /// what the first one has set. One that is past it may, also if it has been held since before a reset.
    func admits(once: Bool) -> Bool { once || !self.once }

    mutating func override(by replacement: Replacement) { override = replacement }

    mutating func register(_ replacement: Replacement) { registration = replacement }

    mutating func modify(_ change: (inout Modifiers) -> Void) { change(&modifiers) }

    mutating func passOnce(with before: Modifiers) {
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

/// A closure in the place of a declaration's.
struct Replacement: Sendable {
    let closure: AnyClosure
    /// Where it was given, if that is known.
    let call: CallSite?
    /// Whether `autoRegister()` has given it.
    let isAutomatic: Bool
    /// Tells it from all others, also where it has been copied to another container.
    let number = UniqueNumber.next()
}

/// The state of a slot, under its lock.
final class SlotChanges: Sendable {
    let state: Protected<SlotState>

    init(_ state: SlotState) { self.state = Protected(state) }
}
