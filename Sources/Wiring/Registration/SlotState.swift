/// What one container knows of one declaration, besides its instances: a value, changed under the slot's lock.
///
/// What others have set comes before what `autoRegister()` has set, which is not saved, not inherited, and made again. Both
/// come before the modifiers before a declaration's `once()`.
struct SlotState: Sendable {
    /// What others have set.
    private var own = Registered() { didSet { chooseReplacement() } }
    /// What `autoRegister()` has set.
    private var automatic: AutomaticRegistration? { didSet { chooseReplacement() } }
    /// Whether what `autoRegister()` had set was let go, and has not been set again: `autoRegister()` may have to run first.
    private(set) var isForgotten = false { didSet { chooseReplacement() } }
    /// What stands before a `once()` that has been passed, without its closures.
    private var beforeOnce: ModifiersBeforeOnce?
    /// The closure in the declaration's place, where no context has one. `nil` also while ``isForgotten``.
    private(set) var replacement: AnyClosure?

    init(scope: Scope? = nil) { own.modifiers.scope = scope }

    /// The closure that stands above all others.
    var override: Replacement? { own.override ?? automatic?.registered.override }
    /// The closure registered in place of the declaration's.
    var registration: Replacement? { own.registration ?? automatic?.registered.registration }
    var modifiers: Modifiers {
        let changed = changedModifiers
        return beforeOnce.map { changed.overlaying($0.modifiers) } ?? changed
    }
    /// The modifiers without those before a `once()`.
    private var changedModifiers: Modifiers {
        automatic.map { own.modifiers.overlaying($0.registered.modifiers) } ?? own.modifiers
    }
    /// Whether the modifiers before a declaration's `once()` have had their turn.
    var once: Bool { beforeOnce != nil }

    private mutating func chooseReplacement() { replacement = isForgotten ? nil : (override ?? registration)?.closure }

    /// Whether a change may be made by a factory value: one that has not come to its `once()` yet may not change again
    /// what the first one has set. One that is past it may, also if it has been held since before a reset.
    func admits(once: Bool) -> Bool { once || !self.once }

    mutating func override(by replacement: Replacement, isAutomatic: Bool) {
        change(isAutomatic: isAutomatic) { $0.override = replacement }
    }

    mutating func register(_ replacement: Replacement, isAutomatic: Bool) {
        change(isAutomatic: isAutomatic) { $0.registration = replacement }
    }

    mutating func modify(isAutomatic: Bool, _ change: (inout Modifiers) -> Void) {
        self.change(isAutomatic: isAutomatic) { change(&$0.modifiers) }
    }

    mutating func set(scope: Scope?, isAutomatic: Bool) {
        change(isAutomatic: isAutomatic) { $0.modifiers.scope = scope }
        guard scope == nil else { return }
        // No scope takes away the one beneath.
        if !isAutomatic, automatic != nil { change(isAutomatic: true) { $0.modifiers.scope = nil } }
        beforeOnce = beforeOnce?.changed { $0.scope = nil }
    }

    mutating func passOnce(with before: Modifiers) {
        // They have been set as if from outside, on the way to the `once()`.
        own.modifiers.remove(before)
        if automatic != nil { change(isAutomatic: true) { $0.modifiers.remove(before) } }
        var kept = before
        (kept.decorator, kept.contexts) = (nil, ContextClosures())
        beforeOnce = ModifiersBeforeOnce(kept)
    }

    /// The closures before a `once()` that a factory value has, as far as a reset has not cleared them.
    func closures(of before: Modifiers) -> Modifiers {
        var closures = Modifiers()
        closures.decorator = before.decorator
        if beforeOnce?.areContextsCleared == false { closures.contexts = before.contexts }
        return closures
    }

    /// Forgets what `options` names, as far as it is kept here.
    mutating func reset(_ options: FactoryResetOptions) {
        if case .all = options {
            (own, automatic, beforeOnce) = (Registered(), nil, nil)
            return
        }
        own.reset(options)
        if automatic != nil { change(isAutomatic: true) { $0.reset(options) } }
        if case .context = options { beforeOnce = beforeOnce?.withoutContexts }
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

    /// Whether `autoRegister()` has set anything.
    var isAutomatic: Bool { automatic != nil }

    /// This, without what `autoRegister()` has set.
    var withoutAutomatic: SlotState {
        var state = self
        state.automatic = nil
        return state
    }

    /// Lets go what `autoRegister()` has set, until it runs again.
    mutating func forgetAutomatic() {
        guard isAutomatic else { return }
        automatic = nil
        isForgotten = true
    }

    /// Takes over what others had set in a saved state.
    mutating func restore(_ saved: SlotState) {
        forgetAutomatic()
        (own, beforeOnce) = (saved.own, saved.beforeOnce)
    }

    /// This, as if others had set what `autoRegister()` has set.
    var withAutomaticAsOwn: SlotState {
        var state = withoutAutomatic
        state.own = Registered(override: override, registration: registration, modifiers: changedModifiers)
        return state
    }

    private mutating func change(isAutomatic: Bool, _ change: (inout Registered) -> Void) {
        guard isAutomatic else { return change(&own) }
        var changed = automatic?.registered ?? Registered()
        change(&changed)
        automatic = AutomaticRegistration(changed)
        isForgotten = false
    }
}

/// What has been set about a declaration.
struct Registered: Sendable {
    /// The closure that stands above all others.
    var override: Replacement?
    /// The closure registered in place of the declaration's.
    var registration: Replacement?
    var modifiers = Modifiers()

    mutating func reset(_ options: FactoryResetOptions) {
        switch options {
        case .all: self = Registered()
        case .registration: (override, registration) = (nil, nil)
        case .context: modifiers.contexts = ContextClosures()
        case .scope, .none: break
        }
    }
}

/// What `autoRegister()` has set about a declaration. An object, because most declarations have none.
private final class AutomaticRegistration: Sendable {
    let registered: Registered

    init(_ registered: Registered) { self.registered = registered }
}

/// Modifiers that stand before a `once()`. An object, because few declarations have one.
private final class ModifiersBeforeOnce: Sendable {
    let modifiers: Modifiers
    /// Whether the closures for contexts no longer hold, which factory values have.
    let areContextsCleared: Bool

    init(_ modifiers: Modifiers, areContextsCleared: Bool = false) {
        self.modifiers = modifiers
        self.areContextsCleared = areContextsCleared
    }

    func changed(_ change: (inout Modifiers) -> Void) -> ModifiersBeforeOnce {
        var changed = modifiers
        change(&changed)
        return ModifiersBeforeOnce(changed, areContextsCleared: areContextsCleared)
    }

    var withoutContexts: ModifiersBeforeOnce { ModifiersBeforeOnce(modifiers, areContextsCleared: true) }
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

    /// The closure in the declaration's place, where no context has one.
    // Not inlined, so that this is not retained.
    @inline(never)
    final var replacement: AnyClosure? { state.withLock { $0.replacement } }
}
