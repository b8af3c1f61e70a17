import Wiring
import WiringLifecycle
import WiringModules
import WiringTestSupport

/// Generates random programs. The same seed generates the same programs.
struct ProgramGenerator {
    private var random: SplitMix64
    private var recipes = 0
    private var keys = 0
    /// Whether the program has children. It does then not do what children need not notice: setting a decorator, a time to live
    /// or a scope for parameters for instances that are stored already, removing a scope, and restarting `autoRegister()`.
    private var hasChildren = false

    /// Whether some declarations have `onStart` and `onStop`.
    private var hasHooks = false

    private static let declarations = 7

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Generates the next program.
    mutating func program(operations count: Int) -> Program {
        (recipes, keys) = (0, 0)
        hasChildren = random.chance(50)
        hasHooks = random.chance(50)
        let declarations = (0..<Self.declarations + Program.sessionDeclarations).map { declaration($0) }
        return Program(
            declarations: declarations,
            automatic: (0..<random.below(5)).map { _ in automaticUse(of: declarations) },
            automaticModules: random.chance(40) ? random.pick(Program.modulesInstalled) : [],
            modules: (0..<Program.modules).map { _ in module(of: declarations) },
            operations: (0..<count).map { _ in operation() }
        )
    }

    // MARK: - Declarations

    private mutating func lifetime(_ seconds: [Double]) -> ModelLifetime {
        ModelLifetime(seconds: random.pick(seconds), isSliding: random.chance(60))
    }

    private mutating func declaration(_ number: Int) -> DeclarationPlan {
        let recipe = recipe(of: number)
        let isOfSession = number >= Self.declarations
        // The first has no hooks, because `autoRegister()` may resolve it.
        let hasHooks = hasHooks && number > 0 && random.chance(60)
        let effect: Effect = number > 0 && random.chance(30) ? random.pick([.throwing, .asynchronous]) : .none
        var modifiers: [Change] = []
        if random.chance(75) { modifiers.append(scopeChange()) }
        if random.chance(35) { modifiers.append(.scopeOnParameters) }
        if random.chance(20) { modifiers.append(.timeToLive(lifetime([0, 5, 10, 10]))) }
        if random.chance(20) { modifiers.append(.decorator(number)) }
        if random.chance(20) { modifiers.append(context(of: number)) }
        modifiers.shuffle(using: &random)
        if random.chance(15) { modifiers.insert(.once, at: random.below(modifiers.count + 1)) }
        return DeclarationPlan(
            product: effect == .none
                ? random.pick([.object, .object, .object, .optional, .existential, .value, .promised]) : .object,
            effect: effect,
            takesParameter: random.chance(40),
            recipe: recipe,
            modifiers: modifiers,
            firstScope: hasHooks || isOfSession ? firstScope(isOfSession) : nil,
            hasHooks: hasHooks
        )
    }

    /// A scope of a declaration with hooks or of a session.
    private mutating func firstScope(_ isOfSession: Bool) -> ScopeName {
        random.pick(ScopeName.allCases.filter { !$0.storesNothing && !$0.isWeak && !(isOfSession && $0.isSingleton) })
    }

    private mutating func recipe(of declaration: Int) -> Recipe {
        recipes += 1
        // The steps have recipes, too.
        let number = recipes
        var steps: [Step] = []
        while declaration > 0, steps.count < 3, random.chance(40) {
            steps.append(random.chance(15) ? .change(innerOperation()) : .need(need(below: declaration)))
        }
        return Recipe(number: number, steps: steps, isNothing: random.chance(20))
    }

    private mutating func need(below declaration: Int) -> Need {
        Need(
            container: random.chance(25) ? container() : nil,
            declaration: random.below(declaration),
            parameter: parameter(),
            singletons: random.chance(10) ? random.below(Program.singletonScopes) : nil,
            shared: random.chance(10) ? random.below(Program.worlds) : nil
        )
    }

