import Wiring

/// A container type for whose containers copies are created.
private final class ParentContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = ParentContainer()
    static var taskLocal: TaskLocal<ParentContainer> { $shared }
    let manager = ContainerManager()

    /// Declarations on separate lines.
    func declared(_ number: Int) -> Factory<Service> {
        Factory(self, key: "declared", line: UInt(number)) { Service() }.cached
    }

    var each: ParameterFactory<Int, Service> { self { _ in Service() }.scopeOnParameters.cached }
    var changed: Factory<Service> { self { Service() } }
}

extension Row {
    /// A change beside `count` declarations that are overridden and stored, in a copy of their container or until it is undone. By hand: in
    /// a new container.
    static let copies: [Row] =
        [10, 1_000, 10_000].map { count in
            copy("withContainer, one override beside \(count)", count) {
                withContainer(for: ParentContainer.self) {
                    $0.changed.override { Service() }
                } operation: {
                    consume(ParentContainer.shared.changed())
                }
            }
        } + [
            copy("withContainer, one of 10000 keys", keys: 10_000) {
                withContainer(for: ParentContainer.self) { _ in
                } operation: {
                    consume(ParentContainer.shared.changed())
                }
            },
            copy("Overrides, one beside 1000", 1_000) {
                withContainer(Overrides(ParentContainer.self) { $0.changed.override { Service() } }) {
                    consume(ParentContainer.shared.changed())
                }
            },
            copy("push and pop, one override beside 1000", 1_000) {
                let container = ParentContainer.shared
                container.manager.push()
                container.changed.override { Service() }
                consume(container.changed())
                container.manager.pop()
            },
        ]

    private static func copy(
        _ name: String,
        _ declarations: Int = 0,
        keys: Int = 0,
        _ body: @escaping @Sendable () -> Void
    ) -> Row {
        Row(name, against: "fresh container, one override", goal: .atMost(2.5)) {
            let parent = ParentContainer()
            for number in 0..<declarations {
                parent.declared(number).override { Service() }
                consume(parent.declared(number)())
            }
            for number in 0..<keys { consume(parent.each(number)) }
            return Comparison(
                subject: Operation(instances: 1) { count in
                    ParentContainer.$shared.withValue(parent) { for _ in 0..<count { body() } }
                },
                baseline: Operation(instances: 1) { count in
                    for _ in 0..<count {
                        let container = ParentContainer()
                        container.changed.override { Service() }
                        ParentContainer.$shared.withValue(container) { consume(ParentContainer.shared.changed()) }
                    }
                }
            )
        }
    }
}

extension Count {
    /// The memory that remains after a million keys whose objects have been released.
    static func shortLivedKeys() -> [Count] {
        let container = KeysContainer()
        container.resolve(1_000)
        let before = residentKilobytes
        container.resolve(1_000_000)
        let after = residentKilobytes
        let more = before.flatMap { before in after.map { Double($0 - before) } }
        return [Count(name: "kB, a million short-lived keys", number: more, goal: isDebugBuild ? nil : 4_096)]
    }
}

private final class KeysContainer: ManagedContainer {
    let manager = ContainerManager()
    var session: ParameterFactory<Int, Service> { self { _ in Service() }.scopeOnParameters.shared }

    func resolve(_ count: Int) {
        for number in 0..<count { consume(session(number)) }
    }
}
