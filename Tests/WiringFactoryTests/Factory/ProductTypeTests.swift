import Testing
import WiringTestSupport
import WiringTesting

private final class Warehouse: ManagedContainer {
    let manager = ContainerManager.silent()
    let made = Counter()
}

private final class NotSendable {
    var count = 0
}

private actor Clerk {
    private var orders = 0

    func order() -> Int {
        orders += 1
        return orders
    }
}

@MainActor private final class Model {
    var count = 0
}

@MainActor private final class NamedModel {
    let name: String

    init(_ name: String) { self.name = name }
}

private final class Box<Content> {}

private struct Token: ~Copyable {
    let number: Int
}

private final class TokenHolder {
    let token: Token

    init(_ number: Int) { token = Token(number: number) }
}

private struct Settings: Equatable {
    var name: String
    var number: Int
}

private enum Choice: Equatable {
    case one(Int)
    case other
}

extension Warehouse {
    fileprivate var notSendable: Factory<NotSendable> { self { NotSendable() }.cached }
    fileprivate var notSendableForParameter: ParameterFactory<NotSendable, Int> { self { $0.count } }
    fileprivate var clerk: Factory<Clerk> { self { Clerk() }.cached }
    @MainActor fileprivate var model: Factory<Model> { self { Model() } }
    @MainActor fileprivate var cachedModel: Factory<Model> { self { Model() }.cached }
    @MainActor fileprivate var namedModel: ParameterFactory<String, NamedModel> { self { NamedModel($0) } }
    fileprivate func box<Content>(_: Content.Type) -> Factory<Box<Content>> { self { Box<Content>() }.cached }
    fileprivate var holder: Factory<TokenHolder> { self { TokenHolder(self.made.increment()) }.cached }
    fileprivate var settings: Factory<Settings> { self { Settings(name: "a", number: self.made.increment()) } }
    fileprivate var choice: Factory<Choice> { self { .one(self.made.increment()) } }
    var closure: Factory<(Int) -> Int> {
        self {
            let added = self.made.increment()
            return { $0 + added }
        }
    }
    var sendableClosure: Factory<@Sendable () async -> Int> { self { { self.made.increment() } }.cached }
    var pair: Factory<(Int, any Service)> { self { (self.made.increment(), LiveService()) } }
    var labelled: Factory<(number: Int, name: String)> { self { (self.made.increment(), "a") }.cached }
    var optional: Factory<Int?> { self { self.made.increment() } }
    var nestedOptional: Factory<Int??> { self { .some(.some(self.made.increment())) }.cached }
    var outerNil: Factory<Int??> {
        self {
            self.made.increment()
            return nil
        }.cached
    }
    var metatype: Factory<any Any.Type> { self { Int.self }.cached }
    var list: Factory<[any Service]> { self { [LiveService(), MockService()] }.cached }
    var composition: Factory<any Service & AnyObject> { self { LiveService() }.cached }
    var generic: Factory<any Sequence<Int>> { self { [1, 2, 3] }.cached }
    var void: Factory<Void> { self { _ = self.made.increment() } }
    var hashable: Factory<AnyHashable> { self { AnyHashable(self.made.increment()) }.cached }
    var never: Factory<Never?> { self { nil } }
    var key: ParameterFactory<Int?, String> { self { "\($0 ?? 0)" }.scopeOnParameters.cached }
}

/// The scopes that store a value.
private let storingScopes: [Scope] = [.cached, .singleton]
private let nonStoringScopes: [Scope] = [.unique, .shared, .graph]

@Suite(.container) struct ProductTypeTests {
    private let warehouse = Warehouse()

    @Test func nonSendableClassesCanBeResolved() {
        warehouse.notSendable().count += 1
        #expect(warehouse.notSendable().count == 1)
        #expect(warehouse.notSendableForParameter(warehouse.notSendable()) == 1)
    }

    @Test func actorsCanBeResolved() async {
        #expect(await warehouse.clerk().order() == 1)
        #expect(await warehouse.clerk().order() == 2)
    }

    @MainActor @Test func mainActorClassesCanBeResolved() {
        #expect(warehouse.model() !== warehouse.model())
        #expect(warehouse.cachedModel() === warehouse.cachedModel())
        #expect(warehouse.namedModel("a").name == "a")
        warehouse.cachedModel.register { Model() }
        warehouse.cachedModel().count += 1
        #expect(warehouse.cachedModel().count == 1)
    }

