/// The declarations of a ``RecordedContainer``. Each needs only earlier ones, so there is no cycle.
enum Declared: Int, CaseIterable, Sendable {
    /// Without a scope.
    case plain
    case graph
    case cached
    case shared
    /// In a custom scope.
    case custom
    /// An instance for each parameter.
    case each
    /// Cached for longer than a test takes.
    case timed
    /// Cached for such a short time that it may expire at any moment.
    case brief
    case single
    /// In a custom singleton scope.
    case session
    /// Cached, with closures for a context.
    case contextual
    /// Cached, with a decorator that resolves.
    case decorated
    /// Cached, with a closure that sometimes throws.
    case throwing
    /// Cached, and built from others.
    case nested
    /// Without a scope, and built from graph instances.
    case pair

    /// What its closure resolves, in this order.
    var needs: [Declared] {
        switch self {
        case .plain, .graph, .shared, .custom, .each, .timed, .brief, .contextual, .decorated: []
        case .cached: [.plain]
        case .single: [.cached]
        case .session: [.custom]
        case .throwing: [.graph]
        case .nested: [.each, .single, .throwing, .graph, .graph]
        case .pair: [.graph, .nested, .shared, .graph]
        }
    }

    /// How it is stored if the container has no default scope.
    var storage: Storage {
        switch self {
        case .plain, .pair: .never
        case .graph: .forOneResolution
        case .cached, .each, .timed, .contextual, .decorated, .throwing, .nested: .inContainer(.cached, surely: true)
        case .brief: .inContainer(.cached, surely: false)
        case .shared: .inContainer(.shared, surely: true)
        case .custom: .inContainer(.custom, surely: true)
        case .single: .inSingletons(.singleton)
        case .session: .inSingletons(.session)
        }
    }
}

/// The scopes of what a ``RecordedContainer`` declares.
enum HistoryScope: CaseIterable, Sendable {
    case cached, shared, custom, graph, singleton, session
}

/// How an instance is stored.
enum Storage: Hashable, Sendable {
    case never
    case forOneResolution
    /// - Parameter surely: Whether it stays until something clears it.
    case inContainer(HistoryScope, surely: Bool)
    case inSingletons(HistoryScope)
    /// By a default scope that changes meanwhile.
    case uncertain

    var isInSingletons: Bool { if case .inSingletons = self { true } else { false } }
}
