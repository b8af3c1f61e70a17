import Wiring

/// What was contributed to a collection.
struct ContributedParts {
    /// The declarations that were contributed, in their order.
    let declared: [Resolution.Request]
    /// Whether closures were contributed as well.
    let includesClosures: Bool

    /// Returns `nil` unless the request, which is routed, is for a collection. A part that is a provider needs nothing until it is
    /// called.
    init?(_ request: Resolution.Request) {
        guard request.modification.kind == .collection else { return nil }
        let contributions = request.manager.contributions(to: request.declaration, in: request.container)
        declared = contributions.compactMap(\.keyPath)
            .compactMap { ((request.container as Any)[keyPath: $0] as? any DeclaredDependency)?.request }
        includesClosures = contributions.contains(where: \.isClosure)
    }
}

extension DeclaredDependency {
    fileprivate var request: Resolution.Request { registration.request }
}
