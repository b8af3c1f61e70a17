#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringModules
    import WiringTestSupport

    @testable import Wiring

    private final class Yard: SharedContainer, TaskLocalContainer, AutoRegistering {
        @TaskLocal static var shared = Yard()
        static var taskLocal: TaskLocal<Yard> { $shared }
        let manager = ContainerManager()
        private let program = Program.current

        func autoRegister() {
            guard program.registersAutomatically else { return }
            word(1).register { "automatic" }
            loose(1).scope(.cached)
        }
    }

    extension Scope {
        fileprivate static let stay = Cached()
        fileprivate static let house = Singleton()
    }

    extension Yard {
        fileprivate func word(_ number: UInt) -> Factory<String> { self(line: number) { "declared" } }
        fileprivate func contextual(_ number: UInt) -> Factory<String> { self(line: number) { "declared" } }
        fileprivate func cached(_ number: UInt) -> Factory<Product> { product("cached", number).cached }
        fileprivate func weak(_ number: UInt) -> Factory<Product> { product("weak", number).shared }
        fileprivate func visit(_ number: UInt) -> Factory<Product> { product("visit", number).scope(.stay) }
        fileprivate func loose(_ number: UInt) -> Factory<Product> { product("loose", number) }
        fileprivate func single(_ number: UInt) -> Factory<Product> { product("single", number).singleton }
        fileprivate func house(_ number: UInt) -> Factory<Product> { product("house", number).scope(.house) }
        fileprivate func timed(_ number: UInt) -> Factory<Product> { product("timed", number).cached.timeToLive(10) }
        fileprivate func first(_ number: UInt) -> Factory<Product> { product("first", number).cached.once() }
        fileprivate func keyed(_ number: UInt) -> ParameterFactory<Int, Product> {
            self(line: number) { self.program.make("\(self.word(number)()) for \($0)") }.cached.scopeOnParameters
        }
        fileprivate func weakKeyed(_ number: UInt) -> ParameterFactory<Int, Product> {
            self(line: number) { self.program.make("\(self.word(number)()) for \($0)") }.shared.scopeOnParameters
        }
        fileprivate func words(_ number: UInt) -> Collected<String> { collected(line: number) }

        private func product(_ key: StaticString, _ number: UInt) -> Factory<Product> {
            self(key: key, line: number) { self.program.make(self.word(number)()) }
        }

        /// All declarations that make a product.
        fileprivate func product(_ kind: Int, _ number: UInt) -> Factory<Product> {
            [cached, weak, visit, loose, single, house, timed, first][kind](number)
        }

        fileprivate static let kinds = 8
    }

    /// A random program that makes copies, copies of copies, and children, changes each of them, and ends them.
    private final class Program: Sendable {
        @TaskLocal static var current = Program(seed: 0, copiesAtOnce: false)

        let registersAutomatically: Bool
        /// Whether each copy takes over everything when it is made, and so does each saved state.
        private let copiesAtOnce: Bool
        private let seed: UInt64
        private let serial = Counter()
        private let log = Collection<String>()
        private let kept = Locked<[Product]>([])

        init(seed: UInt64, copiesAtOnce: Bool) {
            (self.seed, self.copiesAtOnce) = (seed, copiesAtOnce)
            registersAutomatically = seed.isMultiple(of: 3)
        }

        fileprivate func make(_ name: String) -> Product { Product("\(name) \(serial.increment())") }

        /// Runs it, and returns everything that it has found.
        static func run(seed: UInt64, copiesAtOnce: Bool, operations: Int) -> [String] {
            let program = Program(seed: seed, copiesAtOnce: copiesAtOnce)
            $current.withValue(program) {
                Scope.$singleton.withValue(Scope.Singleton()) { program.run(operations) }
            }
            return program.log.values
        }

        private func run(_ operations: Int) {
            var random = SplitMix64(seed: seed)
            // The root's custom singletons are a copy, too, so that runs do not meet.
            var yards = [withContainer(for: Yard.self, changes: { _ in }, operation: { Yard.shared })]
            var time = ContinuousClock.now
            for _ in 0..<operations {
                MonotonicTime.stopping(at: time) {
                    let index = random.below(yards.count)
                    let yard = yards[index]
                    switch random.below(100) {
                    case 0..<8 where yards.count < 12: yards.append(copy(yard))
                    case 8..<12 where yards.count > 1: yards.remove(at: index)
                    case 12..<14: time += .seconds(random.below(8))
                    case 14..<17: kept.withLock { $0 = Array($0.suffix(random.below(10))) }
                    case 17..<20:
                        withChildContainer(of: yard) {
                            change($0, &random)
                        } operation: {
                            find(in: Yard.shared, &random)
                            change(Yard.shared, &random)
                        }
                    case 20..<55: change(yard, &random)
                    default: find(in: yard, &random)
                    }
                }
            }
        }

        private func copy(_ yard: Yard) -> Yard {
            withContainer(from: yard) { copy in
                guard copiesAtOnce else { return }
                _ = copy.manager.slots.entries
                _ = Scope.singleton.instances.entries
                _ = Scope.house.counterpart(in: nil).instances.entries
            } operation: {
                Yard.shared
            }
        }

        private func find(in yard: Yard, _ random: inout SplitMix64) {
            let number = UInt(random.below(4))
            var found: String
            switch random.below(20) {
            case 0: found = yard.word(number)()
            case 1: found = yard.contextual(number)()
            case 2: found = yard.words(number)().joined(separator: ", ")
            case 3: found = "\([.all, .context, .registration, .scope].map(yard.manager.isEmpty))"
            case 4..<8:
                let product = (random.chance(50) ? yard.keyed : yard.weakKeyed)(number)(random.below(3))
                kept.withLock { $0.append(product) }
                found = product.name
            default:
                let product = yard.product(random.below(Yard.kinds), number)()
                kept.withLock { $0.append(product) }
                found = product.name
            }
            found += " at \(log.values.count)"
            log.add(found)
        }

        private func change(_ yard: Yard, _ random: inout SplitMix64) {
            let (number, text) = (UInt(random.below(4)), "\(random.below(1_000))")
            let product = yard.product(random.below(Yard.kinds), number)
            let options = random.pick([FactoryResetOptions.all, .context, .registration, .scope])
            let make = { [self] (word: String) in { self.make(word) } }
            switch random.below(24) {
            case 0: yard.word(number).override { text }
            case 1: yard.word(number).register { text }
            case 2: yard.word(number).decorate { "\(text) of \($0)" }
            case 3: product.override(make("overridden by \(text)"))
            case 4: product.register(factory: make("registered as \(text)"))
            case 5: product.decorate { inner in make("\(text) of \(inner.name)")() }
            case 6: yard.loose(number).scope(random.pick([.cached, .shared, .unique, .singleton, .stay]))
            case 7: yard.loose(number).timeToLive(Double(random.below(20)), sliding: random.chance(50))
            case 8: yard.contextual(number).onDebug { text }
            case 9: yard.contextual(number).onTest { text }
            case 10: yard.words(number).contribute(order: random.below(3)) { text }
            case 11: yard.keyed(number).override { make("\(text) for \($0)")() }
            case 12: product.reset(options)
            case 13: yard.word(number).reset(options)
            case 14: yard.keyed(number).reset(options)
            case 15: if random.chance(30) { yard.reset(options: options) }
            case 16: yard.manager.reset(scope: random.pick([.stay, .cached, .shared]))
            case 17: yard.manager.defaultScope = random.pick([nil, .cached, .shared, .singleton])
            case 18, 19:
                yard.manager.push()
                if copiesAtOnce { yard.manager.slots.changeAll { _ in } }
            case 20, 21: yard.manager.pop()
            case 22: withExistingContainer(yard) { Scope.singleton.reset() }
            default: withExistingContainer(yard) { if random.chance(50) { Scope.house.reset() } }
            }
        }
    }

    /// A copy finds what it would find if everything had been copied when it was made.
    @Suite(.timeLimit(.minutes(10))) struct RandomCopiesTests {
        @Test(arguments: 1...UInt64(12 * stress)) func copiesTakeOverWhatWasThereWhenTheyWereMade(seed: UInt64) {
            let (atOnce, whenNeeded) = (
                Program.run(seed: seed, copiesAtOnce: true, operations: 400),
                Program.run(seed: seed, copiesAtOnce: false, operations: 400)
            )
            #expect(atOnce.count > 100)
            #expect(zip(atOnce, whenNeeded).first { $0 != $1 } == nil)
        }
    }
#endif