    @Test func mainActorClassesCanBeResolvedFromOtherIsolations() async {
        let model = await warehouse.cachedModel.resolveOnMainActor()
        #expect(await warehouse.cachedModel.resolveOnMainActor() === model)
        #expect(await warehouse.cachedModel.resolveOnGlobalActor(MainActor.shared) === model)
        let named = await warehouse.namedModel.resolveOnMainActor("a")
        #expect(named.name == "a")
        #expect(await warehouse.namedModel.resolveOnGlobalActor(MainActor.shared, parameters: "b").name == "b")
    }

    @Test func eachSpecializationOfAGenericClassHasItsOwnInstance() {
        let numbers = warehouse.box(Int.self)()
        #expect(warehouse.box(Int.self)() === numbers)
        let words = warehouse.box(String.self)()
        #expect(warehouse.box(String.self)() === words)
        let replacement = Box<Int>()
        warehouse.box(Int.self).register { replacement }
        #expect(warehouse.box(Int.self)() === replacement)
        #expect(warehouse.box(String.self)() === words)
    }

    @Test func classesWithNoncopyablePropertiesCanBeResolved() {
        #expect(warehouse.holder().token.number == 1)
        #expect(warehouse.holder().token.number == 1)
    }

    @Test(arguments: storingScopes) func valuesAreStored(_ scope: Scope) {
        #expect(warehouse.settings.scope(scope)() == Settings(name: "a", number: 1))
        #expect(warehouse.settings() == Settings(name: "a", number: 1))
        #expect(warehouse.choice.scope(scope)() == .one(2))
        #expect(warehouse.choice() == .one(2))
    }

    @Test(arguments: nonStoringScopes) func valuesAreBuiltEachTime(_ scope: Scope) {
        #expect(warehouse.settings.scope(scope)() == Settings(name: "a", number: 1))
        #expect(warehouse.settings() == Settings(name: "a", number: 2))
        #expect(warehouse.optional.scope(scope)() == 3)
        #expect(warehouse.optional() == 4)
        #expect(warehouse.closure.scope(scope)()(10) == 15)
        #expect(warehouse.closure()(10) == 16)
        #expect(warehouse.pair.scope(scope)().0 == 7)
        #expect(warehouse.pair().0 == 8)
    }

    @Test(arguments: storingScopes) func closuresTuplesAndOptionalsAreStored(_ scope: Scope) {
        #expect(warehouse.closure.scope(scope)()(10) == 11)
        #expect(warehouse.closure()(10) == 11)
        let pair = warehouse.pair.scope(scope)()
        #expect(warehouse.pair().0 == pair.0)
        #expect(warehouse.pair().1 === pair.1)
        #expect(warehouse.optional.scope(scope)() == 3)
        #expect(warehouse.optional() == 3)
    }

    @Test func sendableAsyncClosuresCanBeResolved() async {
        #expect(await warehouse.sendableClosure()() == 1)
        #expect(await warehouse.sendableClosure()() == 2)
    }

    @Test func labelledTuplesAreStored() {
        #expect(warehouse.labelled().number == 1)
        #expect(warehouse.labelled().number == 1)
    }

    @Test func nestedOptionalsAreStoredUnlessNil() {
        #expect(warehouse.nestedOptional() == 1)
        #expect(warehouse.nestedOptional() == 1)
        #expect(warehouse.outerNil() == nil)
        #expect(warehouse.outerNil() == nil)
        #expect(warehouse.made.count == 3)
    }

    @Test func metatypesListsAndExistentialsCanBeResolved() {
        #expect(ObjectIdentifier(warehouse.metatype()) == ObjectIdentifier(Int.self))
        #expect(warehouse.list()[1] === warehouse.list()[1])
        #expect(warehouse.composition() === warehouse.composition())
        #expect(Array(warehouse.generic()) == [1, 2, 3])
        #expect(warehouse.hashable() == warehouse.hashable())
        #expect(warehouse.never() == nil)
    }

    @Test func voidCanBeResolved() {
        warehouse.void()
        warehouse.void.resolve()
        #expect(warehouse.made.count == 2)
    }

    @Test func parametersCanBeOptional() {
        #expect(warehouse.key(nil) == "0")
        #expect(warehouse.key(1) == "1")
        #expect(warehouse.key(nil) == "0")
    }
}
