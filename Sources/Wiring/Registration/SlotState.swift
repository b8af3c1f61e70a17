/// What is set about one declaration in one container: a value, changed under the slot's lock.
///
/// Of two closures of one kind, or two values of one modifier, that of others takes precedence over that of `autoRegister()`. An
/// override of `autoRegister()` still takes precedence over a registration of others. What `autoRegister()` set is neither saved nor
/// inherited, because it runs again. Both take precedence over the modifiers before a declaration's `once()`.
package struct SlotState: Sendable {
    /// What was set outside `autoRegister()`.
    package private(set) var explicit = Layer()
    /// What `autoRegister()` set, added for one resolution. A slot does not store it: see ``AutomaticRegistration``.
    var automatic: Layer?
    /// The flags of what `autoRegister()` set when it last ended.
    var automaticFlags = Slot.Flags(.unspecified)
    /// What is known of the declaration's `once()`.
    private var knownOnce: Once?
    #if DEBUG
        /// The last operations whose child had set something about the declaration. A change of what is set forgets them.
        var endedOperations: [EndedOperation] = []
    #endif

    /// A closure that replaces a declaration's, or decorates its instance.
    package typealias Replacement = ObservedResolution.Replacement.Stored

    /// What was set by one source. Copies share one box, and a change makes a new one. A copy from before a change therefore retains what
    /// the change takes out.
    package struct Layer: Sendable {
        private struct Contents: Sendable {
            var override: Replacement?
            var registration: Replacement?
            var decorations: [Replacement] = []
            var modifiers = Modifiers()
            var removesScope = false
            var setDespiteDeclaration: [SetDespiteDeclaration] = []
            var contributions: [Contribution] = []
        }

        private final class Box: Sendable {
            let contents: Contents

            /// A changed copy of another box.
            init(_ old: Box?, _ change: (inout Contents) -> Void) {
                var contents = old?.contents ?? Contents()
                change(&contents)
                self.contents = contents
            }
        }

        /// `nil` if nothing has been set.
        private var box: Box?

        private mutating func change(_ change: (inout Contents) -> Void) { box = Box(box, change) }

        package var override: Replacement? { box?.contents.override }
        package var registration: Replacement? { box?.contents.registration }
        /// In the order in which they apply.
        package var decorations: [Replacement] { box?.contents.decorations ?? [] }
        package var modifiers: Modifiers {
            get { box?.contents.modifiers ?? Modifiers() }
            set { change { $0.modifiers = newValue } }
        }
        /// Whether a scope that has a lower precedence was removed.
        private var removesScope: Bool { box?.contents.removesScope ?? false }
        /// The scope that it sets, which is `nil` within if it removes one; `nil` if it does neither.
        fileprivate var scope: Scope?? { removesScope ? .some(nil) : modifiers.scope.map(Optional.some) }
        /// What has no effect, because the declaration sets it again at each access. Noted only for observers.
        package var setDespiteDeclaration: [SetDespiteDeclaration] {
            get { box?.contents.setDespiteDeclaration ?? [] }
            set { change { $0.setDespiteDeclaration = newValue } }
        }
        /// In ascending order.
        package var contributions: [Contribution] { box?.contents.contributions ?? [] }

        /// The closure that replaces the declaration's unless a context has one.
        var replacement: Replacement? { override ?? registration }

        /// The flags that it adds to those of a slot.
        var flags: Slot.Flags {
            modifiers.hasNoRetention && modifiers.decorator == nil && modifiers.following == nil
                ? .automatic : .automatic | .furtherRetention
        }

        /// Whether at most closures that replace the declaration's affect how an instance is made.
        var isReplacementAtMost: Bool { modifiers.isEmpty && decorations.isEmpty }

        /// This layer, and that of a parent for what this does not set.
        func overlaying(_ parent: Layer) -> Layer {
            guard let own = box?.contents else { return parent }
            guard let inherited = parent.box?.contents else { return self }
            var merged = inherited
            if let override = own.override { merged.override = override }
            if let registration = own.registration { merged.registration = registration }
            // An override is not decorated by what preceded it.
            merged.decorations = (own.override == nil ? inherited.decorations : []) + own.decorations
            merged.modifiers = own.modifiers.overlaying(inherited.modifiers)
            if own.removesScope { merged.modifiers.scope = nil }
            merged.removesScope = own.removesScope || inherited.removesScope && own.modifiers.scope == nil
            if !own.setDespiteDeclaration.isEmpty { merged.setDespiteDeclaration = own.setDespiteDeclaration }
            merged.contributions = own.contributions.overlaying(inherited.contributions)
            return Layer(box: Box(nil) { $0 = merged })
        }

        /// Sets a scope, or removes that and those that have a lower precedence.
        mutating func set(scope: Scope?) { change { ($0.modifiers.scope, $0.removesScope) = (scope, scope == nil) } }

        /// Takes out the modifiers before a `once()`, which were set as if from outside, and sets again what they have replaced.
        mutating func removeBeforeOnce(_ before: Modifiers, replacing replaced: Layer = Layer()) {
            change {
                $0.modifiers.remove(before)
                $0.modifiers = $0.modifiers.overlaying(replaced.modifiers)
                $0.removesScope = replaced.removesScope && $0.modifiers.scope == nil
            }
        }

        /// Sets a closure that replaces or decorates instances.
        mutating func set(_ replacement: Replacement, as kind: ObservedResolution.Replacement.Kind) {
            change {
                switch kind {
                case .override: ($0.override, $0.decorations) = (replacement, [])
                case .registration: $0.registration = replacement
                case .decoration: $0.decorations.append(replacement)
                case .contribution: break
                }
            }
        }

        /// Makes changes again that others have undone or followed, in this order. Contributions stay as they are.
        mutating func makeLast(_ changes: [ObservedResolution.Replacement]) {
            let numbers = Set(changes.map(\.number))
            change { $0.decorations.removeAll { numbers.contains($0.number) } }
            for change in changes { set(change.stored, as: change.kind) }
        }

        mutating func contribute(_ contribution: Contribution) {
            change { $0.contributions = $0.contributions.merging([contribution]) }
        }

        mutating func reset(_ options: FactoryResetOptions) {
            switch options {
            case .all: box = nil
            case .registration where box != nil:
                change { ($0.override, $0.registration, $0.decorations, $0.contributions) = (nil, nil, [], []) }
            case .context where box != nil: modifiers.remove { $0.context != nil }
            case .registration, .context, .scope, .none: break
            }
        }
    }

    private final class Once: Sendable {
        /// The modifiers before it, without closures; `nil` if it has yet to be evaluated.
        let before: Modifiers?
        /// Whether a reset has cleared the closures for contexts, which factory values have.
        let areContextsCleared: Bool
        /// What parents had set on a declaration whose `once()` they have evaluated, in a child that has not, or in its copy. It is a part
        /// of ``explicit`` as well, where the declaration's modifiers replace it until its `once()`.
        let setByParents: Layer

        init(_ before: Modifiers?, areContextsCleared: Bool, _ setByParents: Layer) {
            (self.before, self.areContextsCleared, self.setByParents) = (before, areContextsCleared, setByParents)
        }
    }

    package init(scope: Scope? = nil) { if let scope { explicit.modifiers.scope = scope } }

    /// This state, and what `autoRegister()` set.
    @inline(never)
    func with(_ automatic: Layer?) -> SlotState {
        guard let automatic else { return self }
        var state = self
        state.automatic = automatic
        return state
    }

    // MARK: - Effective values

    var override: Replacement? { explicit.override ?? automatic?.override }
    var registration: Replacement? { explicit.registration ?? automatic?.registration }
    /// The closures that decorate an instance, in the order in which they apply: those of `autoRegister()`, and others.
    var decorations: [Replacement] { mayDecorate ? effective.decorations : [] }
    /// Whether any closure decorates an instance.
    private var mayDecorate: Bool { !explicit.decorations.isEmpty || automatic?.decorations.isEmpty == false }
    var modifiers: Modifiers {
        var modifiers = explicit.modifiers
        if let automatic { modifiers = modifiers.overlaying(automatic.modifiers) }
        if let before = knownOnce?.before { modifiers = modifiers.overlaying(before) }
        modifiers.scope = scope(with: automatic)
        return modifiers
    }

    /// The scope of this state, and of what `autoRegister()` set. It equals `with(_:).modifiers.scope`, without a copy of the state.
    func scope(with automatic: Layer?) -> Scope? { explicit.scope ?? automatic?.scope ?? knownOnce?.before?.scope }

    /// What was contributed to the declaration, in ascending order. Of those with the same order, the contributions of
    /// `autoRegister()` come first, then those of the parents, and then others.
    var contributions: [Contribution] { effective.contributions }
    /// What was set by either source. What others set is to what `autoRegister()` set as what a child sets is to its parent's.
    @inline(never)
    private var effective: Layer { automatic.map { explicit.overlaying($0) } ?? explicit }
    /// Whether a factory value has evaluated a `once()`.
    var once: Bool { knownOnce?.before != nil }

    /// Whether a factory value may change the state. A value that has not evaluated its `once()` must not change again what the
    /// first one set. A value that has evaluated it may, even if it was created before a reset.
    func admits(once: Bool) -> Bool { once || !self.once }

    /// The closures before a `once()` that a factory value has, without those that a reset has cleared.
    func closures(of before: Modifiers) -> Modifiers {
        var closures = before
        (closures.scope, closures.hashing) = (nil, nil)
        let areContextsCleared = knownOnce?.areContextsCleared ?? true
        closures.remove { $0.closure == nil || areContextsCleared && $0.context != nil }
        return closures
    }

    /// Whether there is nothing that `options` names.
    func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .all: isEmpty(.registration) && modifiers.isEmpty && !once
        case .registration: override == nil && registration == nil && !mayDecorate && contributions.isEmpty
        case .context: modifiers.contexts.isEmpty
        case .scope, .none: true
        }
    }

    // MARK: - Changes

    /// Changes what was set outside `autoRegister()`.
    mutating func change(_ change: (inout Layer) -> Void) {
        #if DEBUG
            endedOperations = []
        #endif
        change(&explicit)
    }

    mutating func set(scope: Scope?) { explicit.set(scope: scope) }

    mutating func passOnce(with before: Modifiers) {
        explicit.removeBeforeOnce(before, replacing: knownOnce?.setByParents ?? Layer())
        var stored = before
        stored.remove { $0.closure != nil }
        knownOnce = Once(stored, areContextsCleared: false, Layer())
    }

    mutating func reset(_ options: FactoryResetOptions) {
        #if DEBUG
            endedOperations = []
        #endif
        explicit.reset(options)
        switch options {
        case .all: knownOnce = nil
        case .context:
            var setByParents = knownOnce?.setByParents ?? Layer()
            setByParents.reset(options)
            knownOnce = knownOnce.map { Once($0.before, areContextsCleared: true, setByParents) }
        case .registration, .scope, .none: break
        }
    }

    /// The flags of what ``Slot/Flags/ofReplacements`` has.
    var replacementFlags: Slot.Flags {
        var flags = explicit.replacement == nil ? Slot.Flags() : .replacement
        if !explicit.decorations.isEmpty { flags |= .decorations }
        #if DEBUG
            if !endedOperations.isEmpty { flags |= .endedOperations }
        #endif
        return flags
    }

    /// This state for a copy of its container, as if others had set what `autoRegister()` set.
    var withAutomaticAsOwn: SlotState {
        var state = self
        (state.explicit, state.automatic) = (effective, nil)
        #if DEBUG
            state.endedOperations = []
        #endif
        return state
    }

    // MARK: - Parents

    /// This state in a child whose parent has another state. What the parent's `autoRegister()` set does not count.
    func overlaying(_ parent: SlotState) -> SlotState {
        var state = self
        state.explicit = explicit.overlaying(parent.explicit)
        let setByParents = parent.once ? parent.explicit : parent.knownOnce?.setByParents
        if !once, let setByParents { state.knownOnce = Once(nil, areContextsCleared: true, setByParents) }
        return state
    }

    /// The closure that was set outside `autoRegister()` to replace the declaration's, and whether it is an override.
    var explicitReplacement: (closure: ErasedClosure, isOverride: Bool)? {
        if let override = explicit.override { return (override.closure, true) }
        return explicit.registration.map { ($0.closure, false) }
    }
}

