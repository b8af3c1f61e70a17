extension ModelSubject {
    /// Runs `autoRegister()` if it is due.
    func registerAutomatically(_ container: ModelContainer) {
        guard container.isRegistrationDue, !container.isRegistering else { return }
        container.isRegistering = true
        events.append(.began(autoRegisterOf: container.number))
        asOneResolution {
            install(program.automaticModules, in: container)
            register(program.automatic, in: container)
        }
        container.isRegistering = false
        container.isRegistrationDue = false
    }

    /// Installs modules, except those that are installed.
    func install(_ modules: [Int], in container: ModelContainer) {
        registerAutomatically(container)
        for module in modules where !isInstalled(module, in: container) {
            let installations = ModelFactory(container: container, declaration: program.installations)
            layer(installations) { $0.parts.append(ModelPart(source: .module(module), place: .order(0))) }
            events.append(.installed(module, in: container.number))
            asOneResolution {
                install(program.modules[module].installs, in: container)
                register(program.modules[module].uses, in: container)
            }
        }
    }

    private func isInstalled(_ module: Int, in container: ModelContainer) -> Bool {
        if mistake == .modulesRegisterTwice, depth == 0 { return false }
        let record =
            mistake == .childrenInstallAgain
            ? container.records[program.installations] ?? ModelRecord() : container.record(program.installations)
        return record.parts.contains { $0.module == module }
    }

    private func register(_ uses: [Use], in container: ModelContainer) {
        for use in uses where use.isAllowedInAutoRegister {
            guard case .declared(let declaration, _) = use.source else { continue }
            var factory = factory(declaration, in: container)
            for change in use.changes { self.change(&factory, change) }
            if case .resolve(let parameter, _) = use.ending {
                events.append(.resolved(resolve(factory, parameter)?.number ?? 0))
            }
        }
    }

    /// Runs a body whose resolutions share a graph.
    private func asOneResolution(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        if depth == 0 { graph = [:] }
    }
}
