import Wiring
import WiringModules

extension ProgramContainer {
    /// Installs one or two modules.
    func install(_ numbers: [Int]) {
        let modules: [any ContainerModule<Self>.Type] = [
            FirstModule<Self>.self, SecondModule<Self>.self, ThirdModule<Self>.self,
        ]
        switch numbers.count {
        case 0: break
        case 1: install(modules[numbers[0]])
        default: install(modules[numbers[0]], modules[numbers[1]])
        }
    }
}

private enum FirstModule<Target: ProgramContainer>: ContainerModule {
    static func register(in container: Target) { container.place.subject.register(0, in: container) }
}

private enum SecondModule<Target: ProgramContainer>: ContainerModule {
    static func register(in container: Target) { container.place.subject.register(1, in: container) }
}

private enum ThirdModule<Target: ProgramContainer>: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [FirstModule<Target>.self] }

    static func register(in container: Target) { container.place.subject.register(2, in: container) }
}

extension LibrarySubject {
    /// Runs a container's `autoRegister()`.
    func registerAutomatically(_ container: any ProgramContainer) {
        note(.began(autoRegisterOf: container.place.number))
        container.install(program.automaticModules)
        register(program.automatic, in: container)
    }

    /// Runs the `register(in:)` of a module.
    fileprivate func register(_ module: Int, in container: any ProgramContainer) {
        note(.installed(module, in: container.place.number))
        container.install(program.modules[module].installs)
        register(program.modules[module].uses, in: container)
    }

    private func register(_ uses: [Use], in container: any ProgramContainer) {
        for use in uses {
            guard case .declared(let declaration, _) = use.source, use.isAllowedInAutoRegister else { continue }
            let source = factory(declaration, in: container)
            let factory = use.changes.reduce(source, changed)
            if case .resolve(let parameter, _) = use.ending {
                note(.resolved(factory.resolve(parameter)?.number ?? 0))
            }
        }
    }
}
