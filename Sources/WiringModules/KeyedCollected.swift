public import Wiring

/// A dictionary whose parts several modules contribute, each under its own key.
///
/// ```swift
/// extension Container {
///     var exporters: KeyedCollected<String, any Exporter> { collected() }
///     var csvExporter: Factory<any Exporter> { self { CSVExporter() } }
/// }
///
/// container.exporters.contribute(\.csvExporter, forKey: "csv")
/// container.exporters.contribute(forKey: "json") { JSONExporter() }
/// let csv = container.exporters()["csv"]
/// ```
/// It works like a ``Collected``. Resolving makes a new dictionary each time, and resolves every part.
///
/// If the closure of a part awaits or throws, collect providers, and contribute a `Factory` of its provider:
/// `var storeProvider: Factory<AsyncProvider<Store, any Error>> { self { self.provider(\.store) } }`.
///
/// To replace a part, override its declaration. Contributing the same key twice stops the program with an error that
/// names both places. If a parent contributes the key after its child has, the program stops when the child's
/// dictionary is resolved.
public struct KeyedCollected<Key: Hashable, Element>: FactoryModifying {
    private let storedRegistration: FactoryRegistration<Void, [Key: Element]>

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Void, [Key: Element]> { storedRegistration.ofCollection }

    @_documentation(visibility: internal)
    public static func closure<Input>(_ make: @escaping (Input) -> [Key: Element])
        -> FactoryRegistration<Void, [Key: Element]>.Closure
    {
        .init(ErasedClosure(make))
    }

    init(_ registration: FactoryRegistration<Void, [Key: Element]>) { storedRegistration = registration }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    public func applying(_ change: FactoryRegistration<Void, [Key: Element]>.Change) -> Self {
        var changed = storedRegistration
        changed.modification = change.modification
        return Self(changed)
    }

    /// Resolves the parts: first those that `autoRegister()` contributed, then those that were inherited from a parent, and
    /// then this container's own. Within each of these, earlier ones come first.
    ///
    /// `==` and `hash(into:)` of the keys run on the calling thread, with no lock held.
    ///
    /// - Returns: The parts by their keys. Empty if nothing was contributed.
    /// - Precondition: Each key was contributed once, and no part depends on the collection. Otherwise the program stops with an
    ///   error.
    /// - Complexity: Linear in the number of parts, not counting the time to resolve them.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> [Key: Element] { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the parts. This overload can be passed as a function.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func resolve() -> [Key: Element] { resolve(at: .unknown) }

    /// Resolves the parts. See ``callAsFunction(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> [Key: Element] { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the parts for a call at a place.
    func resolve(at call: CallSite) -> [Key: Element] {
        storedRegistration.collection(at: call) { contributions, manager in
            var parts = [Key: Element](minimumCapacity: contributions.count)
            for contribution in contributions {
                let instance = Part<Key, Element>.resolve(contribution, in: storedRegistration.container, manager)
                let key = Part<Key, Element>.of(contribution).key
                guard parts.updateValue(instance, forKey: key) != nil else { continue }
                let first = contributions.first { Part<Key, Element>.of($0).key == key } ?? contribution
                let path = ResolutionStack.path
                Failure.duplicateKey(String(reflecting: key), path, at: first.call, and: contribution.call)
            }
            return parts
        }
    }

    // MARK: - Contributing

    /// Contributes a dependency of ``Container`` under a key. See `contribute(_:forKey:)`.
    @_documentation(visibility: internal)
    public func contribute(
        _ part: KeyPath<Container, Factory<Element>>,
        forKey key: Key,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let call = CallSite(fileID: fileID, line: line, column: column)
        registration(adding: key, at: call).contribute(part, key: key, at: call)
    }

    /// Contributes a dependency of the collection's container, such as `\.csvExporter` of a ``Container``, under a key.
    ///
    /// The part is resolved from the container that the collection is resolved from, even in a copy or a child. If that
    /// is a ``ChildContainer`` of another type than the part's, the part is resolved from its nearest parent of that type.
    /// To contribute a dependency of another type, declare one that converts it. A contribution clears the dictionary that
    /// a scope keeps in this container, except within `autoRegister()`. A child that has a dictionary already keeps it. A
    /// resolution that is in progress on another thread may or may not include the part.
    ///
    /// - Precondition: No other contribution has the key. The collection's container, or one of its parents, is of the type
    ///   of the part's container.
    public func contribute<C: ManagedContainer>(
        _ part: KeyPath<C, Factory<Element>>,
        forKey key: Key,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let call = CallSite(fileID: fileID, line: line, column: column)
        registration(adding: key, at: call).contribute(part, key: key, at: call)
    }

    /// Contributes a part that has no declaration, under a key.
    ///
    /// The closure runs each time the dictionary is made. ``Collected/contribute(order:_:fileID:line:column:)`` says when
    /// that is, and how the container retains the closure.
    ///
    /// - Precondition: No other contribution has the key.
    public func contribute(
        forKey key: Key,
        _ make: @escaping () -> Element,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let call = CallSite(fileID: fileID, line: line, column: column)
        registration(adding: key, at: call).contribute(make, key: key, at: call)
    }

    /// The registration, if neither this container nor a parent is known to have a part for the key. Otherwise this stops the
    /// program, unless a check collects the failure.
    ///
    /// What a module contributes to a child does not count if it has contributed to a parent, too, perhaps meanwhile.
    private func registration(adding key: Key, at call: CallSite) -> FactoryRegistration<Void, [Key: Element]> {
        let (registration, manager) = (registration, storedRegistration.container.manager)
        manager.registerAutomatically(storedRegistration.container)
        let known = manager.contributions(to: registration.declaration, over: manager.currentRegistration)
        let earlier = known.first { Part<Key, Element>.of($0).key == key }
        let inherited = manager.parent?.manager.contributions(to: registration.declaration, over: nil) ?? []
        if let earlier, !inherited.contains(where: \.isOfModuleUnderInstallation) {
            let path = ResolutionStack.path + [registration.step]
            Failure.duplicateKey(String(reflecting: key), path, at: earlier.call, and: call)
        }
        return registration
    }
}

extension KeyedCollected: Sendable where Key: Sendable, Element: Sendable {}

extension ManagedContainer {
    /// Declares a dictionary whose parts other modules contribute. See ``KeyedCollected``.
    public func collected<Key: Hashable, Element>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> KeyedCollected<Key, Element> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        return KeyedCollected(FactoryRegistration(self, site))
    }
}

extension KeyedCollected: PlainDependency {}

extension KeyedCollected: Startable {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) -> ContainerStart.Resolved<[Key: Element]> {
        start.resolve { resolve(at: start.call) }
    }
}
