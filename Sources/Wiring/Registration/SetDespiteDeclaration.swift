/// What was set outside a declaration although the declaration sets it itself, at each access.
package enum SetDespiteDeclaration: Sendable {
    case scope(Scope, declared: Scope)
    case timeToLive(TimeToLive, declared: TimeToLive)

    var isScope: Bool { if case .scope = self { true } else { false } }
}
