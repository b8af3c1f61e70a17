/// What a ``RecordedContainer`` declares. Each needs only those before it, so that no two wait for each other.
enum Declared: Int, CaseIterable, Sendable {
    /// Without a scope.
    case plain
    case graph
    case cached
    case shared
    /// In a scope of one's own.
    case own
    /// An instance for each parameter.
    case each
    /// Cached for longer than a test takes.
    case timed
    /// Cached for so short that it may be gone at any moment.
    case brief
    case single
    /// In a singleton scope of one's own.
    case session
    /// Cached, with closures for a context.
    case contextual
    /// Cached, with a decorator that resolves.
    case decorated
    /// Cached, and built from others.
    case nested
    /// Without a scope, and built from the graph's.
    case pair

    /// What its closure resolves, in this order.
    var needs: [Declared] {
        switch self {
        case .plain, .graph, .shared, .own, .each, .timed, .brief, .contextual, .decorated: []
        case .cached: [.plain]
        case .single: [.cached]
        case .session: [.own]
        case .nested: [.each, .single, .graph, .graph]
        case .pair: [.graph, .nested, .shared, .graph]
        }
    }

    /// How it is kept where the container has no default scope.
    var keeping: Keeping {
        switch self {
        case .plain, .pair: .never
        case .graph: .forOneResolution
        case .cached, .each, .timed, .contextual, .decorated, .nested: .inContainer(.cached, surely: true)
        case .brief: .inContainer(.cached, surely: false)
        case .shared: .inContainer(.shared, surely: true)
        case .own: .inContainer(.own, surely: true)
        case .single: .inSingletons(.singleton)
        case .session: .inSingletons(.session)
        }
    }
}

/// The scopes that keep what a ``RecordedContainer`` declares.
enum HistoryScope: CaseIterable, Sendable {
    case cached, shared, own, graph, singleton, session
}

/// How long an instance is kept.
enum Keeping: Hashable, Sendable {
    case never
    case forOneResolution
    /// - Parameter surely: Whether it stays until something clears it.
    case inContainer(HistoryScope, surely: Bool)
    case inSingletons(HistoryScope)
    /// As a default scope says that is changed meanwhile.
    case uncertain

    var isInSingletons: Bool { if case .inSingletons = self { true } else { false } }
}
