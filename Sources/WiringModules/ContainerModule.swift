public import Wiring

/// A set of registrations that a library offers and a program installs in its container.
///
/// ```swift
/// enum PaymentModule: ContainerModule {
///     static func register(in container: ShopContainer) {
///         container.gateway.register { Gateway(name: "shop") }
///     }
/// }
///
/// extension ShopContainer: AutoRegistering {
///     func autoRegister() {
///         install(NetworkModule.self, PaymentModule.self)
///     }
/// }
/// ```
/// Conform the container to ``AutoRegistering`` in the program, not in a library. If two targets of a program conform
/// ``Container`` to it, only one `autoRegister()` runs, and there is no error. To conform ``Container``, write
/// `extension Container: @retroactive AutoRegistering`.
public protocol ContainerModule<Target>: SendableMetatype {
    /// The type of the containers that the module is for.
    associatedtype Target: ManagedContainer

    /// The modules that must be installed before this one, in the same container. By default there are none.
    ///
    /// It is read when the module is installed, with no lock held.
    static var requirements: [any ContainerModule.Type] { get }

    /// Registers dependencies.
    ///
    /// `install` calls it on the calling thread, with no lock held, once for each container until the installation is cleared.
    /// It may install further modules. It counts as one resolution: everything that it resolves shares the instances of the
    /// graph scope.
    ///
    /// It is nonisolated, even in a target whose default isolation is the main actor.
    static func register(in container: Target)
}

extension ContainerModule {
    /// No modules.
    @_documentation(visibility: internal)
    public static var requirements: [any ContainerModule.Type] { [] }
}

extension ManagedContainer {
    /// Installs modules in the given order, skipping those that are already installed. See ``ContainerModule``.
    ///
    /// Call it in `autoRegister()`. The modules and their registrations then count as set by `autoRegister()`. Copies
    /// that `withContainer` creates, children, tests that inherit, and a container after a reset or
    /// ``ContainerManager/pop()`` run `autoRegister()` again, which installs each module once more.
    ///
    /// You can also call it elsewhere, for example at launch or in the closure of a trait. It then runs
    /// `autoRegister()` first, and the modules' registrations count as your own: copies and children of the container
    /// inherit them, ``ContainerManager/push()`` saves them, and a reset of `.all` or `.registration` clears them.
    /// After such a reset, the modules no longer count as installed. A reset of one declaration, such as a collection, also
    /// clears what they have set for it, but they stay installed, so `install` does not set it again.
    ///
    /// Install modules before several threads use the container. If another thread is installing one of the modules,
    /// the call waits until that module is installed. If you copy the container, or call ``ContainerManager/push()``,
    /// while another thread installs a module, the copy or the saved state counts the module as installed, but has only
    /// what the module had registered by then. A module may install modules that require it. If two modules install
    /// each other, the inner call continues without waiting.
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
        let call = CallSite(fileID: fileID, line: line, column: column)
        for (index, module) in modules.enumerated() {
            let (earlier, later) = (modules[..<index].map { $0 }, modules[index...].map { $0 })
            let installation = manager.installation(of: module, after: earlier, before: later, in: self, at: call)
            installation.run(in: self, manager) { module.register(in: self) }
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
            guard !earlier.contains(where: { $0 == requirement }) else { return false }
            guard let required = installation(of: requirement) else { return true }
            required.wait(in: container, self)
            return false
        }
        if let missing {
            let path = ResolutionStack.path + [PathStep(new.declaration, of: container, self)]
            if let cycle = Self.requirements(from: missing, to: module) {
                Failure.modulesRequireEachOther([module] + cycle, path, at: call)
            } else {
                Failure.missingModule(missing, isLater: later.contains { $0 == missing }, path, at: call)
            }
        }
        return .of(
            contribute(Contribution(new.declaration, new, at: call), to: makeSlot(for: .modules)) {
                Installation.of($0).module == module
            }
        )
    }

    /// The modules from one to another, of which each requires the next; `nil` if there is no such chain.
    private static func requirements(
        from module: any ContainerModule.Type,
        to other: any ContainerModule.Type
    ) -> [any ContainerModule.Type]? {
        var chains = [[module]]
        var next = 0
        var known = [ObjectIdentifier(module)] as Set
        while next < chains.count {
            let chain = chains[next]
            let last = chain[chain.count - 1]
            if last == other { return chain }
            for required in last.requirements where known.insert(ObjectIdentifier(required)).inserted {
                chains.append(chain + [required])
            }
            next += 1
        }
        return nil
    }
}

/// The installation of a module in one container, as the content of a contribution to ``Declaration/modules``.
final class Installation: Sendable {
    let module: any ContainerModule.Type
    private let call: CallSite
    /// Full once the module has registered.
    private let cell = Cell()

    init(of module: any ContainerModule.Type, at call: CallSite) {
        self.module = module
        self.call = call
    }

    /// Stands for the installation in a path.
    var declaration: Declaration {
        Declaration(Declaration.Site(key: Declaration.modules.site.key, at: call), product: module)
    }

    /// The installation that a contribution has.
    static func of(_ contribution: Contribution) -> Installation {
        guard let installation = contribution.content as? Installation else { Failure.secondCopy(of: "WiringModules") }
        return installation
    }

    /// Runs `register` once, and waits while another thread runs it. Within `register` this does nothing.
    func run(in container: AnyObject, _ manager: ContainerManager, _ register: () -> Void) {
        cell.content(
            // Two modules install each other: continue without waiting.
            onCycle: { _ in },
            make: { ResolutionStack.withFrame(PathStep(declaration, of: container, manager), register) }
        )
    }

    /// Waits while another thread registers. Within `register` this does nothing.
    func wait(in container: AnyObject, _ manager: ContainerManager) { run(in: container, manager) {} }
}
