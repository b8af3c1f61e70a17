#if canImport(SwiftUI)
    public import SwiftUI
    public import Wiring

    // In a view builder, each of these stands before the view: it changes the container, and is a view that shows nothing.

    extension Factory {
        /// Registers a closure for a preview. See ``Factory/register(factory:fileID:line:column:)``.
        ///
        /// A `ParameterFactory` has this function, too: its closure takes the parameter.
        ///
        /// Write it before the view. All previews of a process share its containers, so the registration stays.
        ///
        /// ```swift
        /// #Preview {
        ///     Container.shared.api.preview { MockAPI() }
        ///     CheckoutView()
        /// }
        /// ```
        /// - Returns: A view that shows nothing.
        @MainActor public func preview(
            _ factory: @escaping () -> T,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column
        ) -> EmptyView {
            register(factory: factory, fileID: fileID, line: line, column: column)
            return EmptyView()
        }

        /// Registers a closure in a view builder: `Container.shared.api { MockAPI() }`. That of a `ParameterFactory` takes the parameter.
        @_disfavoredOverload
        @MainActor public func callAsFunction(
            factory: @escaping () -> T,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column
        ) -> EmptyView { preview(factory, fileID: fileID, line: line, column: column) }
    }

    extension ParameterFactory {
        /// Registers a closure for a preview, and returns a view that shows nothing. See
        /// ``ParameterFactory/register(factory:fileID:line:column:)``.
        @_documentation(visibility: internal)
        @MainActor public func preview(
            _ factory: @escaping (P) -> T,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column
        ) -> EmptyView {
            register(factory: factory, fileID: fileID, line: line, column: column)
            return EmptyView()
        }

        /// Registers a closure in a view builder: `Container.shared.letter { Letter(to: $0) }`.
        @_documentation(visibility: internal)
        @_disfavoredOverload
        @MainActor public func callAsFunction(
            factory: @escaping (P) -> T,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column
        ) -> EmptyView { preview(factory, fileID: fileID, line: line, column: column) }
    }

    extension SharedContainer {
        /// Changes the shared container for a preview.
        ///
        /// Write it before the view. The changes run immediately, and stay: all previews of a process share its containers.
        ///
        /// ```swift
        /// #Preview {
        ///     Container.preview {
        ///         $0.api.register { MockAPI() }
        ///         $0.clock.register { ImmediateClock() }
        ///     }
        ///     CheckoutView()
        /// }
        /// ```
        /// - Returns: A view that shows nothing.
        @MainActor public static func preview(_ changes: (Self) -> Void) -> EmptyView {
            changes(shared)
            return EmptyView()
        }

        /// Changes the container in a view builder: `Container.shared { $0.api.register { MockAPI() } }`.
        @_disfavoredOverload
        @MainActor public func callAsFunction(_ changes: (Self) -> Void) -> EmptyView {
            changes(self)
            return EmptyView()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension PreviewTrait where T == Preview.ViewTraits {
        /// Changes the shared ``Container`` before a preview shows its view, as the trait `.container` does for a test.
        ///
        /// ```swift
        /// #Preview(traits: .container { $0.api.register { MockAPI() } }) {
        ///     CheckoutView()
        /// }
        /// ```
        /// All previews of a process share its containers, so the changes stay. They may come too late for a view that
        /// resolves in its initializer: resolve with ``InjectedObservable`` or ``InjectedObject``, or use
        /// ``SharedContainer/preview(_:)``.
        @MainActor public static func container(_ changes: @escaping @MainActor (Container) -> Void) -> PreviewTrait<T>
        {
            container(for: Container.self, changes)
        }

        /// Changes the shared container of a type before a preview shows its view.
        @MainActor public static func container<C: SharedContainer>(
            for type: C.Type,
            _ changes: @escaping @MainActor (C) -> Void
        ) -> PreviewTrait<T> { .modifier(ContainerModifier(changes: changes)) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private struct ContainerModifier<C: SharedContainer>: PreviewModifier {
        let changes: @MainActor (C) -> Void

        func body(content: Content, context: Void) -> some View {
            C.preview { changes($0) }
            content
        }
    }
#endif