    private mutating func module(of declarations: [DeclarationPlan]) -> ModulePlan {
        ModulePlan(
            installs: random.chance(30) ? random.pick(Program.modulesInstalled) : [],
            uses: (0..<random.below(3)).map { _ in automaticUse(of: declarations) }
        )
    }

    /// A use in `autoRegister()`. It sets no scope if others do: whether the same scope counts as set outside, too, is not
    /// specified.
    private mutating func automaticUse(of declarations: [DeclarationPlan]) -> Use {
        let declaration = random.chance(40) ? 0 : random.below(Self.declarations)
        var changes = (0..<random.below(3)).map { _ in change(of: declaration) }
        if hasChildren || declarations[declaration].modifiers.contains(where: \.setsScope) {
            changes.removeAll(where: \.setsScope)
        }
        if random.chance(50) { changes.append(.register(recipe(of: declaration))) }
        let isResolving = declaration == 0 && random.chance(50)
        return Use(
            source: .declared(declaration, in: Program.plainContainers),
            changes: changes,
            ending: isResolving ? .resolve(parameter: parameter(), hold: nil) : .nothing
        )
    }

    // MARK: - Operations

    private mutating func operation() -> Operation {
        switch random.below(100) {
        case 0..<55: .use(use())
        case 55..<57: hasHooks ? start() : .use(use())
        case 57..<60: contribution()
        case 60..<65: innerOperation()
        case 65..<68: session()
        case 68: .install(container(), random.pick(Program.modulesInstalled))
        case 69..<71: .setDefaultScope(container(), random.chance(40) ? nil : scope())
        case 71: keyedContribution()
        case 72: .setDecorator(container(), random.chance(50) ? nil : 100 + random.below(3))
        case 73..<75: .look(container())
        case 75..<77: .collect(container(), collection())
        case 77: start()
        case 78..<80: hasChildren ? makeChild() : .replace(container())
        case 80: .cloneSingletons(random.below(Program.singletonScopes), into: random.below(Program.singletonScopes))
        case 81..<83: .share(random.below(Program.worlds))
        case 83..<85: .bindSingletons(random.below(Program.singletonScopes))
        case 85..<90: .wait(random.pick([1, 4, 5, 6, 10]))
        case 90: .launch(random.pick([[], ["a"], ["b", "a"], ["a", "b"]]))
        case 91: .provide(random.below(Self.declarations), in: container(), hold: hand())
        case 92: .resolveProvider(hand(), parameter: parameter(), hold: random.chance(40) ? hand() : nil)
        case 93: .turn(random.pick([.preview, .test, .simulator, .debug]), random.chance(40))
        case 94..<98: .release(hand())
        default: .forget(hand())
        }
    }

    private mutating func start() -> Operation {
        guard random.chance(60) else { return .shutDown(container()) }
        return .start(container(), (0..<random.below(3)).map { _ in random.below(Self.declarations) })
    }

    private mutating func session() -> Operation {
        let session = hand()
        switch random.below(10) {
        case 0..<3: return .openSession(session, parent: container())
        case 3: return .closeSession(session)
        case 4: return .resetSession(session, random.pick(FactoryResetOptions.every))
        default:
            let declaration = Self.declarations + random.below(Program.sessionDeclarations)
            let changes = random.chance(40) ? [change(of: declaration)] : []
            return .use(
                Use(
                    source: .session(declaration, in: session),
                    changes: changes,
                    ending: .resolve(parameter: parameter(), hold: random.chance(40) ? hand() : nil)
                )
            )
        }
    }

    private mutating func contribution() -> Operation {
        random.chance(60)
            ? .contribute(container(), random.below(Self.declarations), .order(random.below(2)))
            : .contributeClosure(container(), recipe(of: Self.declarations), .order(random.below(2)))
    }

    private mutating func keyedContribution() -> Operation {
        keys += 1
        return random.chance(60)
            ? .contribute(container(), random.below(Self.declarations), .key(keys))
            : .contributeClosure(container(), recipe(of: Self.declarations), .key(keys))
    }

