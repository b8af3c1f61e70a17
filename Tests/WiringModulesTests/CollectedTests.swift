import Testing
import WiringAsync
import WiringModules
import WiringTestSupport
import WiringTesting

private protocol Extra: Sendable {
    var name: String { get }
}

private struct Named: Extra {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Kept: Extra {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Host: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Host()
    let manager = ContainerManager()
    let runs = Counter()

    func autoRegister() {
        runs.increment()
        install(Automatic.self)
        ordered.contribute(order: 1) { "automatic" }
    }
}

private enum Automatic: ContainerModule {
    static func register(in host: Host) {
        host.plugins.contribute(\Host.automatic)
        host.handlers.contribute(\Host.automatic, forKey: "automatic")
    }
}

extension Host: TaskLocalContainer {
    static var taskLocal: TaskLocal<Host> { $shared }
}

extension Host {
    var plugins: Collected<any Extra> { collected() }
    var handlers: KeyedCollected<String, any Extra> { collected() }
    var ordered: Collected<String> { collected() }
    var name: Factory<String> { self { "declared" } }
    var automatic: Factory<any Extra> { self { Named("automatic of \(self.name())") } }
}

/// A container without an `autoRegister()`.
private final class Plain: SharedContainer {
    @TaskLocal static var shared = Plain()
    let manager = ContainerManager()
}

extension Plain: TaskLocalContainer {
    static var taskLocal: TaskLocal<Plain> { $shared }
}

extension Plain {
    var plugins: Collected<any Extra> { collected() }
    var others: Collected<any Extra> { collected() }
    var handlers: KeyedCollected<String, any Extra> { collected() }
    var numbers: Collected<Int> { collected() }
    var optionals: Collected<Int?> { collected() }
    var closures: Collected<() -> Int> { collected() }
    var named: KeyedCollected<Key, Int> { collected() }
    var keptArray: Collected<any Extra> { collected().cached }
    var arrayOnce: Collected<any Extra> { collected().cached.once() }
    var singleArray: Collected<any Extra> { collected().singleton }
    var onceArray: Collected<any Extra> { collected().cached.once() }

    var name: Factory<String> { self { "declared" } }
    var first: Factory<any Extra> { self { Named("first of \(self.name())") } }
    var kept: Factory<any Extra> { self { Kept("kept") }.cached }
    var made: Factory<any Extra> { self { Kept("made") } }
    var single: Factory<any Extra> { self { Kept("single") }.singleton }
    var graph: Factory<Kept> { self { Kept("graph") }.graph }
    var inGraph: Factory<any Extra> { self { self.graph() } }
    var circular: Factory<any Extra> { self { Named("\(self.plugins().count)") } }
    var circularInScope: Factory<any Extra> { self { Named("\(self.plugins().count)") }.cached }
    var number: Factory<Int> { self { 7 } }
}

/// A key that counts how often it is hashed, on the threads that hash it.
private struct Key: Hashable {
    let name: String
    let hashes: Counter
    static func == (left: Key, right: Key) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) {
        hashes.increment()
        hasher.combine(name)
    }
}

private final class Another: ManagedContainer {
    let manager = ContainerManager()
    var part: Factory<any Extra> { self { Named("another") } }
}

extension Container {
    fileprivate var words: Collected<String> { collected() }
    fileprivate var word: Factory<String> { self { "word" } }
    fileprivate var wordsByLength: KeyedCollected<Int, String> { collected() }
}

// Functions, because the closure of an exit test has the line of its macro.
private let contributionLine: UInt = #line + 2
private func contributeTwice(_ plain: Plain) {
    plain.handlers.contribute(\Plain.first, forKey: "key")
    plain.handlers.contribute(forKey: "key") { Named("again") }
}

/// A container whose first `autoRegister()` stops halfway.
private final class Halted: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()
    let (halted, mayContinue) = (Gate(), Gate())
    let (runs, installations) = (Counter(), Counter())
    var words: Collected<String> { collected() }

    func autoRegister() {
        words.contribute { "early" }
        if runs.increment() == 1 {
            halted.open()
            mayContinue.pass()
        }
        install(Late.self)
    }
}

private enum Late: ContainerModule {
    static func register(in container: Halted) {
        container.installations.increment()
        container.words.contribute { "late" }
    }
}

