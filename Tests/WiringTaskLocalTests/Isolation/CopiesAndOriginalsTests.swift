import Testing
import Wiring
import WiringTestSupport

private final class Shop: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Shop()
    static var taskLocal: TaskLocal<Shop> { $shared }
    let manager = ContainerManager()
}

/// A container that pushes before it has anything.
private final class Draft: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Draft()
    static var taskLocal: TaskLocal<Draft> { $shared }
    let manager = ContainerManager()

    var word: Factory<String> { self { "declared" } }

    init() { manager.push() }
}

/// A container whose initializer sets a default scope, if the task says so.
private final class Keeping: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Keeping()
    static var taskLocal: TaskLocal<Keeping> { $shared }
    @TaskLocal static var keeps = false
    let manager = ContainerManager()

    var loose: Factory<Product> { self { Product("declared") } }

    init() { if Keeping.keeps { manager.defaultScope = .cached } }
}

extension Scope {
    fileprivate static let stay = Cached()
}

extension Shop {
    fileprivate var word: Factory<String> { self { "declared" } }
    fileprivate var contextual: Factory<String> { self { "declared" } }
    fileprivate var cached: Factory<Product> { self { Product(self.word()) }.cached }
    fileprivate var unbuilt: Factory<Product> { self { Product(self.word()) }.cached }
    fileprivate var weak: Factory<Product> { self { Product(self.word()) }.shared }
    fileprivate var visit: Factory<Product> { self { Product(self.word()) }.scope(.stay) }
    fileprivate var loose: Factory<Product> { self { Product(self.word()) } }
    fileprivate var single: Factory<Product> { self { Product(self.word()) }.singleton }
    fileprivate var unbuiltSingle: Factory<Product> { self { Product(self.word()) }.singleton }
    fileprivate var timed: Factory<Product> { self { Product(self.word()) }.cached.timeToLive(10) }
    fileprivate var keyed: ParameterFactory<Int, Product> {
        self { Product("\($0)") }.cached.scopeOnParameters
    }

    fileprivate func numbered(_ number: Int) -> Factory<String> {
        self(line: UInt(number)) { "declared" }
    }

    /// Builds and sets something of each kind.
    fileprivate func fill() {
        word.register { "registered" }
        contextual.onDebug { "in a debug build" }
        loose.scope(.cached)
        for make in [cached, weak, visit, loose, single, timed] { kept.add(make()) }
        kept.add(keyed(1))
        manager.defaultScope = .cached
    }

    /// What it finds: each name, and whether the instance is one of those that ``fill()`` has built.
    fileprivate func found(excludingSingletons: Bool = false) -> [String] {
        let singletons = excludingSingletons ? [] : [single, unbuiltSingle]
        let products =
            ([cached, unbuilt, weak, visit, loose, timed] + singletons).map { $0() } + [keyed(1), keyed(2)]
        let built = kept.values
        return [word(), contextual()]
            + products.map { product in
                "\(product.name), \(built.contains { $0 === product } ? "inherited" : "new")"
            }
    }

    /// A copy, which outlives the operation that it was made for.
    fileprivate func copy() -> Shop {
        Shop.$shared.withValue(self) {
            withContainer(for: Shop.self) { _ in
            } operation: {
                Shop.shared
            }
        }
    }
}

/// The products of all tests that were built to be inherited.
private let kept = Collection<Product>()

