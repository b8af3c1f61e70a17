#if canImport(SwiftUI)
    public import Combine
    public import SwiftUI
    public import Wiring

    /// Resolves an observable object when a view first appears, and keeps it as long as SwiftUI keeps the view's state.
    ///
    /// ```swift
    /// struct CheckoutView: View {
    ///     @InjectedObject(\.checkoutModel) private var model
    ///
    ///     var body: some View {
    ///         TextField("Coupon", text: $model.coupon)
    ///     }
    /// }
    /// ```
    /// The property is a `StateObject`: the dependency is resolved once for each identity of the view, on the main actor, from the
    /// container that is shared then. `$model` makes bindings to the object's properties. For an `@Observable` class, use
    /// ``InjectedObservable``.
    @MainActor
    @propertyWrapper
    public struct InjectedObject<T: ObservableObject>: DynamicProperty {
        @StateObject private var object: T

        /// Names a dependency that is declared on ``Container``.
        @_documentation(visibility: internal)
        public init(
            _ keyPath: KeyPath<Container, Factory<T>>,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column
        ) {
            self.init(Container.shared[keyPath: keyPath](fileID: fileID, line: line, column: column))
        }

        /// Names a dependency: `\PaymentContainer.gateway`. For one of ``Container``, leave out the type: `\.api`.
        public init<C: SharedContainer>(
            _ keyPath: KeyPath<C, Factory<T>>,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column
        ) {
            self.init(C.shared[keyPath: keyPath](fileID: fileID, line: line, column: column))
        }

        /// Takes an object instead of resolving one, for example in a view's initializer that a preview calls.
        ///
        /// - Parameter object: Evaluated when the view first appears.
        public init(_ object: @autoclosure @escaping () -> T) { _object = StateObject(wrappedValue: object()) }

        /// The object.
        public var wrappedValue: T { object }

        /// Makes bindings to the object's properties.
        public var projectedValue: ObservedObject<T>.Wrapper { $object }
    }
#endif
