public import Wiring

/// A collection whose parts several modules contribute.
///
/// ```swift
/// extension Container {
///     var plugins: Collected<any Plugin> { collected() }
///     var analyticsPlugin: Factory<any Plugin> { self { AnalyticsPlugin(api: self.api()) }.cached }
/// }
///
/// container.plugins.contribute(\.analyticsPlugin, order: 10)
/// container.plugins.contribute { LoggingPlugin() }
/// let plugins = container.plugins()
/// ```
/// Contribute in `autoRegister()`, or in a ``ContainerModule`` that it installs. Contributions belong to the container,
/// as registrations do: copies and children of the container inherit them, ``ContainerManager/push()`` saves them, and
/// a reset of `.all` or `.registration` clears them. Contributions that `autoRegister()` makes are not inherited,
/// because each container runs its own `autoRegister()`.
///
/// Resolving makes a new array each time. Each part has the scope, the registrations and the overrides of its own factory. The
/// parts are resolved as dependencies of the collection: on the thread that resolves, with no lock held, and with the same
/// instances of the graph scope. Errors and traces name the collection and then the part. A strict test checks the parts, not
/// the collection. To allow a part that was contributed as a closure, allow the collection.
///
/// Modifiers apply to the array as a whole: `override` replaces it, a reset of `.registration` clears the contributions, and a
/// scope keeps it until the next contribution. The container's ``ContainerManager/defaultScope`` does not apply to it. In a
/// property wrapper, use ``InjectedFactory``.
public struct Collected<Element>: FactoryModifying {
    private let storedRegistration: FactoryRegistration<Void, [Element]>

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Void, [Element]> { storedRegistration.ofCollection }

    @_documentation(visibility: internal)
    public static func closure<Input>(_ make: @escaping (Input) -> [Element])
        -> FactoryRegistration<Void, [Element]>.Closure
    {
        .init(ErasedClosure(make))
    }

    init(_ registration: FactoryRegistration<Void, [Element]>) { storedRegistration = registration }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    public func applying(_ change: FactoryRegistration<Void, [Element]>.Change) -> Self {
        var changed = storedRegistration
        changed.modification = change.modification
        return Self(changed)
    }

    /// Resolves the parts.
    ///
    /// - Returns: The parts in ascending order. Of parts with the same order, those that `autoRegister()` contributed
    ///   come first, then those that were inherited from a parent, and then this container's own. Within each of these,
    ///   earlier ones come first. Empty if nothing was contributed.
    /// - Precondition: No part depends on the collection. A cycle stops the program with an error that prints the path.
    /// - Complexity: Linear in the number of parts, not counting the time to resolve them.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> [Element] { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the parts. This overload can be passed as a function.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func resolve() -> [Element] { resolve(at: .unknown) }

    /// Resolves the parts. See ``callAsFunction(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> [Element] { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the parts for a call at a place.
    func resolve(at call: CallSite) -> [Element] {
        storedRegistration.collection(at: call) { contributions, manager in
            // The initializer would write to the storage that all empty arrays share, which the thread sanitizer reports.
            guard !contributions.isEmpty else { return [] }
            return Array(unsafeUninitializedCapacity: contributions.count) { buffer, count in
                for contribution in contributions {
                    let part = Part<Void, Element>.resolve(contribution, in: storedRegistration.container, manager)
                    buffer.initializeElement(at: count, to: part)
                    count += 1
                }
            }
        }
    }

    // MARK: - Contributing

    /// Contributes a dependency of ``Container``. See `contribute(_:order:)`.
    @_documentation(visibility: internal)
    public func contribute(
        _ part: KeyPath<Container, Factory<Element>>,
        order: Int = 0,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) { registration.contribute(part, key: (), order: order, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Contributes a dependency of the collection's container: `\PaymentContainer.card`, or `\.analyticsPlugin` of a ``Container``.
    ///
    /// Parts with a smaller `order` come first. The part is resolved from the container that the collection is resolved
    /// from, even in a copy or a child. If that is a ``ChildContainer`` of another type than the part's, the part is resolved
    /// from its nearest parent of that type. If you contribute a part twice, the collection contains it twice. To contribute a
    /// dependency of another type, declare one that converts it. A contribution clears the array that a scope keeps
    /// in this container, except within `autoRegister()`. A child that has an array already keeps it. A resolution that is in
    /// progress on another thread may or may not include the part.
    ///
    /// - Precondition: The collection's container, or one of its parents, is of this type.
    public func contribute<C: ManagedContainer>(
        _ part: KeyPath<C, Factory<Element>>,
        order: Int = 0,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) { registration.contribute(part, key: (), order: order, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Contributes a part that has no declaration.
    ///
    /// The closure runs each time the array is made: at each resolution, unless a scope keeps the array or an override
    /// replaces it. If the part needs other dependencies, contribute a declaration instead: the container retains the
    /// closure, and its copies and children inherit it, so a closure that captures the container keeps it alive and
    /// resolves from it even in a copy. The closure is not `@Sendable`, so that it can have the isolation of the
    /// collection's declaration. See `contribute(_:order:)`.
    public func contribute(
        order: Int = 0,
        _ make: @escaping () -> Element,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) { registration.contribute(make, key: (), order: order, at: CallSite(fileID: fileID, line: line, column: column)) }
}

extension Collected: Sendable where Element: Sendable {}

extension ManagedContainer {
    /// Declares a collection whose parts other modules contribute. See ``Collected``.
    public func collected<Element>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Collected<Element> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        return Collected(FactoryRegistration(self, site))
    }
}

extension Collected: PlainDependency {}

extension Collected: Startable {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) -> ContainerStart.Resolved<[Element]> {
        start.resolve { resolve(at: start.call) }
    }
}