extension [any Extra] {
    fileprivate var names: [String] { map(\.name) }
}

@Suite(.container(for: Host.self, Plain.self, Container.self)) struct CollectedTests {
    private let plain = Plain()

    // MARK: - Order

    @Test func isEmptyWithoutContributions() {
        #expect(plain.plugins().isEmpty)
        #expect(plain.handlers().isEmpty)
        #expect(plain.manager.isEmpty(.registration))
    }

    @Test func partsAreSortedByOrderAndThenByContribution() {
        plain.plugins.contribute(order: 10) { Named("a") }
        plain.plugins.contribute(\Plain.first)
        plain.plugins.contribute(order: -1) { Named("b") }
        plain.plugins.contribute { Named("c") }
        plain.plugins.contribute(order: 10) { Named("d") }
        #expect(plain.plugins().names == ["b", "first of declared", "c", "a", "d"])
    }

    @Test func theNextResolutionIsSortedAfterEachChange() {
        func contribute(_ names: String..., order: Int) {
            for name in names { plain.plugins.contribute(order: order) { Named(name) } }
        }
        contribute("b", "c", order: 1)
        #expect(plain.plugins().names == ["b", "c"])
        contribute("a", order: 0)
        #expect(plain.plugins().names == ["a", "b", "c"])
        plain.manager.push()
        contribute("e", order: 2)
        contribute("d", order: 1)
        #expect(plain.plugins().names == ["a", "b", "c", "d", "e"])
        plain.manager.pop()
        #expect(plain.plugins().names == ["a", "b", "c"])
        plain.plugins.reset(.registration)
        #expect(plain.plugins().isEmpty)
        contribute("g", order: 1)
        contribute("f", order: 0)
        #expect(plain.plugins().names == ["f", "g"])
    }

    @Test func theContributionsOfAutoRegisterAreSortedAmongOthers() {
        Host.shared.ordered.contribute(order: 1) { "later" }
        Host.shared.ordered.contribute(order: 0) { "first" }
        Host.shared.ordered.contribute(order: 2) { "last" }
        #expect(Host.shared.ordered() == ["first", "automatic", "later", "last"])
        withContainer(for: Host.self) { copy in
            copy.ordered.contribute(order: 1) { "copy" }
        } operation: {
            #expect(Host.shared.ordered() == ["first", "automatic", "later", "copy", "last"])
        }
        Host.shared.ordered.reset(.registration)
        #expect(Host.shared.ordered() == [])
        Host.shared.reset()
        #expect(Host.shared.ordered() == ["automatic"])
    }

    @Test func theContributionsOfAutoRegisterComeFirst() {
        let host = Host()
        host.plugins.contribute { Named("outside") }
        #expect(host.plugins().names == ["automatic of declared", "outside"])
        host.manager.push()
        host.manager.pop()
        #expect(host.plugins().names == ["automatic of declared", "outside"])
        #expect(host.runs.count == 2)
    }

    @Test func aPartThatIsContributedTwiceIsThereTwice() {
        plain.plugins.contribute(\Plain.first)
        plain.plugins.contribute(\Plain.first)
        for number in 0..<2 { plain.plugins.contribute { Named("\(number)") } }
        #expect(plain.plugins().names == ["first of declared", "first of declared", "0", "1"])
    }

    @Test func collectionsOfTheSameTypeAreDistinct() {
        plain.plugins.contribute { Named("a") }
        plain.others.contribute { Named("b") }
        #expect(plain.plugins().names == ["a"])
        #expect(plain.others().names == ["b"])
    }

    // MARK: - Keys

    @Test func aDictionaryHasEachPartUnderItsKey() {
        plain.handlers.contribute(\Plain.first, forKey: "first")
        plain.handlers.contribute(forKey: "closure") { Named("closure") }
        #expect(plain.handlers().mapValues(\.name) == ["first": "first of declared", "closure": "closure"])
    }

    @Test func keysAreComparedOnlyWhenTheDictionaryIsResolved() {
        let hashes = Counter()
        plain.named.contribute(forKey: Key(name: "a", hashes: hashes)) { 1 }
        plain.named.contribute(\Plain.number, forKey: Key(name: "b", hashes: hashes))
        #expect(hashes.count == 0)
        let named = plain.named()
        #expect(hashes.count == 2)
        #expect(named[Key(name: "b", hashes: hashes)] == 7)
    }

    @Test func aKeyThatIsContributedTwiceNamesBothPlaces() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let plain = Plain()
            contributeTwice(plain)
        }
        expectStandardError(
            of: result,
            contains: "the key \"key\" was contributed twice to Plain.handlers<Dictionary<String, Extra>>",
            "Plain.handlers<Dictionary<String, Extra>>  WiringModulesTests/CollectedTests.swift:",
            "first contributed at WiringModulesTests/CollectedTests.swift:\(contributionLine)",
            "contributed again at WiringModulesTests/CollectedTests.swift:\(contributionLine + 1)",
            "container.handlers.override { … }"
        )
    }

    @Test func aKeyThatAutoRegisterContributesIsAnErrorThereToo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Host().handlers.contribute(forKey: "automatic") { Named("again") }
        }
        expectStandardError(
            of: result,
            contains: "the key \"automatic\" was contributed twice to Host.handlers",
            "contributed again at WiringModulesTests/CollectedTests.swift:"
        )
    }

    @Test func aKeyThatAChildContributesAfterItsParentIsAnErrorThere() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let parent = Plain()
            parent.handlers.contribute(forKey: "key") { Named("parent") }
            parent.child().handlers.contribute(forKey: "key") { Named("child") }
        }
        expectStandardError(of: result, contains: "the key \"key\" was contributed twice", "contributed again at")
    }

    @Test func aKeyThatAParentContributesAfterItsChildIsAnErrorOfTheResolution() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let parent = Plain()
            let child = parent.child()
            child.handlers.contribute(forKey: "key") { Named("child") }
            parent.handlers.contribute(forKey: "key") { Named("parent") }
            guard parent.handlers().count == 1 else { return }
            _ = child.handlers()
        }
        expectStandardError(of: result, contains: "the key \"key\" was contributed twice", "contributed again at")
    }

    // MARK: - Scopes of the parts

    @Test func eachPartHasTheScopeOfItsFactory() {
        let made = Counter()
        plain.plugins.contribute(\Plain.kept)
        plain.plugins.contribute { Kept("\(made.increment())") }
        let (first, second) = (plain.plugins(), plain.plugins())
        #expect(first[0] as? Kept === second[0] as? Kept)
        #expect(first[0] as? Kept === plain.kept() as? Kept)
        #expect(second.names == ["kept", "2"])
    }

    @Test func theDefaultScopeAppliesToADeclarationWithoutAScope() {
        plain.plugins.contribute(\Plain.made)
        #expect(plain.plugins()[0] as? Kept !== plain.plugins()[0] as? Kept)
        plain.manager.defaultScope = .cached
        #expect(plain.plugins()[0] as? Kept === plain.plugins()[0] as? Kept)
    }

    @Test func theDefaultScopeAppliesNeitherToTheArrayNorToAClosure() {
        plain.manager.defaultScope = .cached
        for number in 0..<2 { plain.plugins.contribute { Named("\(number)") } }
        #expect(plain.plugins().names == ["0", "1"])
        plain.plugins.contribute { Named("2") }
        #expect(plain.plugins().names == ["0", "1", "2"])
    }

    @Test(arguments: [false, true]) func partsShareTheGraph(_ testsForCycles: Bool) {
        plain.manager.circularDependencyTesting = testsForCycles
        plain.plugins.contribute(\Plain.inGraph)
        plain.plugins.contribute { [plain] in plain.graph() }
        let parts = plain.plugins()
        #expect(parts[0] as? Kept === parts[1] as? Kept)
        #expect(parts[0] as? Kept !== plain.plugins()[0] as? Kept)
    }

    @Test func aPartsRegistrationsAndOverridesApply() {
        plain.plugins.contribute(\Plain.first)
        plain.first.register { Named("registered") }
        #expect(plain.plugins().names == ["registered"])
        plain.first.override { Named("overridden") }
        #expect(plain.plugins().names == ["overridden"])
    }

    // MARK: - Types

    @Test func partsMayBeValuesOptionalsAndClosures() {
        plain.numbers.contribute(\Plain.number)
        plain.numbers.contribute { 8 }
        #expect(plain.numbers() == [7, 8])
        #expect(plain.numbers.resolve() == [7, 8])
        plain.optionals.contribute { nil }
        plain.optionals.contribute { 1 }
        #expect(plain.optionals() == [nil, 1])
        plain.closures.contribute { { 3 } }
        #expect(plain.closures().map { $0() } == [3])
    }

    @Test func theDefaultContainersKeyPathsNeedNoType() {
        let container = Container()
        container.words.contribute(\.word)
        container.wordsByLength.contribute(\.word, forKey: 4)
        #expect(container.words() == ["word"])
        #expect(container.wordsByLength() == [4: "word"])
    }

    @Test func aDeclarationOfAnotherContainerIsAnError() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Plain().plugins.contribute(\Another.part)
        }
        expectStandardError(
            of: result,
            contains: "a declaration of Another was contributed to Plain.plugins<Array<Extra>>",
            "contributed at WiringModulesTests/CollectedTests.swift:",
            "Contribute a declaration of Plain: `container.plugins.contribute(\\Plain.…)`."
        )
    }

    @Test func soIsOneThatNoParentHas() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Shelf(in: Warehouse()).everywhere.contribute(\Another.part)
        }
        expectStandardError(
            of: result,
            contains: "a declaration of Another was contributed to Shelf.everywhere<Array<Extra>>",
            "Contribute a declaration of Shelf: `container.everywhere.contribute(\\Shelf.…)`."
        )
    }

    // MARK: - Modifiers of the collection

    @Test func theCollectionCanBeOverriddenAndReset() {
        plain.plugins.contribute { Named("a") }
        plain.plugins.override { [Named("override")] }
        #expect(plain.plugins().names == ["override"])
        plain.plugins.reset(.registration)
        #expect(plain.plugins().isEmpty)
        plain.handlers.contribute(forKey: "a") { Named("a") }
        plain.handlers.override { [:] }
        #expect(plain.handlers().isEmpty)
        plain.handlers.reset()
        #expect(plain.manager.isEmpty(.registration))
    }

    @Test func aScopeKeepsTheArrayUntilTheNextContribution() {
        let made = Counter()
        plain.keptArray.contribute { Named("\(made.increment())") }
        #expect(plain.keptArray().names == ["1"])
        #expect(plain.keptArray().names == ["1"])
        plain.keptArray.contribute { Named("a") }
        #expect(plain.keptArray().names == ["2", "a"])
        #expect(plain.keptArray().names == ["2", "a"])
    }

    @Test func withoutAScopeTheDefaultScopeDoesNotApplyToAKeptArray() {
        plain.manager.defaultScope = .cached
        let made = Counter()
        // The container does not know yet that it is a collection.
        let first = plain.keptArray.scope(nil)
        plain.keptArray.contribute { Named("\(made.increment())") }
        #expect(first().names == ["1"])
        #expect(first().names == ["2"])
        #expect(plain.keptArray.scope(nil)().names == ["3"])
        #expect(plain.keptArray.scope(nil)().names == ["4"])
        #expect(plain.keptArray().names == ["5"])
        #expect(plain.keptArray().names == ["5"])
        #expect(plain.keptArray.scope(nil)().names == ["6"])
    }

    @Test func noDefaultScopeAppliesAfterOnce() {
        let made = Counter()
        plain.arrayOnce.contribute { Named("\(made.increment())") }
        for (container, first) in [(plain, 1), (plain.child(), 3)] {
            container.manager.defaultScope = .cached
            container.arrayOnce.scope(nil)
            #expect(container.arrayOnce().names == ["\(first)"])
            #expect(container.arrayOnce().names == ["\(first + 1)"])
        }
    }

    @Test func noScopeClearsAnArrayAlsoIfItIsTheDefaultScope() {
        plain.manager.defaultScope = .cached
        let made = Counter()
        plain.keptArray.contribute { Named("\(made.increment())") }
        #expect(plain.keptArray().names == ["1"])
        #expect(plain.keptArray().names == ["1"])
        plain.keptArray.scope(nil)
        #expect(plain.keptArray().names == ["2"])
    }

    @Test func aScopeSetFromOutsideKeepsAnArray() {
        let made = Counter()
        plain.plugins.contribute { Named("\(made.increment())") }
        #expect(plain.plugins().names == ["1"])
        #expect(plain.plugins().names == ["2"])
        _ = plain.plugins.cached
        for _ in 0..<2 { #expect(plain.plugins().names == ["3"]) }
        plain.plugins.contribute { Named("b") }
        for _ in 0..<2 { #expect(plain.plugins().names == ["4", "b"]) }
        plain.plugins.scope(nil)
        #expect(plain.plugins().names == ["5", "b"])
        #expect(plain.plugins().names == ["6", "b"])
    }

    @Test func noScopeSetsNothing() {
        _ = plain.plugins.scope(nil)
        #expect(plain.manager.isEmpty(.all))
    }

    @Test func aKeptArrayCanBeOverriddenDecoratedAndReset() {
        plain.keptArray.contribute { Named("a") }
        for _ in 0..<2 { #expect(plain.keptArray().names == ["a"]) }
        plain.keptArray.override { [Named("mock")] }
        for _ in 0..<2 { #expect(plain.keptArray().names == ["mock"]) }
        plain.keptArray.decorate { $0 + [Named("more")] }
        for _ in 0..<2 { #expect(plain.keptArray().names == ["mock", "more"]) }
        plain.keptArray.reset()
        for _ in 0..<2 { #expect(plain.keptArray().isEmpty) }
    }

    @Test func aChildKeepsAnArrayOfItsOwn() {
        plain.keptArray.contribute { Named("a") }
        let child = plain.child()
        child.keptArray.contribute { Named("b") }
        for _ in 0..<2 {
            #expect(plain.keptArray().names == ["a"])
            #expect(child.keptArray().names == ["a", "b"])
        }
    }

    @Test func aContributionClearsASingletonCollection() {
        plain.singleArray.contribute { Named("a") }
        #expect(plain.singleArray().names == ["a"])
        plain.singleArray.contribute { Named("b") }
        #expect(plain.singleArray().names == ["a", "b"])
    }

    @Test func aScopeBeforeOnceStaysACollection() {
        plain.onceArray.contribute { Named("a") }
        #expect(plain.onceArray().names == ["a"])
        _ = plain.onceArray.unique
        plain.onceArray.contribute { Named("b") }
        #expect(plain.onceArray().names == ["a", "b"])
    }

    // MARK: - Containers

    @Test func resetsClearContributions() {
        plain.plugins.contribute(\Plain.first)
        for options in [FactoryResetOptions.scope, .context, .none] { plain.reset(options: options) }
        #expect(!plain.manager.isEmpty(.registration))
        #expect(plain.plugins().count == 1)
        plain.reset(options: .registration)
        #expect(plain.plugins().isEmpty)
        plain.plugins.contribute(\Plain.first)
        plain.reset()
        #expect(plain.plugins().isEmpty)
    }

    @Test func aResetMakesAutoRegisterContributeAgain() {
        let host = Host()
        host.plugins.contribute { Named("outside") }
        host.reset()
        #expect(host.plugins().names == ["automatic of declared"])
        #expect(host.handlers().count == 1)
        #expect(host.runs.count == 2)
    }

    @Test func pushAndPopSaveAndRestoreContributions() {
        plain.plugins.contribute { Named("a") }
        plain.manager.push()
        plain.plugins.contribute { Named("b") }
        #expect(plain.plugins().names == ["a", "b"])
        plain.manager.pop()
        #expect(plain.plugins().names == ["a"])
        plain.manager.push()
        plain.reset()
        plain.manager.pop()
        #expect(plain.plugins().names == ["a"])
    }

    @Test func aCopyInheritsContributionsAndResolvesThemFromItself() {
        Plain.shared.plugins.contribute(\Plain.first)
        withContainer(for: Plain.self) { child in
            child.name.override { "child" }
            child.plugins.contribute { Named("child") }
        } operation: {
            #expect(Plain.shared.plugins().names == ["first of child", "child"])
        }
        #expect(Plain.shared.plugins().names == ["first of declared"])
    }

    @Test func aCopyRunsItsOwnAutoRegisterInsteadOfInheritingItsContributions() {
        Host.shared.plugins.contribute { Named("outside") }
        withContainer(for: Host.self) {
            $0.name.override { "child" }
        } operation: {
            #expect(Host.shared.plugins().names == ["automatic of child", "outside"])
            #expect(Host.shared.handlers().count == 1)
            #expect(Host.shared.runs.count == 1)
        }
        #expect(Host.shared.plugins().names == ["automatic of declared", "outside"])
    }

    @Test func aChildContainerDoesNotLookUpTheContributionsOfItsParentsAutoRegister() {
        let host = Host()
        host.plugins.contribute { Named("outside") }
        #expect(host.plugins().names == ["automatic of declared", "outside"])
        let child = host.child()
        child.name.override { "child" }
        #expect(child.plugins().names == ["automatic of child", "outside"])
        #expect(child.ordered() == ["automatic"])
    }

    @Test func aContributedKeyPathDoesNotRetainItsContainer() {
        weak var dropped: Plain?
        do {
            let container = Plain()
            dropped = container
            container.plugins.contribute(\Plain.kept)
            container.handlers.contribute(\Plain.kept, forKey: "kept")
            #expect(container.plugins().count + container.handlers().count == 2)
        }
        #expect(dropped == nil)
    }

    // MARK: - Paths

    @Test(arguments: [false, true]) func aPartThatDependsOnItsCollectionIsACycle(_ isInScope: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isInScope] in
            let plain = Plain()
            if isInScope {
                plain.plugins.contribute(\Plain.circularInScope)
            } else {
                plain.plugins.contribute(\Plain.circular)
            }
            _ = plain.plugins()
        }
        // The path begins with the dependency at which the cycle is found.
        let part = "Plain.\(isInScope ? "circularInScope" : "circular")<Extra>  WiringModulesTests/"
        expectStandardError(of: result, contains: "circular dependency", part)
        let plugins = "Plain.plugins<Array<Extra>>  WiringModulesTests/"
        expectStandardError(of: result, contains: "circular dependency", plugins)
    }

    @Test(arguments: [false, true]) func aClosureThatDependsOnItsCollectionIsACycle(_ testsForCycles: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [testsForCycles] in
            let plain = Plain()
            plain.manager.circularDependencyTesting = testsForCycles
            plain.plugins.contribute { [plain] in plain.plugins()[0] }
            _ = plain.plugins()
        }
        expectStandardError(
            of: result,
            contains: "circular dependency",
            "Plain.plugins<Array<Extra>>  WiringModulesTests/CollectedTests.swift:",
            "→ Plain.plugins<Extra>  WiringModulesTests/CollectedTests.swift:",
            "→ Plain.plugins<Array<Extra>>"
        )
    }

    @Test func theTraceShowsThePartsWithinTheCollection() {
        let lines = Collection<String>()
        plain.manager.trace = true
        plain.manager.logger = { lines.add($0) }
        plain.plugins.contribute(\Plain.first)
        plain.plugins.contribute { Named("a") }
        _ = plain.plugins()
        let expected = [
            "0: Plain.plugins<Array<Extra>> = F:", "1:     Plain.first<Extra> = F:",
            "2:         Plain.name<String> = F:",
            "1:     Plain.plugins<Extra> = R:",
        ]
        #expect(lines.values.count == expected.count)
        for (line, start) in zip(lines.values, expected) { #expect(line.hasPrefix(start)) }
    }

    @Test func decoratorsSeeThePartsAndTheCollection() {
        let seen = Counter()
        plain.plugins.contribute(\Plain.kept)
        plain.plugins.contribute { Named("a") }
        plain.decorator { _ in seen.increment() }
        _ = plain.plugins()
        #expect(seen.count == 3)
    }

    // MARK: - Threads

    @Test(.timeLimit(.minutes(10))) func contributionsAndResolutionsMayRunAtOnce() {
        for _ in 0..<50 {
            let host = Host()
            let barrier = Barrier(4)
            onThreads(4) { number in
                barrier.arrive()
                for index in 0..<20 {
                    switch number {
                    case 0: host.plugins.contribute(order: index) { Named("\(index)") }
                    case 1: host.handlers.contribute(\Host.automatic, forKey: "\(index)")
                    default:
                        // Those of `autoRegister()` are always there.
                        let parts = host.plugins()
                        #expect(parts.first?.name == "automatic of declared")
                        #expect(parts.dropFirst().map(\.name) == (0..<parts.count - 1).map { "\($0)" })
                        #expect(host.handlers()["automatic"] != nil)
                    }
                }
            }
            #expect(host.plugins().count == 21)
            #expect(host.handlers().count == 21)
        }
    }

    @Test(.timeLimit(.minutes(10))) func aResolutionDuringARestartHasTheContributionsOfAutoRegister() {
        for _ in 0..<50 {
            let host = Host()
            let barrier = Barrier(3)
            onThreads(3) { number in
                barrier.arrive()
                for _ in 0..<20 {
                    if number == 0 {
                        host.reset(options: .registration)
                    } else {
                        #expect(host.plugins().names == ["automatic of declared"])
                        #expect(host.handlers().count == 1)
                    }
                }
            }
        }
    }

    /// | First thread                | Second thread |
    /// | --------------------------- | ------------- |
    /// | `autoRegister()` begins     |               |
    /// |                             | resets        |
    /// | installs and contributes    |               |
    /// | `autoRegister()` runs again |               |
    @Test(.timeLimit(.minutes(10))) func whatARunContributesAfterARestartDoesNotCount() {
        let container = Halted()
        onThreads(2) { number in
            if number == 0 {
                #expect(container.words() == ["early", "late"])
            } else {
                container.halted.pass()
                container.reset(options: .registration)
                container.mayContinue.open()
            }
        }
        #expect(container.words() == ["early", "late"])
        #expect(container.runs.count == 2)
        #expect(container.installations.count == 2)
    }

    /// | First thread             | Second thread |
    /// | ------------------------ | ------------- |
    /// | begins to make a part    |               |
    /// |                          | contributes   |
    /// | ends with the parts that |               |
    /// | it began with            |               |
    @Test(.timeLimit(.minutes(10))) func noLockIsHeldWhileAPartIsMade() {
        let (begun, contributed) = (Gate(), Gate())
        let plain = Plain()
        plain.keptArray.contribute {
            begun.open()
            contributed.pass()
            return Named("a")
        }
        onThreads(2) { number in
            if number == 0 {
                #expect(plain.keptArray().names == ["a"])
            } else {
                begun.pass()
                plain.keptArray.contribute { Named("b") }
                contributed.open()
            }
        }
        // What began before the contribution is not kept.
        #expect(plain.keptArray().names == ["a", "b"])
    }
}

private final class Warehouse: SharedContainer {
    @TaskLocal static var shared = Warehouse()
    let manager = ContainerManager()
    let opened = Collection<String>()
}

extension Warehouse: TaskLocalContainer {
    static var taskLocal: TaskLocal<Warehouse> { $shared }
}

private struct Closed: Error, Equatable {}

extension Warehouse {
    var caches: Collected<AsyncProvider<any Extra, Closed>> { collected() }
    var images: AsyncFactory<any Extra, Closed> {
        self { () async throws(Closed) in
            await Task.yield()
            self.opened.add("images")
            return Kept("images")
        }.cached
    }
    var texts: AsyncFactory<any Extra, Closed> {
        self { () async throws(Closed) in
            self.opened.add("texts")
            return Kept("texts")
        }
    }
    var closed: AsyncFactory<any Extra, Closed> { self { () async throws(Closed) in throw Closed() } }
}

/// A container whose parent is of another type.
private final class Shelf: ChildContainer {
    let manager = ContainerManager()
    let parent: Warehouse
    init(in parent: Warehouse) { self.parent = parent }
}

/// A child of a child.
private final class Box: ChildContainer, TaskLocalContainer {
    @TaskLocal static var shared = Box()
    static var taskLocal: TaskLocal<Box> { $shared }
    let manager = ContainerManager()
    let parent: Shelf
    init(on parent: Shelf) { self.parent = parent }
    convenience init() { self.init(on: Shelf(in: Warehouse())) }
}

/// Declarations for all container types.
extension ManagedContainer {
    fileprivate var everywhere: Collected<any Extra> { collected() }
    fileprivate var keyed: KeyedCollected<String, any Extra> { collected() }
    fileprivate var opened: Collected<AsyncProvider<any Extra, Closed>> { collected() }
}

extension Warehouse {
    fileprivate var crane: Factory<any Extra> { self { Kept("crane") }.cached }
}

extension Shelf {
    fileprivate var board: Factory<any Extra> { self { Named("board") } }
}

@Suite struct PartsOfParentsTests {
    private let warehouse = Warehouse()
    private let shelf: Shelf
    private let box: Box

    init() {
        shelf = Shelf(in: warehouse)
        box = Box(on: shelf)
    }

    @Test func aChildOfAnotherTypeResolvesThePartsFromItsParent() {
        warehouse.everywhere.contribute(\Warehouse.crane)
        warehouse.keyed.contribute(\Warehouse.crane, forKey: "crane")
        let crane = warehouse.crane() as? Kept
        #expect(shelf.everywhere().first as? Kept === crane)
        #expect(shelf.keyed()["crane"] as? Kept === crane)
        #expect(box.everywhere().first as? Kept === crane)
        #expect(shelf.provider(\.everywhere)().first as? Kept === crane)
        #expect(box.provider(\.keyed)()["crane"] as? Kept === crane)
        warehouse.crane.override { Named("overridden") }
        #expect((shelf.everywhere().names, box.everywhere().names) == (["overridden"], ["overridden"]))
    }

    @Test func aPartIsResolvedFromTheNearestParentOfItsType() {
        let child = warehouse.child()
        let (shelf, box) = (Shelf(in: child), Box(on: Shelf(in: child)))
        warehouse.everywhere.contribute(\Warehouse.crane)
        child.crane.override { Named("of the child") }
        #expect(shelf.everywhere().names == ["of the child"])
        #expect(box.child().everywhere().names == ["of the child"])
        #expect(warehouse.everywhere().names == ["crane"])
    }

    @Test func aChildContributesDeclarationsOfItsParents() {
        // Before its first use, when its manager does not know the parents.
        box.everywhere.contribute(\Warehouse.crane)
        box.everywhere.contribute(\Shelf.board)
        #expect(box.everywhere().names == ["crane", "board"])
        #expect(shelf.everywhere().isEmpty)
    }

    @Test func aCopyOfAChildResolvesThePartsFromTheParentOfTheCopy() {
        warehouse.everywhere.contribute(\Warehouse.crane)
        #expect(box.everywhere().names == ["crane"])
        withExistingContainer(box) {
            withContainer(for: Box.self) { _ in
            } operation: {
                #expect(Box.shared.everywhere().names == ["crane"])
            }
        }
    }

    @Test func asynchronousPartsAreResolvedFromTheParent() async throws {
        warehouse.opened.contribute(\Warehouse.images)
        let images = try await warehouse.images() as? Kept
        #expect(try await shelf.opened.resolveAll().first as? Kept === images)
        #expect(try await box.opened()[0]() as? Kept === images)
        box.opened.contribute(\Warehouse.closed)
        await #expect(throws: Closed()) { _ = try await box.opened.resolveAll() }
    }
}

@Suite struct AsynchronousPartsTests {
    @Test func theyAreResolvedInOrder() async throws {
        let warehouse = Warehouse()
        warehouse.caches.contribute(\Warehouse.images, order: 2)
        warehouse.caches.contribute(\Warehouse.texts, order: 1)
        #expect(warehouse.opened.values.isEmpty)
        let caches = try await warehouse.caches.resolveAll()
        #expect(caches.map(\.name) == ["texts", "images"])
        #expect(warehouse.opened.values == ["texts", "images"])
        _ = try await warehouse.caches.resolveAll()
        #expect(warehouse.opened.values == ["texts", "images", "texts"])
    }

    @Test func thePartsAfterAFailureAreNotResolved() async {
        let warehouse = Warehouse()
        warehouse.caches.contribute(\Warehouse.closed)
        warehouse.caches.contribute(\Warehouse.texts)
        await #expect(throws: Closed()) { _ = try await warehouse.caches.resolveAll() }
        #expect(warehouse.opened.values.isEmpty)
    }

    @Test func aChildResolvesThePartsFromItself() async throws {
        let warehouse = Warehouse()
        warehouse.caches.contribute(\Warehouse.images)
        let child = warehouse.child()
        child.images.override { Named("image of the child") }
        #expect(try await child.caches.resolveAll().map(\.name) == ["image of the child"])
        #expect(try await warehouse.caches.resolveAll().map(\.name) == ["images"])
    }

    @Test func aContributionKeepsNoContainerAlive() {
        weak var gone: Warehouse?
        do {
            let warehouse = Warehouse()
            warehouse.caches.contribute(\Warehouse.images)
            gone = warehouse
        }
        #expect(gone == nil)
    }
}
