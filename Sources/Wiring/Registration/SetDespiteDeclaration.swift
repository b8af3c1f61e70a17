/// What was set outside a declaration although the declaration sets it itself, at each access.
enum SetDespiteDeclaration: Sendable {
    case scope(Scope, declared: Scope)
    case timeToLive(TimeToLive, declared: TimeToLive)

    var isScope: Bool { if case .scope = self { true } else { false } }

    /// What was set, if a factory value's own modifiers are those of the declaration.
    func ignored(by own: Modifiers) -> IgnoredModifier? {
        switch self {
        case .scope(let scope, let declared):
            guard own.scope === declared, scope !== declared else { return nil }
            return IgnoredModifier(name: "scope", reason: .declaration, isForContext: false, identity: identity)
        case .timeToLive(let timeToLive, let declared):
            guard own.timeToLive == declared, timeToLive != declared else { return nil }
            let name = Modifier(timeToLive).name
            return IgnoredModifier(name: name, reason: .declaration, isForContext: false, identity: identity)
        }
    }

    var identity: IgnoredModifier.Identity {
        switch self {
        case .scope(let scope, _): .init(scope)
        case .timeToLive(let timeToLive, _): .init(Modifier(timeToLive))
        }
    }
}

extension IgnoredModifier.Identity {
    init(_ modifier: Modifier) {
        self.init(
            modifier.name,
            [
                UInt64(modifier.closure?.function ?? 0),
                modifier.closure?.context.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) } ?? 0,
                modifier.timeToLive?.rawValue ?? 0,
            ]
        )
    }

    init(_ scope: Scope) { self.init("scope", [UInt64(UInt(bitPattern: ObjectIdentifier(scope)))]) }
}
