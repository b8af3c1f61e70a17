extension ManagedContainer {
    /// Installs modules in this order, except those that are installed already. See ``ContainerModule``.
    ///
    /// Call it in `autoRegister()`. What the modules register then counts as set by `autoRegister()`, and so do the modules. A
    /// copy that `withContainer` creates, a child, a test that inherits, and a container after a reset or
    /// ``ContainerManager/pop()`` run `autoRegister()` again, which installs the modules again, each once.
    ///
    /// You may also call it elsewhere, for example at launch or in the closure of a trait. Then it runs `autoRegister()` first,
    /// and what the modules register counts as registered by you. Copies and children of the container inherit it,
    /// ``ContainerManager/push()`` saves it, and a reset of `.all` or `.registration` clears it. After such a reset, the modules no
    /// longer count as installed.
    ///
    /// A module may install modules that require it. If another thread is installing one of the modules, this waits
    /// until that module is installed. If two modules install each other, the inner call continues without waiting.
    /// Install modules before several threads use the container. If a copy is created or ``ContainerManager/push()``
    /// saves a state while another thread installs a module, the copy or the state counts the module as installed, but
    /// has only what it had registered by then.
    ///
    /// - Precondition: The modules that each module requires come before it, in this call or in an earlier one. Otherwise
    ///   the program stops with an error that names both modules and this call.
    /// - Complexity: Linear in the number of installed modules, for each module and each of its requirements.
    public func install(
        _ modules: any ContainerModule<Self>.Type...,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        manager.registerAutomatically(self)
        let call = CallSite(fileID: fileID, line: line, column: column)
        for (index, module) in modules.enumerated() {
            let (earlier, later) = (modules[..<index].map { $0 }, modules[index...].map { $0 })
            let installation = manager.installation(of: module, after: earlier, before: later, in: self, at: call)
            installation.run(in: Frame.ContainerID(self, manager)) { module.register(in: self) }
        }
    }
}

extension ContainerManager {
    /// The installation of a module in this container, which begins if there is none.
    ///
    /// - Parameters:
    ///   - earlier: The modules of the same call that are installed. A reset on another thread may have cleared them since.
    ///   - later: The other modules of the same call.
    fileprivate func installation(
        of module: any ContainerModule.Type,
        after earlier: [any ContainerModule.Type],
        before later: [any ContainerModule.Type],
        in container: AnyObject,
        at call: CallSite
    ) -> Installation {
        func installation(of module: any ContainerModule.Type) -> Installation? {
            contributions(to: .modules, over: automaticRegistration(of: container))
                .lazy.map(Installation.of).first { $0.module == module }
        }
        if let existing = installation(of: module) { return existing }
        let new = Installation(of: module, at: call)
        let missing = module.requirements.first { requirement in
            !earlier.contains { $0 == requirement } && installation(of: requirement) == nil
        }
        if let missing {
            let step = PathStep(declaration: new.declaration, container: "\(type(of: container))")
            Failure.missingModule(
                missing,
                isLater: later.contains { $0 == missing },
                ResolutionStack.path + [step],
                at: call
            )
        }
        return .of(
            contribute(new, to: makeSlot(for: .modules)) { Installation.of($0).module == module }
        )
    }
}
