/// The actor that a declaration is isolated to, as messages name it.
package enum DeclaredIsolation: Hashable, Sendable {
    case mainActor
    /// A global actor, with the name of its type.
    case globalActor(String)
    /// Another actor, with the name of its type.
    case actor(String)

    package init(_ actor: any Actor) {
        if actor === MainActor.shared {
            self = .mainActor
        } else {
            let isGlobal = (type(of: actor) as? any GlobalActor.Type).map { $0.isShared(actor) } ?? false
            let name = sourceName(of: type(of: actor))
            self = isGlobal ? .globalActor(name) : .actor(name)
        }
    }

    /// What isolates a closure to the actor. The name of a global actor whose shared actor has another type is unknown.
    package var attribute: String {
        switch self {
        case .mainActor: "@MainActor"
        case .globalActor(let name): "@\(name)"
        case .actor: "@…"
        }
    }

    /// The actor in a sentence.
    package var name: String {
        switch self {
        case .mainActor: "the main actor"
        case .globalActor(let name), .actor(let name): name
        }
    }

    /// Code that is the actor.
    var expression: String {
        switch self {
        case .mainActor: "MainActor.shared"
        case .globalActor(let name): "\(name).shared"
        case .actor: "…"
        }
    }
}

extension GlobalActor {
    fileprivate static func isShared(_ actor: any Actor) -> Bool { shared === actor }
}
