extension Keeping {
    /// The instance of a declaration that has nothing set but how its instances are kept, built by `make` if it is not there.
    ///
    /// What does not depend on the declaration's types, so that it is compiled once.
    ///
    /// - Returns: `nil` where more is to be looked at.
    @usableFromInline
    func held(_ declaration: Declaration, _ container: any ManagedContainer, _ make: () -> Built) -> Held? {
        let manager = container.manager
        manager.registerAutomatically(container)
        guard isAllThereIs, !way.isPerParameter, let lifetime, lifetime != .unique,
            !manager.attention.isOn(.observation), ResolutionStack.depth < ResolutionStack.suspiciousDepth
        else { return nil }
        // Holds because whoever has the keeping has what keeps its slot.
        let slot = slot.takeUnretainedValue()
        return ResolutionStack.withFrame(declaration, of: container) {
            switch lifetime {
            case .graph: OutermostResolution.current.held(of: slot, in: manager, make: make)
            case .singleton:
                Scope.singleton.asTaskLocal().held(declaration, rule, container, manager, make)
            case .cached, .shared, .unique:
                slot.value(
                    rule,
                    epoch: { manager.epoch.stamp(for: rule.scope) },
                    mayKeep: { manager.isRegistered(container) },
                    make: make
                )
            }
        }
    }

    /// The instance that a scope keeps for all parameters, if nothing else is to be looked at.
    ///
    /// A function of its own, because in one that this were inlined in, what is the caller's could be released while it reads.
    @export(implementation)
    @inline(never)
    // Holds because it releases nothing but what it has retained, and the caller's container has its manager.
    @_effects(releasenone)
    func hit<Value>(_ type: Value.Type, in manager: Unmanaged<ContainerManager>) -> Value? {
        guard let reading = read(in: manager) else { return nil }
        return reading.memory.isWeak ? reading.takeWeak(Value.self) : reading.takeStrong(Value.self)
    }

    /// Begins to read that instance.
    // Holds as above; and because the caller has the container: so its manager is there, and the slot, which the container
    // keeps. A home is there as long as the slot, or as the task's singleton scope.
    @export(implementation)
    @inline(__always)
    func read(in manager: Unmanaged<ContainerManager>) -> Reading? {
        guard !manager._withUnsafeGuaranteedRef({ $0.attention.isOn(.hits) }) else { return nil }
        if way.rawValue == Scope.Standard.graph.rawValue { return graphMemory.map(Reading.init) }
        return slot._withUnsafeGuaranteedRef { slot in
            guard let (home, keeper) = slot.home(way) else { return nil }
            return home._withUnsafeGuaranteedRef { $0.single.read(scope: keeper) }
        }
    }

    /// The memory of the instance that the outermost resolution on this thread has, if that is all there is to look at. It
    /// stays until this thread does something else.
    @usableFromInline var graphMemory: KeptMemory? { isSimple ? OutermostResolution.memory(of: slot) : nil }

    /// Whether a resolution that finds an instance need look at nothing else.
    @export(implementation)
    @inline(always)
    var isSimple: Bool { slot._withUnsafeGuaranteedRef { $0.currentHint.isSimple(for: way) } }

    /// Whether the slot says so too, and no more.
    @export(implementation)
    @inline(always)
    var isAllThereIs: Bool { slot._withUnsafeGuaranteedRef { $0.currentHint == Hint(way) } }

    /// What a construction has made.
    @export(implementation)
    func built<Value>(_ value: Value) -> Built { Built(value, scope: keeper, isWeak: lifetime == .shared) }

    private var rule: KeepingRule { KeepingRule(scope: keeper, isWeak: lifetime == .shared, seconds: nil) }

    /// What the scope is; `nil` where none is set.
    @usableFromInline var lifetime: Scope.Lifetime? {
        switch way.standard {
        case .cached: .cached
        case .graph: .graph
        case .shared: .shared
        case .singleton: .singleton
        case .unique: .unique
        case nil: ownScope?._withUnsafeGuaranteedRef(\.lifetime)
        }
    }

    /// For whom instances are kept.
    @usableFromInline var keeper: KeeperID {
        way.standard.map { KeeperID($0) } ?? ownScope?._withUnsafeGuaranteedRef(\.keeper) ?? KeeperID(.unique)
    }

    /// The scope of a program's own.
    private var ownScope: Unmanaged<Scope>? {
        way.scopeAlone == .own ? slot._withUnsafeGuaranteedRef { $0.ownScope.unretained } : nil
    }
}

extension Scope.Singleton {
    fileprivate func held(
        _ declaration: Declaration,
        _ rule: KeepingRule,
        _ container: any ManagedContainer,
        _ manager: ContainerManager,
        _ make: () -> Built
    ) -> Held {
        instances.find(declaration, orInsert: Instances.init).value(
            rule,
            epoch: { epoch.stamp(for: rule.scope) },
            mayKeep: { manager.isRegistered(container) },
            make: make
        )
    }
}

extension Scope {
    /// The changes so far that outdate what is being built for this scope, as it is used.
    func epoch(in manager: ContainerManager) -> Epoch.Stamp {
        switch lifetime {
        case .cached, .shared: manager.epoch.stamp(for: keeper)
        // Holds because only a `Singleton` has this lifetime.
        case .singleton: unsafeDowncast(self, to: Singleton.self).epoch.stamp(for: keeper)
        case .graph, .unique: Epoch.Stamp()
        }
    }
}
