import Wiring

extension ContainerEvent {
    /// The events that a listener receives. Each kind says what it costs a resolution.
    public struct Kinds: OptionSet, Sendable {
        @_documentation(visibility: internal)
        public let rawValue: UInt32

        @_documentation(visibility: internal)
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `resolved`. Every resolution from the container takes the slow path while anyone listens to these.
        public static let resolutions = Kinds(rawValue: 1)
        /// `built`. Hits stay on the fast path.
        public static let builds = Kinds(rawValue: 2)
        /// `failed`. Hits stay on the fast path, and so do factories that neither throw nor await.
        public static let failures = Kinds(rawValue: 4)
        /// `registered`, `overridden`, `decorated`, `contributed`, `reset`, `cleared`, `pushed` and `popped`.
        ///
        /// Nothing else that is set is reported: no closure for a context or of `onResolve`, and no scope, time to live,
        /// hook or setting.
        public static let changes = Kinds(rawValue: 8)
        /// `childMade` and `childEnded`.
        public static let children = Kinds(rawValue: 16)
        /// `started`, `stopped` and `lifecycleFailed`.
        public static let lifecycle = Kinds(rawValue: 32)
        /// `captive`. Every resolution from the container takes the slow path while anyone listens to these.
        public static let captives = Kinds(rawValue: 64)
        /// All events, including those that later versions add.
        public static let all = Kinds(rawValue: .max)

        /// What the container must observe.
        var observed: ObservedResolution.Events {
            var events = ObservedResolution.Events()
            if !isDisjoint(with: [.resolutions, .captives]) { events |= .resolutions }
            if contains(.builds) { events |= .constructions }
            if contains(.failures) { events |= .failures }
            if !isDisjoint(with: [.changes, .children, .lifecycle]) { events |= .changes }
            return events
        }
    }
}

extension ContainerEvent.Kind {
    /// Those that include this one.
    var kinds: ContainerEvent.Kinds {
        switch self {
        case .resolved: .resolutions
        case .built: .builds
        case .failed: .failures
        case .registered, .overridden, .decorated, .contributed, .reset, .cleared, .pushed, .popped: .changes
        case .childMade, .childEnded: .children
        case .started, .stopped, .lifecycleFailed: .lifecycle
        case .captive: .captives
        }
    }
}
