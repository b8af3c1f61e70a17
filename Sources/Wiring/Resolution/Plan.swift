extension Resolution {
    /// How an instance is made that is built now: which closure makes it, and what decorates it.
    ///
    /// The only place that knows which closure takes precedence. Resolutions, the trace and observers read it.
    package struct Plan {
        package enum Source {
            case declaration
            case context(ErasedClosure, FactoryContextType)
            /// A contribution, if it is a part of a collection that has a closure instead of a declaration.
            case replacement(SlotState.Replacement, ObservedResolution.Replacement.Kind)
        }

        package let source: Source
        /// The closures that decorate the instance, in order.
        let decorations: [SlotState.Replacement]

        /// - Parameter slot: What the container and its parents set; `nil` if they set nothing.
        package init(for request: Resolution.Request, _ slot: SlotState?) {
            decorations = slot?.decorations ?? []
            source = Self.source(for: request, slot)
        }

        private static func source(for request: Resolution.Request, _ slot: SlotState?) -> Source {
            if let override = slot?.override { return .replacement(override, .override) }
            if let context = request.modification.modifiers(over: slot).closure(in: request.manager.context) {
                return .context(context.closure, context.type)
            }
            if let registration = slot?.registration { return .replacement(registration, .registration) }
            if let closure = request.contribution?.closure { return .replacement(closure.replacement, .contribution) }
            return .declaration
        }

        /// The closure, unless it is the declaration's.
        var closure: ErasedClosure? {
            switch source {
            case .declaration: nil
            case .context(let closure, _): closure
            case .replacement(let replacement, _): replacement.closure
            }
        }

        var origin: InstanceOrigin {
            switch source {
            case .declaration: .declaration
            case .context: .context
            case .replacement: .replacement
            }
        }
    }
}