/// What was set outside a declaration although the declaration sets it itself, at each access.
package enum SetDespiteDeclaration: Sendable {
    case scope(Scope, declared: Scope)
    case timeToLive(TimeToLive, declared: TimeToLive)

    var isScope: Bool { if case .scope = self { true } else { false } }
}

/// A type-erased contribution to a declaration in one container: a part of a collection, or an installed module.
package final class Contribution: @unchecked Sendable {
    // SAFETY: It does not change. Whoever makes it is responsible for its content, whose closure and key need not be `Sendable`, as
    // for `ErasedClosure`.

    /// Stands for the contribution in a path.
    package let declaration: Declaration
    /// What is contributed, for whoever makes such contributions.
    package let content: AnyObject
    /// Its place among the others.
    let order: Int
    /// Where it was contributed.
    package let call: CallSite
    /// The closure of a part that was contributed without a declaration, and the collection that it was contributed to.
    package let closure: (replacement: SlotState.Replacement, collection: Declaration)?
    /// Finds the factory that it resolves from a container, if it was contributed as a declaration.
    package let factory: ((AnyObject) -> Any)?
    /// The module that contributed it when it was installed, if one did.
    private let module: (any Any.Type)?

    package init(
        _ declaration: Declaration,
        _ content: AnyObject,
        order: Int = 0,
        closure: (replacement: SlotState.Replacement, collection: Declaration)? = nil,
        factory: ((AnyObject) -> Any)? = nil,
        at call: CallSite
    ) {
        self.declaration = declaration
        self.content = content
        self.factory = factory
        self.order = order
        self.closure = closure
        self.call = call
        module = ResolutionStack.moduleUnderInstallation
    }

    /// Whether the module that this thread is installing made this.
    package var isOfModuleUnderInstallation: Bool {
        module != nil && module == ResolutionStack.moduleUnderInstallation
    }

    /// Whether one installation of a module made this, and another made the other.
    fileprivate func isOfSameModule(as other: Contribution) -> Bool { module != nil && module == other.module }
}

extension [Contribution] {
    /// Those of a parent and these of its child, without the child's of modules that have contributed to the parent, too.
    func overlaying(_ parent: [Contribution]) -> [Contribution] {
        guard !isEmpty, !parent.isEmpty else { return isEmpty ? parent : self }
        return parent.merging(filter { contribution in !parent.contains { $0.isOfSameModule(as: contribution) } })
    }

    /// These and later ones, in ascending order. Of those with the same order, the earlier ones come first.
    ///
    /// Both arrays are in ascending order. Copies nothing if one of them is empty.
    func merging(_ later: [Contribution]) -> [Contribution] {
        guard !later.isEmpty, !isEmpty else { return isEmpty ? later : self }
        var merged = self
        // Most come last.
        for contribution in later {
            let last = merged.lastIndex { $0.order <= contribution.order }
            merged.insert(contribution, at: last.map { $0 + 1 } ?? 0)
        }
        return merged
    }
}
