/// What is set about one declaration in one container: a value, changed under the slot's lock.
///
/// What others set takes precedence over what `autoRegister()` set. The latter is neither saved nor inherited, because
/// `autoRegister()` runs again. Both take precedence over the modifiers before a declaration's `once()`.
struct SlotState: Sendable {
    /// What was set outside `autoRegister()`.
    private var explicit = Layer() { didSet { chooseReplacement() } }
    /// What `autoRegister()` set.
    private var automatic: Boxed<Layer>? { didSet { chooseReplacement() } }
    /// Whether what `autoRegister()` set was cleared, and it has not run again since.
    private(set) var awaitsAutoRegister = false { didSet { chooseReplacement() } }
    /// The modifiers before a `once()` that was evaluated, without closures.
    private var beforeOnce: Boxed<BeforeOnce>?
    /// The closure that replaces the declaration's unless a context has one; `nil` while ``awaitsAutoRegister``.
    private(set) var replacement: ErasedClosure?

    /// What was set by one source.
    private struct Layer: Sendable {
        var override: Replacement?
        var registration: Replacement?
        /// In the order in which they apply.
        var decorations: [Decoration] = []
        var modifiers = Modifiers()
        /// In ascending order.
        var contributions: [Contribution] = []

        /// This layer, and that of a parent for what this does not set.
        func overlaying(_ parent: Layer) -> Layer {
            Layer(
                override: override ?? parent.override,
                registration: registration ?? parent.registration,
                // An override is not decorated by what preceded it.
                decorations: (override == nil ? parent.decorations : []) + decorations,
                modifiers: modifiers.overlaying(parent.modifiers),
                contributions: parent.contributions.merging(contributions)
            )
        }

        mutating func reset(_ options: FactoryResetOptions) {
            switch options {
            case .all: self = Layer()
            case .registration: (override, registration, decorations, contributions) = (nil, nil, [], [])
            case .context: modifiers.contexts = FactoryContext.Closures()
            case .scope, .none: break
            }
        }
    }

    private struct Decoration: Sendable {
        let replacement: Replacement
        /// The number of the run of `autoRegister()` that decorates.
        let run: UInt64?
    }

    private struct BeforeOnce: Sendable {
        var modifiers: Modifiers
        /// Whether a reset has cleared the closures for contexts, which factory values have.
        var areContextsCleared = false
    }

    /// A value in an object, because most declarations have none.
    private final class Boxed<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    init(scope: Scope? = nil) { explicit.modifiers.scope = scope }

    private mutating func chooseReplacement() {
        replacement = awaitsAutoRegister ? nil : (override ?? registration)?.closure
    }

    // MARK: - Effective values

    var override: Replacement? { explicit.override ?? automatic?.value.override }
    var registration: Replacement? { explicit.registration ?? automatic?.value.registration }
    /// The closures that decorate an instance, in the order in which they apply: those of a run of `autoRegister()`, and others.
    func decorations(in run: @autoclosure () -> UInt64?) -> [Replacement] {
        guard mayDecorate else { return [] }
        // An override is not decorated by what preceded it.
        let all = (explicit.override == nil ? automatic?.value : nil)?.decorations ?? []
        let run = all.isEmpty ? nil : run()
        return (all.filter { $0.run == run } + explicit.decorations).map(\.replacement)
    }
    /// Whether any closure decorates an instance.
    var mayDecorate: Bool { !explicit.decorations.isEmpty || automatic?.value.decorations.isEmpty == false }
    var modifiers: Modifiers {
        let changed = changedModifiers
        return beforeOnce.map { changed.overlaying($0.value.modifiers) } ?? changed
    }
    /// The scope of the ``modifiers``.
    var scope: Scope? {
        explicit.modifiers.scope ?? automatic?.value.modifiers.scope ?? beforeOnce?.value.modifiers.scope
    }
    /// What was contributed to the declaration, in ascending order. Of those with the same order, the contributions of a run of
    /// `autoRegister()` come first, then those of the parents, and then others.
    func contributions(in run: UInt64?, over inherited: [Contribution] = []) -> [Contribution] {
        let explicit = inherited.merging(explicit.contributions)
        return automatic.map { $0.value.contributions.made(in: run).merging(explicit) } ?? explicit
    }
    /// What was contributed to the declaration, in any run of `autoRegister()`.
    var allContributions: [Contribution] {
        (automatic?.value.contributions ?? []) + explicit.contributions
    }
    /// The modifiers without those before a `once()`.
    private var changedModifiers: Modifiers {
        automatic.map { explicit.modifiers.overlaying($0.value.modifiers) } ?? explicit.modifiers
    }
    /// Whether a factory value has evaluated a `once()`.
    var once: Bool { beforeOnce != nil }
    /// Whether `autoRegister()` has set anything.
    var isAutomatic: Bool { automatic != nil }

    /// Whether a factory value may change the state. A value that has not evaluated its `once()` must not change again what the
    /// first one set. A value that has evaluated it may, even if it was created before a reset.
    func admits(once: Bool) -> Bool { once || !self.once }

    /// The closures before a `once()` that a factory value has, without those that a reset has cleared.
    func closures(of before: Modifiers) -> Modifiers {
        var closures = Modifiers()
        closures.decorator = before.decorator
        closures.hooks = before.hooks
        if beforeOnce?.value.areContextsCleared == false { closures.contexts = before.contexts }
        return closures
    }

