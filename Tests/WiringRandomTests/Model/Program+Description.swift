import Wiring
import WiringAsync
import WiringLifecycle
import WiringModules

extension Program: CustomStringConvertible {
    var description: String {
        var lines: [String] = []
        for (number, declaration) in declarations.enumerated() where uses(number) {
            lines.append("declare  d\(number): \(declaration)")
        }
        for (number, module) in modules.enumerated() {
            if !module.installs.isEmpty { lines.append("m\(number)  \(installation(of: module.installs))") }
            lines += module.uses.map { "m\(number)  \($0)" }
        }
        if !automaticModules.isEmpty { lines.append("autoRegister  \(installation(of: automaticModules))") }
        lines += automatic.map { "autoRegister  \($0)" }
        lines += operations.map { "\($0)" }
        return lines.joined(separator: "\n")
    }

    /// Whether a declaration is used anywhere else.
    private func uses(_ declaration: Int) -> Bool {
        let all = declarations.flatMap { [$0.recipe] + $0.modifiers.compactMap(\.recipe) }
        let uses = automatic + modules.flatMap(\.uses)
        let texts = operations.map { "\($0)" } + uses.map { "\($0)" } + all.map { "\($0)" }
        return texts.contains { text in
            text.split { !$0.isLetter && !$0.isNumber }.contains("d\(declaration)")
        }
    }
}

private func installation(of modules: [Int]) -> String {
    "install(\(modules.map { "m\($0)" }.joined(separator: ", ")))"
}

extension DeclarationPlan: CustomStringConvertible {
    var description: String {
        let type =
            switch effect {
            case .none: takesParameter ? "ParameterFactory<Parameter, \(product)>" : "Factory<\(product)>"
            case .throwing: takesParameter ? "ThrowingParameterFactory" : "ThrowingFactory"
            case .asynchronous: takesParameter ? "AsyncParameterFactory" : "AsyncFactory"
            }
        let hooks = !hasHooks ? "" : ".onStart { … }.onStop { … }"
        return "\(type) { \(recipe) }\(allModifiers.map(\.description).joined())\(hooks)"
    }
}

extension Recipe: CustomStringConvertible {
    var description: String {
        let texts = steps.map { "\($0); " }.joined()
        return texts + (isNothing ? "#\(number) or nil" : "#\(number)")
    }
}

extension Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .need(let need): "\(need)"
        case .change(let operation): "\(operation)"
        }
    }
}

extension Need: CustomStringConvertible {
    var description: String {
        let place = container.map { "c\($0)" } ?? "self"
        let bindings = [singletons.map { "singletons \($0)" }, shared.map { "shared world \($0)" }].compactMap(\.self)
        let within = bindings.isEmpty ? "" : " within " + bindings.joined(separator: ", ")
        return "\(place).d\(declaration)(\(parameter))\(within)"
    }
}

