#if DEBUG
    import Testing
    import WiringAsync
    import WiringTestSupport
    import WiringTesting

    /// It keeps the container that is shared when it is first used.
    private let storedGlobally = Container.shared { Product("stored") }
    private let alsoStored = Container.shared { () async in Product("stored") }

    private struct Point: Sendable, Figure {}
    private final class Disk: Sendable, Figure {}
    private protocol Figure: Sendable {}

    extension Container {
        fileprivate var point: Factory<Point> { self { Point() }.shared }
        fileprivate var shape: Factory<any Figure> { self { Point() }.shared.onArg("later") { Disk() } }
        fileprivate var each: ParameterFactory<Int, Point> { self { _ in Point() }.scopeOnParameters.shared }
        fileprivate var later: AsyncFactory<Point, Never> { self { () async in Point() }.shared }
        fileprivate var disk: Factory<any Figure> { self { Disk() }.shared }
        fileprivate var nothing: Factory<Disk?> { self { nil }.shared }
        fileprivate var cached: Factory<Point> { self { Point() }.cached }
        fileprivate var tide: Factory<Product> { self { Product("live") }.onArg("mock-tides") { Product("mock") } }
        fileprivate var ebb: AsyncFactory<Product, Never> {
            self { Product("live") }.cached.onArgs(["low-water", "ebbs"]) { Product("mock") }
        }
        fileprivate var storm: Factory<Product> { self { Product("live") } }
        fileprivate var gale: Factory<Product> { self { Product("live") }.onArg("gale-8") { Product("mock") } }
    }

    /// A debug build tells once of what is allowed, and probably a mistake.
    @Suite(.container) struct NoticeTests {
        private let lines = Collection<String>()

        init() { Container.shared.manager.logger = { [lines] in lines.add($0) } }

        @Test func aFactoryInAGlobalVariableIsTold() async {
            for _ in 0..<2 {
                _ = storedGlobally()
                _ = await alsoStored()
            }
            #expect(lines.values.count == 2)
            for (line, number) in zip(lines.values, [8, 9]) {
                #expect(
                    line.hasPrefix(
                        "Wiring: a factory of Product is stored in a global variable (WiringTests/NoticeTests.swift:\(number))"
                    )
                )
                #expect(
                    line.contains("Declare a property of a container: `var name: Factory<Product> { self { … } }`.")
                )
            }
        }

        @Test func aFactoryInALocalVariableIsNot() {
            let local = Container.shared { Product("local") }
            _ = local()
            #expect(lines.values == [])
        }

        @Test func aValueThatIsSharedIsTold() async {
            let container = Container.shared
            for _ in 0..<2 {
                _ = (container.point(), container.shape(), container.each(1))
                _ = await container.later()
            }
            for key in ["point", "shape", "each", "later"] {
                #expect(lines.values.count { $0.contains("Wiring: \(key)<") } == 1)
            }
            #expect(lines.values.count == 4)
            #expect(lines.values.first?.contains("Use `.cached` to keep it, or no scope.") ?? false)
        }

        @Test func anObjectThatIsSharedAndNoInstanceAreNot() {
            let container = Container.shared
            _ = (container.disk(), container.nothing(), container.cached())
            #expect(lines.values == [])
        }

        @Test func aMisspeltArgumentIsTold() async {
            let container = Container.shared
            FactoryContext.current.arguments = ["program", "mock-tdies", "accounts", "--verbose"]
            FactoryContext.setArg("Low-Waters", forKey: "water")
            for _ in 0..<2 {
                _ = container.tide()
                _ = await container.ebb()
            }
            #expect(
                lines.values == [
                    """
                    Wiring: the program has the argument `mock-tdies`, and Container.tide<Product> has a closure for `mock-tides` \
                    (WiringTests/NoticeTests.swift:23)
                    Write `mock-tides`, unless `mock-tdies` is meant for something else.
                    """,
                    """
                    Wiring: the program has the argument `Low-Waters`, and Container.ebb<Product> has a closure for `low-water` \
                    (WiringTests/NoticeTests.swift:25)
                    Write `low-water`, unless `Low-Waters` is meant for something else.
                    """,
                ]
            )
        }

        /// The arguments of a tool have no declaration, and some names of mocks resemble each other.
        @Test func anArgumentOfSomethingElseIsNot() {
            let container = Container.shared
            container.storm.onArg("gale-9") { Product("mock") }
            FactoryContext.current.arguments = ["gale-7", "gale-9", "galley", "ale"]
            _ = container.gale()
            FactoryContext.current.arguments = ["program", "gale-8", "gale-9"]
            _ = (container.gale(), container.storm())
            #expect(lines.values == [])
        }
    }
#endif