    /// A child of the same type as its parent.
    private mutating func makeChild() -> Operation {
        let parent = container()
        let isPlain = parent < Program.plainContainers
        let types = isPlain ? 0..<Program.plainContainers : Program.plainContainers..<Program.containers
        return .makeChild(random.pick(Array(types)), of: parent)
    }

    /// An operation that a closure may also perform.
    private mutating func innerOperation() -> Operation {
        switch random.below(24) {
        case 0..<3: .push(container())
        case 3..<7: .pop(restartedContainer())
        case 7..<9: .reset(container(), random.pick([.context, .scope, .none]))
        case 9..<11: .reset(restartedContainer(), random.pick([.all, .registration]))
        case 11..<13: .resetScope(container(), scope())
        case 13: .resetSingletons(random.pick([.bound(0), .bound(1), .bound(2), .first, .second]))
        case 14: .setArgument(argument(), key: random.pick(["k", "l"]))
        case 15: .removeArgument(key: random.pick(["k", "l"]))
        case 16..<19: contribution()
        case 19: .resetCollection(container(), collection(), random.pick(FactoryResetOptions.every))
        default:
            .use(
                Use(
                    source: .declared(random.below(Self.declarations), in: container()),
                    changes: [anyChange()],
                    ending: .nothing
                )
            )
        }
    }

    private mutating func use() -> Use {
        let declaration = random.below(Self.declarations)
        let source: Use.Source = random.chance(15) ? .held(hand()) : .declared(declaration, in: container())
        switch random.below(10) {
        case 0..<6:
            let changes = random.chance(20) ? [change(of: declaration)] : []
            let hold = random.chance(40) ? hand() : nil
            return Use(source: source, changes: changes, ending: .resolve(parameter: parameter(), hold: hold))
        case 6..<9:
            let changes = (0...random.below(2)).map { _ in change(of: declaration) }
            return Use(source: source, changes: changes, ending: .nothing)
        default:
            let changes = random.chance(30) ? [change(of: declaration)] : []
            return Use(source: source, changes: changes, ending: .hold(hand()))
        }
    }

    // MARK: - Changes

    /// A change to any factory.
    private mutating func anyChange() -> Change { change(of: 0) }

    private mutating func change(of declaration: Int) -> Change {
        switch random.below(22) {
        case 20..<22: .decorate(20 + random.below(3))
        case 0..<6: .register(recipe(of: declaration))
        case 6: .override(recipe(of: declaration))
        case 7..<10: .reset(random.pick(FactoryResetOptions.every))
        case 10..<13: scopeChange()
        case 13..<17 where hasChildren: .decorate(20 + random.below(3))
        case 13: .scope(nil)
        case 14: .scopeOnParameters
        case 15: .timeToLive(lifetime([0, 5, 10]))
        case 16: .decorator(10 + random.below(3))
        default: context(of: declaration)
        }
    }

    private mutating func scopeChange() -> Change {
        random.chance(70) ? .property(random.pick(ScopeName.properties)) : .scope(scope())
    }

    private mutating func context(of declaration: Int) -> Change {
        let situations: [Situation] = [.argument("a"), .argument("b"), .preview, .test, .simulator, .device, .debug]
        return .context(random.pick(situations), recipe(of: declaration))
    }

    private mutating func container() -> Int { random.below(Program.containers) }
    /// A container whose `autoRegister()`, if it has one, may run again.
    private mutating func restartedContainer() -> Int {
        random.below(hasChildren ? Program.plainContainers : Program.containers)
    }
    private mutating func collection() -> CollectionName { random.pick(CollectionName.allCases) }
    private mutating func scope() -> ScopeName { random.pick(ScopeName.allCases) }
    private mutating func parameter() -> Int { random.below(3) }
    private mutating func hand() -> Int { random.below(Program.hands) }
    private mutating func argument() -> String { random.pick(["a", "b", "c"]) }
}