/// Something that changes a container.
private struct KindOfChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether it pushes a state that it does not pop.
    let pushes: Bool
    let make: @Sendable (Shop) -> Void

    init(_ name: String, pushes: Bool = false, _ make: @escaping @Sendable (Shop) -> Void) {
        (testDescription, self.pushes, self.make) = (name, pushes, make)
    }

    static let all: [KindOfChange] = [
        KindOfChange("overrides") { $0.word.override { "overridden" } },
        KindOfChange("registers") { $0.word.register { "later" } },
        KindOfChange("overrides what is stored") { $0.cached.override { Product("overridden") } },
        KindOfChange("registers what is stored") { $0.single.register { Product("later") } },
        KindOfChange("decorates") { $0.cached.decorate { Product("decorated \($0.name)") } },
        KindOfChange("sets a closure for a context") { $0.contextual.onDebug { "later" } },
        KindOfChange("sets a scope") { $0.loose.scope(.unique) },
        KindOfChange("sets a time to live") { $0.visit.timeToLive(0) },
        KindOfChange("builds") { _ = ($0.unbuilt(), $0.unbuiltSingle()) },
        KindOfChange("builds for a parameter") { _ = $0.keyed(2) },
        KindOfChange("resets a declaration") { $0.cached.reset() },
        KindOfChange("resets a singleton") { $0.single.reset(.scope) },
        KindOfChange("resets its closures for contexts") { $0.contextual.reset(.context) },
        KindOfChange("resets a scope") { $0.manager.reset(scope: .stay) },
        KindOfChange("resets all") { $0.reset() },
        KindOfChange("resets its registrations") { $0.reset(options: .registration) },
        KindOfChange("resets its instances") { $0.reset(options: .scope) },
        KindOfChange("pushes, changes and pops") {
            $0.manager.push()
            $0.word.register { "pushed" }
            _ = $0.unbuilt()
            $0.reset(options: .scope)
            $0.manager.pop()
        },
        KindOfChange("pushes and changes", pushes: true) {
            $0.manager.push()
            $0.word.register { "pushed" }
            $0.reset(options: .scope)
        },
        KindOfChange("sets the default scope") { $0.manager.defaultScope = nil },
        KindOfChange("does all of this", pushes: true) { shop in
            for change in all.dropLast() { change.make(shop) }
        },
    ]
}

