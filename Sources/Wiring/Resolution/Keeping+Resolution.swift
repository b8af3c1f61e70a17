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
        guard isAllThereIs, !way.isPerParameter, way != .unsaid, !manager.attention.isOn(.observation),
            ResolutionStack.depth < ResolutionStack.suspiciousDepth
        else { return nil }
        // Holds because whoever has the keeping has what keeps its slot.
        let slot = slot.takeUnretainedValue()
        guard let scope = slot.scope(of: way) else { return nil }
        return ResolutionStack.withFrame(declaration, of: container) { () -> Held? in
            let used = scope.used
            let home: Instances
            switch used.lifetime {
            case .unique: return nil
            case .cached, .shared: home = slot
            case .graph: return OutermostResolution.current.held(of: slot, in: manager, make: make)
            // Holds because only a `Singleton` has this lifetime.
            case .singleton:
                home = unsafeDowncast(used, to: Scope.Singleton.self).instances.find(
                    declaration,
                    orInsert: Instances.init
                )
            }
            return home.value(
                KeepingRule(scope: used.keeper, isWeak: used.lifetime == .shared, seconds: nil),
                epoch: { used.epoch(in: manager) },
                mayKeep: { manager.isRegistered(container) },
                make: make
            )
        }
    }

    /// Whether the slot says so too, and no more.
    @inlinable var isAllThereIs: Bool { slot._withUnsafeGuaranteedRef { $0.currentHint == Hint(way) } }

    /// What a construction has made.
    @inlinable
    func built<Value>(_ value: Value) -> Built {
        let (scope, isWeak) = rule
        return Built(value, scope: scope, isWeak: isWeak)
    }

    /// For whom instances are kept, and whether weakly.
    @usableFromInline var rule: (scope: KeeperID, isWeak: Bool) {
        // Holds as above.
        let scope = slot.takeUnretainedValue().scope(of: way) ?? .unique
        return (scope.keeper, scope.lifetime == .shared)
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
