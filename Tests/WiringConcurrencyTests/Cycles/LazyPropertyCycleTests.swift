import Testing
import WiringTestSupport
import WiringTesting

private let firstDeclaration: UInt = #line + 9

/// Declares dependencies that read the lazy properties that resolve them.
private final class Loop: SharedContainer {
    static let shared = Loop()
    let manager = ContainerManager()
    let barrier = Barrier(2)

    let lazies = Lazies()
    var unscoped: Factory<Product> { self { self.lazies.unscoped.wrappedValue } }
    var cached: Factory<Product> { self { self.lazies.cached.wrappedValue }.cached }
    var weak: Factory<Product> { self { self.lazies.weak.wrappedValue ?? Product("weak") } }
    var one: Factory<Product> { self { self.meet { self.lazies.two.wrappedValue } } }
    var two: Factory<Product> { self { self.meet { self.lazies.one.wrappedValue } } }

    private func meet(_ next: () -> Product) -> Product {
        barrier.arrive()
        return next()
    }
}

private final class Lazies: Sendable {
    let unscoped = LazyInjected(\Loop.unscoped)
    let cached = LazyInjected(\Loop.cached)
    let weak = WeakLazyInjected(\Loop.weak)
    let one = LazyInjected(\Loop.one)
    let two = LazyInjected(\Loop.two)
}

@Suite(.timeLimit(.minutes(10))) struct LazyPropertyCycleTests {
    @Test func anUnscopedDependencyThatReadsItsOwnPropertyFailsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Loop.shared.manager.circularDependencyTesting = false
            _ = Loop.shared.lazies.unscoped.wrappedValue
        }
        expectStandardError(
            of: result,
            contains: "circular dependency: building Loop.unscoped<Product> needs Loop.unscoped<Product> again",
            "Loop.unscoped<Product>  WiringConcurrencyTests/LazyPropertyCycleTests.swift:\(firstDeclaration)",
            "→ Loop.unscoped<Product>  WiringConcurrencyTests/LazyPropertyCycleTests.swift:\(firstDeclaration)"
        )
    }

    @Test func aScopedDependencyThatReadsItsOwnPropertyFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Loop.shared.cached()
        }
        expectStandardError(
            of: result,
            contains: "circular dependency",
            "Loop.cached<Product>",
            "→ Loop.cached<Product>"
        )
    }

    @Test func aDependencyThatReadsItsOwnWeakPropertyFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Loop.shared.lazies.weak.wrappedValue
        }
        expectStandardError(of: result, contains: "circular dependency", "Loop.weak<Product>", "→ Loop.weak<Product>")
    }

    // one                      two
    // reads the property one
    //                          reads the property two
    // reads two, waits
    //                          reads one: a cycle
    @Test func propertiesThatNeedEachOtherOnTwoThreadsFail() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onThreads(2) { number in
                let lazies = Loop.shared.lazies
                _ = (number == 0 ? lazies.one : lazies.two).wrappedValue
            }
        }
        expectStandardError(of: result, contains: "circular dependency", "Loop.", "→ Loop.", "→ Loop.")
    }
}
