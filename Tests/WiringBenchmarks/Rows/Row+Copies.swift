import Wiring

/// A type of containers other than `Container`, which the context does not belong to.
private final class CopiedContainer: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = CopiedContainer()
    static var taskLocal: TaskLocal<CopiedContainer> { $shared }
    let manager = ContainerManager()
}

extension ManagedContainer {
    /// Declarations on separate lines.
    fileprivate func declared(_ number: Int) -> Factory<Service> {
        Factory(self, key: "declared", line: UInt(number)) { Service() }.cached
    }

    fileprivate var each: ParameterFactory<Int, Service> { self { _ in Service() }.scopeOnParameters.cached }
    fileprivate var changed: Factory<Service> { self { Service() } }
}

extension Row {
    /// A change beside `count` declarations that are overridden and stored, in a copy of their container or until it is undone. By hand: in
    /// a new container.
    static let copies: [Row] =
        [10, 1_000, 10_000].map { count in
            copy("withContainer, one override beside \(count)", of: Container.self, count) {
                withContainer {
                    $0.changed.override { Service() }
                } operation: {
                    consume(Container.shared.changed())
                }
            }
        } + [
            copy("withContainer(for:), one beside 1000", of: CopiedContainer.self, 1_000) {
                withContainer(for: CopiedContainer.self) {
                    $0.changed.override { Service() }
                } operation: {
                    consume(CopiedContainer.shared.changed())
                }
            },
            copy("withContainer, one of 10000 keys", of: Container.self, keys: 10_000) {
                withContainer { _ in
                } operation: {
                    consume(Container.shared.changed())
                }
            },
            copy("Overrides, one beside 1000", of: Container.self, 1_000) {
                withContainer(Overrides { $0.changed.override { Service() } }) {
                    consume(Container.shared.changed())
                }
            },
            copy("push and pop, one override beside 1000", of: Container.self, 1_000) {
                let container = Container.shared
                container.manager.push()
                container.changed.override { Service() }
                consume(container.changed())
                container.manager.pop()
            },
        ]

    private static func copy<C: TaskLocalContainer>(
        _ name: String,
        of type: C.Type,
        _ declarations: Int = 0,
        keys: Int = 0,
        _ body: @escaping @Sendable () -> Void
    ) -> Row {
        Row(name, against: "fresh container, one override", goal: .atMost(2.5)) {
            let parent = C()
            for number in 0..<declarations {
                parent.declared(number).override { Service() }
                consume(parent.declared(number)())
            }
            for number in 0..<keys { consume(parent.each(number)) }
            return Comparison(
                subject: Operation(instances: 1) { count in
                    C.taskLocal.withValue(parent) { for _ in 0..<count { body() } }
                },
                baseline: Operation(instances: 1) { count in
                    for _ in 0..<count {
                        let container = C()
                        container.changed.override { Service() }
                        C.taskLocal.withValue(container) { consume(C.taskLocal.get().changed()) }
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
