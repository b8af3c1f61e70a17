extension Resolution {
    /// How an instance is made that is built now: which closure makes it, and what decorates it.
    ///
    /// The only place that knows which closure takes precedence. Resolutions, the trace and observers read it.
    package struct Plan {
        package enum Source {
            case declaration
            case override(SlotState.Replacement)
            case context(ErasedClosure, FactoryContextType)
            case registration(SlotState.Replacement)
            /// A part of a collection that has a closure instead of a declaration.
            case contribution(SlotState.Replacement)
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
            if let override = slot?.override { return .override(override) }
            if let context = request.modification.modifiers(over: slot).closure(in: request.manager.context) {
                return .context(context.closure, context.type)
            }
            if let registration = slot?.registration { return .registration(registration) }
            if let closure = request.contribution?.closure { return .contribution(closure.replacement) }
            return .declaration
        }

        /// The closure, unless it is the declaration's.
        var closure: ErasedClosure? {
            switch source {
            case .declaration: nil
            case .context(let closure, _): closure
            case .override(let replacement), .registration(let replacement), .contribution(let replacement):
                replacement.closure
            }
        }

        var origin: InstanceOrigin {
            switch source {
            case .declaration: .declaration
            case .context: .context
            case .override, .registration, .contribution: .replacement
            }
        }
    }
}
