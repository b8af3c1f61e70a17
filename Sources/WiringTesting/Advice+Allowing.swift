import Wiring

extension Advice {
    /// The trait that allows a strict test to use the declaration as it is.
    var allowingTrait: String {
        if let keyPath { return ".allow(\(keyPath))" }
        let owner = isShared ? "\(container)()" : "\(container)(…)"
        let placed = isOfContainer ? "$0" : owner
        // The container has no registrations.
        let dependency = registeringType(in: placed, "{ fatalError() }") ?? named(in: placed)
        let named = isOfContainer ? dependency : "_ in \(dependency)"
        switch isolation {
        case nil: return ".allow { \(named) }"
        case .mainActor?: return ".allow(onMainActor: { \(named) })"
        case let isolation?:
            let isolated = isOfContainer ? "in \(named)" : named
            return ".allow(onActor: { \(isolation.attribute) \(isolated) })"
        }
    }

    /// The call that does so for an operation; `nil` if it cannot name the declaration. A call with `for:` needs the container's type.
    var allowingOperation: String? {
        keyPath.map { _ in "withTestContainer(…, allowing: \(named(in: "\\\(container)")))" }
    }
}
