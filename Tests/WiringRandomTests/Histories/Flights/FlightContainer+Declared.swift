import Wiring
import WiringAsync
import WiringModules

/// What steps do with the declarations of a container.
extension FlightContainer {
    /// How a step resolves.
    enum Way: CaseIterable, Sendable {
        case factory, provider
        /// From a session, which has the declarations of its parent.
        case session
    }

    func resolve(_ declared: FlightDeclared, _ parameter: Int, through way: Way) async throws -> FlightInstance {
        if let factory = declared.factory {
            return switch way {
            case .factory: try await self[keyPath: factory]()
            case .provider: try await provider(factory)()
            case .session: try await FlightSession(parent: self)[dynamicMember: factory]()
            }
        }
        switch declared {
        case .each: return try await each(parameter)
        case .typed: return try await typed()
        default: return try immediate()
        }
    }

    func register(_ declared: FlightDeclared, closure: Int) {
        let recorder = recorder
        if let factory = declared.factory {
            self[keyPath: factory].register { try await recorder.fly(declared, closure: closure) }
            return
        }
        switch declared {
        case .each: each.register { try await recorder.fly(declared, $0, closure: closure) }
        case .typed:
            typed.register { () async throws(FlightFailure) in try await recorder.fly(declared, closure: closure) }
        default: immediate.register { () throws(FlightFailure) in try recorder.flyAtOnce(declared, closure: closure) }
        }
    }

    func decorate(_ declared: FlightDeclared, _ number: Int) {
        let decorate = { @Sendable (inner: FlightInstance) async -> FlightInstance in
            await Task.yield()
            return inner.decorated(number)
        }
        if let factory = declared.factory {
            self[keyPath: factory].decorate(decorate)
            return
        }
        switch declared {
        case .each: each.decorate(decorate)
        case .typed: typed.decorate(decorate)
        default: immediate.decorate { $0.decorated(number) }
        }
    }

    func clear(_ declared: FlightDeclared) {
        if let factory = declared.factory {
            self[keyPath: factory].reset(.scope)
            return
        }
        switch declared {
        case .each: each.reset(.scope)
        case .typed: typed.reset(.scope)
        default: immediate.reset(.scope)
        }
    }
}

extension FlightDeclared {
    /// The declaration, if it awaits, throws any error and takes no parameter.
    fileprivate var factory: KeyPath<FlightContainer, AsyncFactory<FlightInstance, any Error>>? {
        switch self {
        case .cached: \.cached
        case .single: \.single
        case .served: \.served
        case .dependent: \.dependent
        case .distant: \.distant
        case .each, .typed, .immediate, .session: nil
        }
    }
}

extension FlightInstance {
    fileprivate func decorated(_ number: Int) -> FlightInstance {
        FlightInstance(flight: flight, decorations: decorations + [number], work: work)
    }
}