/// A copy and its original do not see each other's changes, although they share what neither has changed.
@Suite(.timeLimit(.minutes(10))) struct CopiesAndOriginalsTests {
    private let shop = Shop()

    private func inOwnScope(_ body: () -> Void) {
        Scope.$singleton.withValue(Scope.Singleton()) {
            shop.fill()
            body()
        }
    }

    @Test func aCopyHasTheSettingsOfItsOriginalAndNotThoseOfItsInitializer() {
        let original = Keeping()
        Keeping.$keeps.withValue(true) {
            withContainer(from: original) { _ in
            } operation: {
                #expect(Keeping.shared.loose() !== Keeping.shared.loose())
            }
        }
    }

    @Test(arguments: KindOfChange.all) private func aCopyDoesNotSeeWhatItsOriginalChanges(_ change: KindOfChange) {
        inOwnScope {
            let (copy, other) = (shop.copy(), shop.copy())
            let expected = other.found()
            change.make(shop)
            #expect(copy.found() == expected)
        }
    }

    @Test(arguments: KindOfChange.all) private func anOriginalDoesNotSeeWhatItsCopyChanges(_ change: KindOfChange) {
        inOwnScope {
            let (copy, other) = (shop.copy(), shop.copy())
            let expected = other.found()
            change.make(copy)
            #expect(shop.found() == expected)
        }
    }

    @Test(arguments: KindOfChange.all) private func aCopyOfACopySeesNeither(_ change: KindOfChange) {
        inOwnScope {
            let first = shop.copy()
            first.numbered(1).override { "set before" }
            let (second, other) = (first.copy(), first.copy())
            let expected = other.found()
            change.make(shop)
            change.make(first)
            #expect(second.found() == expected)
            #expect(second.numbered(1)() == "set before")
        }
    }

    @Test(arguments: KindOfChange.all) private func anEndedOriginalLeavesItsStateToItsCopies(_ change: KindOfChange) {
        Scope.$singleton.withValue(Scope.Singleton()) {
            var shop: Shop? = Shop()
            shop!.fill()
            let (copy, other, copyOfCopy) = (shop!.copy(), shop!.copy(), shop!.copy().copy())
            let expected = other.found()
            change.make(shop!)
            weak let manager = shop!.manager
            shop = nil
            #expect(manager == nil)
            #expect(copy.found() == expected)
            #expect(copyOfCopy.found() == expected)
        }
    }

    @Test(arguments: KindOfChange.all) private func aPopRestoresWhatHasChangedSince(_ change: KindOfChange) {
        inOwnScope {
            let expected = shop.copy().found(excludingSingletons: true)
            shop.manager.push()
            change.make(shop)
            if change.pushes { shop.manager.pop() }
            shop.manager.pop()
            #expect(shop.found(excludingSingletons: true) == expected)
        }
    }

    @Test func copiesOfCopiesKeepWhatEachHasSet() {
        var containers = [shop]
        shop.numbered(0).override { "0" }
        // More than one copy has of its own before its copies begin with it instead of the original.
        for number in 1...80 {
            let copy = containers.last!.copy()
            copy.numbered(number).override { "\(number)" }
            containers.append(copy)
        }
        for (index, container) in containers.enumerated() {
            for number in 0...80 {
                #expect(container.numbered(number)() == (number <= index ? "\(number)" : "declared"))
            }
        }
    }

    @Test func aCopyKeepsWhatAPopOfItsOriginalRemoves() {
        let shop = Shop()
        shop.manager.push()
        shop.word.register { "pushed" }
        withContainer(from: shop) { _ in
        } operation: {
            shop.manager.pop()
            #expect(Shop.shared.word() == "pushed")
        }
        #expect(shop.word() == "declared")
    }

    @Test func aPopOfACopyRestoresWhatItsInitializerHasPushed() {
        let draft = Draft()
        draft.word.register { "registered" }
        let copy = Draft.$shared.withValue(draft) {
            withContainer(for: Draft.self) { _ in
            } operation: {
                Draft.shared
            }
        }
        #expect(copy.word() == "registered")
        copy.manager.pop()
        #expect(copy.word() == "declared")
        #expect(draft.word() == "registered")
    }

    @Test func aCloneKeepsWhatACopyOfAChildClears() {
        let (scope, shop) = (Scope.Singleton(), shop)
        let before = Scope.$singleton.withValue(scope) { shop.single() }
        let clone = scope.clone()
        let child = shop.child()
        child.single.scope(scope)
        child.single.override { Product("overridden") }
        #expect(child.copy().single().name == "overridden")
        Scope.$singleton.withValue(clone) { #expect(shop.single() === before) }
    }

    @Test func aCopyKeepsNothingAliveThatItHasNotInherited() {
        let tracker = Tracker()
        var copy: Shop? = shop.copy()
        shop.tracked(1).override { Tracked(tracker) }
        _ = shop.tracked(1)()
        shop.tracked(1).reset()
        #expect(tracker.made == 1)
        #expect(tracker.alive == 0)

        shop.tracked(2).override { Tracked(tracker) }
        _ = shop.tracked(2)()
        copy = shop.copy()
        // From now on only the copy has it.
        shop.tracked(2).reset()
        #expect(tracker.alive == 1)
        _ = copy?.word()
        copy = nil
        #expect(tracker.alive == 0)
    }

    @Test func anEndedOriginalKeepsNothingAlive() {
        let tracker = Tracker()
        var shop: Shop? = Shop()
        shop!.tracked(1).override { Tracked(tracker) }
        _ = shop!.tracked(1)()
        let copy = shop!.copy()
        shop!.tracked(2).override { Tracked(tracker) }
        _ = shop!.tracked(2)()
        #expect(tracker.alive == 2)
        shop = nil
        #expect(tracker.alive == 1)
        copy.reset()
        #expect(tracker.alive == 0)
    }

    // one                              another
    // begins to build
    //                                  copies
    // publishes
    //                                  resolves from the copy
    @Test func whatIsBeingBuiltIsNotInherited() {
        let (begun, mayEnd, hasEnded, built) = (Gate(), Gate(), Gate(), Collection<Product>())
        let shop = shop
        shop.cached.override {
            begun.open()
            mayEnd.pass()
            return Product("slow")
        }
        onThreads(2) { number in
            guard number == 0 else {
                built.add(shop.cached())
                return hasEnded.open()
            }
            begun.pass()
            let copy = shop.copy()
            mayEnd.open()
            hasEnded.pass()
            built.add(copy.cached())
        }
        #expect(built.values[0] === shop.cached())
        #expect(built.values[0] !== built.values[1])
    }

    // one                              another
    // sets all to 1, 2, 3, … in order
    //                                  copies, and reads all in the reverse order
    @Test(arguments: [false, true]) func aCopyHasTheStateOfOneMoment(isCopyOfCopy: Bool) {
        let (shop, count) = (isCopyOfCopy ? shop.copy() : shop, 20)
        let last = Locked(0)
        onThreads(3) { number in
            guard number > 0 else {
                for value in 1...300 {
                    for index in 0..<count { shop.value(index).register { value } }
                    last.withLock { $0 = value }
                }
                return
            }
            while last.withLock({ $0 }) < 300 {
                let copy = shop.copy()
                let values = (0..<count).reversed().map { copy.value($0)() }
                // Each is set after the one before it.
                #expect(values == values.sorted())
                #expect(values.last! - values[0] <= 1)
                #expect((0..<count).reversed().map { copy.value($0)() } == values)
            }
        }
    }
}

extension Shop {
    fileprivate func tracked(_ number: Int) -> Factory<Tracked?> { self(line: UInt(number)) { nil }.cached }

    fileprivate func value(_ number: Int) -> Factory<Int> { self(line: UInt(number)) { 0 } }
}