extension Operation: CustomStringConvertible {
    var description: String {
        switch self {
        case .use(let use): "\(use)"
        case .push(let container): "c\(container).manager.push()"
        case .pop(let container): "c\(container).manager.pop()"
        case .reset(let container, let options): "c\(container).manager.reset(options: .\(options))"
        case .resetScope(let container, let scope): "c\(container).manager.reset(scope: .\(scope))"
        case .setDefaultScope(let container, let scope):
            "c\(container).manager.defaultScope = \(scope.map { ".\($0)" } ?? "nil")"
        case .setDecorator(let container, let decorator):
            "c\(container).decorator(\(decorator.map { "decorator \($0)" } ?? "nil"))"
        case .look(let container): "c\(container).manager.isEmpty(…)"
        case .replace(let container): "c\(container) = new"
        case .makeChild(let child, let parent): "c\(child) = c\(parent).child()"
        case .start(let container, let names):
            "c\(container).start(\(names.map { "\\.d\($0)" }.joined(separator: ", ")))"
        case .shutDown(let container): "c\(container).shutdown()"
        case .contribute(let container, let declaration, let place):
            "c\(container).\(place.collection).contribute(\\.d\(declaration), \(place))"
        case .contributeClosure(let container, let recipe, let place):
            "c\(container).\(place.collection).contribute(\(place)) { \(recipe) }"
        case .resetCollection(let container, let collection, let options):
            "c\(container).\(collection).reset(.\(options))"
        case .collect(let container, let collection): "c\(container).\(collection)()"
        case .openSession(let session, let parent): "s\(session) = ProgramSession(parent: c\(parent))"
        case .closeSession(let session): "s\(session) = nil"
        case .resetSession(let session, let options): "s\(session).manager.reset(options: .\(options))"
        case .install(let container, let modules): "c\(container).\(installation(of: modules))"
        case .resetSingletons(let place): "singletons \(place).reset()"
        case .cloneSingletons(let from, let into): "singletons \(into) = singletons \(from).clone()"
        case .share(let world): "Container.shared = world \(world)"
        case .bindSingletons(let scope): "Scope.singleton = singletons \(scope)"
        case .wait(let seconds): "wait \(seconds) s"
        case .setArgument(let argument, let key): "FactoryContext.setArg(\"\(argument)\", forKey: \"\(key)\")"
        case .removeArgument(let key): "FactoryContext.removeArg(forKey: \"\(key)\")"
        case .launch(let arguments): "FactoryContext.current.arguments = \(arguments)"
        case .turn(let situation, let isOn): "FactoryContext.current \(situation) = \(isOn)"
        case .provide(let declaration, let container, let hand):
            "provider \(hand) = c\(container).provider(\\.d\(declaration))"
        case .resolveProvider(let hand, let parameter, let thing):
            (thing.map { "instance \($0) = " } ?? "") + "(provider \(hand))(\(parameter))"
        case .release(let hand): "instance \(hand) = nil"
        case .forget(let hand): "factory \(hand) = nil"
        }
    }
}

extension PartPlace: CustomStringConvertible {
    var description: String {
        switch self {
        case .order(let order): "order: \(order)"
        case .key(let key): "forKey: \(key)"
        }
    }
}

extension Use: CustomStringConvertible {
    var description: String {
        let factory =
            switch source {
            case .declared(let declaration, let container): "c\(container).d\(declaration)"
            case .session(let declaration, let session): "s\(session).d\(declaration)"
            case .held(let hand): "(factory \(hand))"
            }
        let changed = factory + changes.map(\.description).joined()
        return switch ending {
        case .nothing: changed
        case .resolve(let parameter, let hand): (hand.map { "instance \($0) = " } ?? "") + "\(changed)(\(parameter))"
        case .hold(let hand): "factory \(hand) = \(changed)"
        }
    }
}

extension Change: CustomStringConvertible {
    var description: String {
        switch self {
        case .property(let scope): ".\(scope)"
        case .scope(let scope): ".scope(\(scope.map { ".\($0)" } ?? "nil"))"
        case .timeToLive(let lifetime): ".timeToLive(\(lifetime.seconds), sliding: \(lifetime.isSliding))"
        case .decorator(let number): ".decorator(decorator \(number))"
        case .context(.argument(let argument), let recipe): ".onArg(\"\(argument)\") { \(recipe) }"
        case .context(let situation, let recipe): ".context(.\(situation)) { \(recipe) }"
        case .scopeOnParameters: ".scopeOnParameters"
        case .once: ".once()"
        case .register(let recipe): ".register { \(recipe) }"
        case .override(let recipe): ".override { \(recipe) }"
        case .decorate(let decoration): ".decorate { decoration \(decoration) }"
        case .reset(let options): ".reset(.\(options))"
        }
    }

    /// The closure that it sets.
    var recipe: Recipe? {
        switch self {
        case .context(_, let recipe), .register(let recipe), .override(let recipe): recipe
        default: nil
        }
    }
}
