import Wiring

/// What steps do with the declarations of a container.
extension FlightContainer {
    func resolve(_ declared: FlightDeclared, _ parameter: Int) async throws -> FlightInstance {
        switch declared {
        case .cached: try await cached()
        case .single: try await single()
        case .served: try await served()
        case .each: try await each(parameter)
        case .typed: try await typed()
        case .immediate: try immediate()
        }
    }

    func register(_ declared: FlightDeclared, closure: Int) {
        let recorder = recorder
        switch declared {
        case .cached: cached.register { try await recorder.fly(.cached, closure: closure) }
        case .single: single.register { try await recorder.fly(.single, closure: closure) }
        case .served: served.register { try await recorder.fly(.served, closure: closure) }
        case .each: each.register { try await recorder.fly(.each, $0, closure: closure) }
        case .typed:
            typed.register { () async throws(FlightFailure) in try await recorder.fly(.typed, closure: closure) }
        case .immediate:
            immediate.register { () throws(FlightFailure) in
                try recorder.flyAtOnce(.immediate, closure: closure)
            }
        }
    }

    func decorate(_ declared: FlightDeclared, _ number: Int) {
        let decorate = { @Sendable (inner: FlightInstance) async -> FlightInstance in
            await Task.yield()
            return inner.decorated(number)
        }
        switch declared {
        case .cached: cached.decorate(decorate)
        case .single: single.decorate(decorate)
        case .served: served.decorate(decorate)
        case .each: each.decorate(decorate)
        case .typed: typed.decorate(decorate)
        case .immediate: immediate.decorate { $0.decorated(number) }
        }
    }

    func clear(_ declared: FlightDeclared) {
        switch declared {
        case .cached: cached.reset(.scope)
        case .single: single.reset(.scope)
        case .served: served.reset(.scope)
        case .each: each.reset(.scope)
        case .typed: typed.reset(.scope)
        case .immediate: immediate.reset(.scope)
        }
    }
}

extension FlightInstance {
    fileprivate func decorated(_ number: Int) -> FlightInstance {
        FlightInstance(flight: flight, decorations: decorations + [number])
    }
}
