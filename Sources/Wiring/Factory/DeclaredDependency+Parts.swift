/// What was contributed to a collection.
package struct ContributedParts {
    /// The declarations that were contributed, in their order.
    package let declared: [Resolution.Request]
    /// Whether closures were contributed as well.
    package let includesClosures: Bool
}

extension Resolution.Request {
    /// What was contributed to this collection, if the request is routed; `nil` if this is no collection.
    package var parts: ContributedParts? {
        guard modification.kind == .collection else { return nil }
        let contributions = manager.contributions(to: declaration, over: manager.automaticRegistration(of: container))
        let declared = contributions.compactMap(\.part).map {
            ((container as Any)[keyPath: $0] as? any DeclaredDependency)
        }
        return ContributedParts(
            declared: declared.compactMap { $0?.request },
            includesClosures: contributions.contains { $0.closure != nil }
        )
    }
}

extension DeclaredDependency {
    fileprivate var request: Resolution.Request { registration.request }
}
