import Testing
import WiringTesting

private final class Kitchen: ManagedContainer {
    let manager = ContainerManager()
}

/// Unequal values with the same hash.
private struct Colliding: Hashable {
    let name: String

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

private final class Meal: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

extension Kitchen {
    fileprivate var meal: ParameterFactory<String, Meal> { self { Meal($0) } }
    fileprivate var oneMeal: ParameterFactory<String, Meal> { self { Meal($0) }.cached }
    fileprivate var eachMeal: ParameterFactory<String, Meal> { self { Meal($0) }.scopeOnParameters.cached }
    fileprivate var eachMealAfter: ParameterFactory<String, Meal> { self { Meal($0) }.cached.scopeOnParameters }
    fileprivate var singleMeal: ParameterFactory<String, Meal> { self { Meal($0) }.singleton.scopeOnParameters }
    fileprivate var sharedMeal: ParameterFactory<String, Meal> { self { Meal($0) }.shared.scopeOnParameters }
    fileprivate var graphMeal: ParameterFactory<String, Meal> { self { Meal($0) }.graph.scopeOnParameters }
    fileprivate var colliding: ParameterFactory<Colliding, Meal> { self { Meal($0.name) }.cached.scopeOnParameters }
    fileprivate var table: Factory<[Meal]> {
        self { [self.graphMeal("soup"), self.graphMeal("salad"), self.graphMeal("soup")] }
    }
}

@Suite(.container) struct ScopeOnParametersTests {
    private let kitchen = Kitchen()

    @Test func anUnscopedFactoryBuildsAnInstanceOnEachCall() {
        #expect(kitchen.meal("soup") !== kitchen.meal("soup"))
        #expect(kitchen.meal.resolve("salad").name == "salad")
    }

    @Test func aScopeAloneStoresTheInstanceOfTheFirstParameter() {
        let soup = kitchen.oneMeal("soup")
        #expect(kitchen.oneMeal("salad") === soup)
        #expect(kitchen.oneMeal("salad").name == "soup")
    }

    @Test func eachParameterHasItsOwnInstance() {
        let (soup, salad) = (kitchen.eachMeal("soup"), kitchen.eachMeal("salad"))
        #expect(soup.name == "soup")
        #expect(salad.name == "salad")
        #expect(kitchen.eachMeal("soup") === soup)
        #expect(kitchen.eachMeal("salad") === salad)
        #expect(kitchen.eachMealAfter("soup") === kitchen.eachMealAfter("soup"))
        #expect(kitchen.eachMealAfter("salad").name == "salad")
    }

    @Test func unequalParametersWithTheSameHashHaveSeparateInstances() {
        let meals = (0..<20).map { kitchen.colliding(Colliding(name: "\($0)")) }
        #expect(meals.map(\.name) == (0..<20).map(String.init))
        for (number, meal) in meals.enumerated() {
            #expect(kitchen.colliding(Colliding(name: "\(number)")) === meal)
        }
    }

    @Test(arguments: [false, true])
    func aChangeWithinAResolutionClearsItsInstancesForParameters(_ registers: Bool) {
        let kitchen = kitchen
        let isCleared: Factory<Bool> = kitchen {
            let soup = kitchen.graphMeal("soup")
            if registers { kitchen.graphMeal.register { Meal("cold " + $0) } } else { kitchen.graphMeal.reset(.scope) }
            return kitchen.graphMeal("soup") !== soup
        }
        #expect(isCleared())
    }

    @Test(arguments: [FactoryResetOptions.all, .scope])
    func aResetClearsTheInstancesOfAllParameters(_ options: FactoryResetOptions) {
        let (soup, salad) = (kitchen.eachMeal("soup"), kitchen.eachMeal("salad"))
        kitchen.eachMeal.reset(options)
        #expect(kitchen.eachMeal("soup") !== soup)
        #expect(kitchen.eachMeal("salad") !== salad)
    }

    @Test func aRegistrationClearsTheInstancesOfAllParameters() {
        let (soup, salad) = (kitchen.eachMeal("soup"), kitchen.eachMeal("salad"))
        kitchen.eachMeal.register { Meal("cold " + $0) }
        #expect(kitchen.eachMeal("soup").name == "cold soup")
        #expect(kitchen.eachMeal("salad").name == "cold salad")
        _ = (soup, salad)
    }

    @Test func containerResetsClearTheInstancesOfAllParameters() {
        var soup = kitchen.eachMeal("soup")
        kitchen.reset(options: .scope)
        #expect(kitchen.eachMeal("soup") !== soup)
        soup = kitchen.eachMeal("soup")
        kitchen.manager.reset(scope: .cached)
        #expect(kitchen.eachMeal("soup") !== soup)
    }

    @Test func eachParameterHasItsOwnSingleton() {
        let soup = kitchen.singleMeal("soup")
        #expect(Kitchen().singleMeal("soup") === soup)
        #expect(Kitchen().singleMeal("salad").name == "salad")
        kitchen.singleMeal.reset(.scope)
        #expect(Kitchen().singleMeal("soup") !== soup)
    }

    @Test func eachParameterHasItsOwnSharedObject() {
        let soup = kitchen.sharedMeal("soup")
        #expect(kitchen.sharedMeal("soup") === soup)
        #expect(kitchen.sharedMeal("salad").name == "salad")
    }

    @Test func aGraphHasOneInstancePerParameter() {
        let table = kitchen.table()
        #expect(table[0] === table[2])
        #expect(table[1].name == "salad")
    }

    @Test func scopeOnParametersCanBeSetExternally() {
        kitchen.oneMeal.scopeOnParameters.reset(.none)
        #expect(kitchen.oneMeal("soup").name == "soup")
        #expect(kitchen.oneMeal("salad").name == "salad")
    }
}