    /// Whether there is nothing that `options` names.
    func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .all: isEmpty(.registration) && modifiers.isEmpty && !once
        case .registration: override == nil && registration == nil && !mayDecorate && allContributions.isEmpty
        case .context: modifiers.contexts.isEmpty
        case .scope, .none: true
        }
    }

    // MARK: - Changes

    private mutating func change(isAutomatic: Bool, _ change: (inout Layer) -> Void) {
        guard isAutomatic else { return change(&explicit) }
        var changed = automatic?.value ?? Layer()
        change(&changed)
        automatic = Boxed(changed)
    }

    mutating func override(by replacement: Replacement, isAutomatic: Bool) {
        change(isAutomatic: isAutomatic) { layer in
            layer.override = replacement
            layer.decorations = []
        }
    }

    /// - Returns: What this replaces. The caller releases it after unlocking.
    mutating func register(_ replacement: Replacement, isAutomatic: Bool) -> DeferredRelease {
        let old: DeferredRelease = isAutomatic ? automatic as Any : explicit.registration?.closure as Any
        change(isAutomatic: isAutomatic) { $0.registration = replacement }
        return old
    }

    /// - Parameter run: The run of `autoRegister()` that decorates.
    mutating func decorate(by decoration: Replacement, isAutomatic: Bool, in run: UInt64?) {
        change(isAutomatic: isAutomatic) {
            $0.decorations.append(Decoration(replacement: decoration, run: isAutomatic ? run : nil))
        }
    }

    mutating func contribute(_ contribution: Contribution) {
        change(isAutomatic: contribution.run != nil) { $0.contributions = $0.contributions.merging([contribution]) }
    }

    mutating func modify(isAutomatic: Bool, _ change: (inout Modifiers) -> Void) {
        self.change(isAutomatic: isAutomatic) { change(&$0.modifiers) }
    }

    mutating func set(scope: Scope?, isAutomatic: Bool) {
        change(isAutomatic: isAutomatic) { $0.modifiers.scope = scope }
        guard scope == nil else { return }
        // Removing a scope removes those with lower precedence as well.
        if !isAutomatic, automatic != nil { change(isAutomatic: true) { $0.modifiers.scope = nil } }
        changeBeforeOnce { $0.modifiers.scope = nil }
    }

    mutating func passOnce(with before: Modifiers) {
        // The modifiers before `once()` were set as if from outside.
        explicit.modifiers.remove(before)
        if automatic != nil { change(isAutomatic: true) { $0.modifiers.remove(before) } }
        var stored = before
        (stored.decorator, stored.contexts, stored.hooks) = (nil, FactoryContext.Closures(), nil)
        beforeOnce = Boxed(BeforeOnce(modifiers: stored))
    }

    private mutating func changeBeforeOnce(_ change: (inout BeforeOnce) -> Void) {
        guard var changed = beforeOnce?.value else { return }
        change(&changed)
        beforeOnce = Boxed(changed)
    }

    mutating func reset(_ options: FactoryResetOptions) {
        if case .all = options {
            (explicit, automatic, beforeOnce) = (Layer(), nil, nil)
            return
        }
        explicit.reset(options)
        if automatic != nil { change(isAutomatic: true) { $0.reset(options) } }
        if case .context = options { changeBeforeOnce { $0.areContextsCleared = true } }
    }

    // MARK: - Automatic registration

    /// Clears what `autoRegister()` set, until it runs again.
    mutating func clearAutomatic() {
        guard isAutomatic else { return }
        automatic = nil
        awaitsAutoRegister = true
    }

    /// Records that `autoRegister()` has run again.
    mutating func endRestart() { awaitsAutoRegister = false }

    /// This state without what `autoRegister()` set.
    var withoutAutomatic: SlotState {
        var state = self
        state.automatic = nil
        return state
    }

    /// This state, as if others had set what a run of `autoRegister()` set.
    func withAutomaticAsOwn(in run: UInt64?) -> SlotState {
        var state = withoutAutomatic
        state.explicit = Layer(
            override: override,
            registration: registration,
            decorations: decorations(in: run).map { Decoration(replacement: $0, run: nil) },
            modifiers: changedModifiers,
            contributions: contributions(in: run)
        )
        return state
    }

    // MARK: - Parents

    /// This state in a child whose parent has another state. What the parent's `autoRegister()` set does not count.
    func overlaying(_ parent: SlotState) -> SlotState {
        var state = self
        state.explicit = explicit.overlaying(parent.explicit)
        return state
    }

    /// A closure that was set outside `autoRegister()` to replace the declaration's.
    struct Explicit: Sendable {
        let closure: ErasedClosure
        let isOverride: Bool
    }

    var explicitReplacement: Explicit? {
        explicit.override.map { Explicit(closure: $0.closure, isOverride: true) }
            ?? explicit.registration.map { Explicit(closure: $0.closure, isOverride: false) }
    }

    /// Whether anything but `autoRegister()` has replaced or changed the declaration's instance.
    var isReplaced: Bool {
        explicit.override != nil || explicit.registration != nil || !explicit.decorations.isEmpty
            || !explicit.modifiers.contexts.isEmpty || !explicit.contributions.isEmpty
    }

    /// Restores what others had set in a saved state.
    ///
    /// - Returns: The previous state.
    mutating func restore(_ saved: consuming SlotState) -> SlotState {
        saved.automatic = nil
        saved.awaitsAutoRegister = awaitsAutoRegister || isAutomatic
        return exchange(&self, with: saved)
    }
}

extension SlotState {
    /// A closure that replaces a declaration's, or decorates its instance.
    struct Replacement: Sendable {
        let closure: ErasedClosure
        /// Where it was set, if that is known.
        let call: CallSite?
        /// Whether `autoRegister()` set it.
        let isAutomatic: Bool
        /// Identifies it across copies to other containers.
        let number = UInt64.unique()
    }
}
