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
}

extension Row {
    /// Copies of a container that stores `count` instances.
    static let children: [Row] = [10, 1_000, 10_000].flatMap { count in
        [
            child("withContainer, \(count) declarations") { parent in
                for number in 0..<count { consume(parent.declared(number)()) }
            },
            child("withContainer, \(count) keys") { parent in
                for number in 0..<count { consume(parent.each(number)) }
            },
        ]
    }

    private static func child(_ name: String, _ fill: @escaping @Sendable (ParentContainer) -> Void) -> Row {
        Row(name, against: "TaskLocal.withValue") {
            let parent = ParentContainer()
            fill(parent)
            return Comparison(
                subject: Operation(instances: 0) { count in
                    ParentContainer.$shared.withValue(parent) {
                        for _ in 0..<count {
                            withContainer(for: ParentContainer.self) { _ in
                            } operation: {
                                consume(ParentContainer.shared)
                            }
                        }
                    }
                },
                baseline: Operation(instances: 0) { count in
                    for _ in 0..<count {
                        ParentContainer.$shared.withValue(parent) { consume(ParentContainer.shared) }
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
