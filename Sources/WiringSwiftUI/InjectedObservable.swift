#if canImport(SwiftUI)
    public import Observation
    public import SwiftUI
    public import Wiring

    /// Resolves an `@Observable` model when a view first needs it, and keeps it as long as SwiftUI keeps the view's state.
    ///
    /// ```swift
    /// struct SearchView: View {
    ///     @InjectedObservable(\.searchModel) private var model
    ///
    ///     var body: some View {
    ///         TextField("Search", text: $model.words)
    ///     }
    /// }
    /// ```
    /// The dependency is resolved once for each identity of the view, on the main actor, from the container that is
    /// shared then. Unlike a `State` with an initial value, the property does not make another model each time SwiftUI
    /// creates the view's value again. `$model` makes bindings to the model's properties. Assigning through the binding
    /// replaces the model.
    /// If the model's initializer reads other observable objects, the view is drawn again when they change.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @MainActor
    @propertyWrapper
    public struct InjectedObservable<T: Observable>: DynamicProperty {
        /// SwiftUI keeps the first of these for each identity of the view.
        @State private var model: Model

        /// Makes the model at its first use. It is observable, so that a view that reads the model sees another take its place.
        @MainActor @Observable fileprivate final class Model {
            @ObservationIgnored private let make: () -> T
            @ObservationIgnored private lazy var current = make()

            init(_ make: @escaping () -> T) { self.make = make }

            var value: T {
                get {
                    access(keyPath: \.value)
                    return current
                }
                set { withMutation(keyPath: \.value) { current = newValue } }
            }
        }

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

        /// Takes a model instead of resolving one, for example in a view's initializer that a preview calls.
        ///
        /// - Parameter model: Evaluated when the view first needs it.
        public init(_ model: @autoclosure @escaping () -> T) { _model = State(wrappedValue: Model(model)) }

        /// The model.
        public var wrappedValue: T { model.value }

        /// A binding to the model, and to its properties.
        public var projectedValue: Binding<T> { $model.value }
    }
#endif
