#if canImport(SwiftUI)
    public import SwiftUI
    public import Wiring

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
