import Wiring

extension Row {
    /// Children that look things up in their parents.
    static let childContainers = [
        childContainer, childOperation, hitInChild, hitInGrandchild, hitOfReplacedSingleton, unscopedInGrandchild,
        overrideFromGrandparent,
    ]

    private static let childContainer = fiveCached("child, five cached, released") { $0.child().resolveFive() }

    /// What a server does for each request.
    private static let childOperation = fiveCached("withChildContainer, five cached") { parent in
        withChildContainer(of: parent) { _ in
        } operation: {
            Container.shared.resolveFive()
        }
    }

    private static func fiveCached(_ name: String, _ resolve: @escaping @Sendable (Container) -> Void) -> Row {
        Row(name, against: "fresh container, five cached", goal: .within(nanoseconds: 2000)) {
            let parent = Container()
            parent.resolveFive()
            return Comparison(
                subject: Operation(instances: 5) { for _ in 0..<$0 { resolve(parent) } },
                baseline: Operation(instances: 5) { for _ in 0..<$0 { Container().resolveFive() } }
            )
        }
    }

    private static let hitInChild = Row(
        "cached hit, child",
        against: "cached hit, parent",
        goal: .atMost(1.1)
    ) { hit(in: Container().child(), against: Container()) }

    private static let hitInGrandchild = Row(
        "cached hit, three levels",
        against: "cached hit, one level",
        goal: .atMost(3)
    ) { hit(in: Container().child().child().child(), against: Container().child()) }

    private static let hitOfReplacedSingleton = Row(
        "singleton hit, replaced in a child",
        against: "singleton hit, not replaced",
        goal: .atMost(1.5)
    ) {
        let (child, other) = (Container().child(), Container().child())
        child.single.override { Service() }
        consume(child.single())
        consume(other.single())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(child.single()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(other.single()) } }
        )
    }

    private static func hit(in subject: Container, against baseline: Container) -> Comparison {
        consume(subject.first())
        consume(baseline.first())
        return Comparison(
            subject: Operation(instances: 0) { for _ in 0..<$0 { consume(subject.first()) } },
            baseline: Operation(instances: 0) { for _ in 0..<$0 { consume(baseline.first()) } }
        )
    }

    private static let unscopedInGrandchild = Row(
        "unscoped, three levels",
        against: "unscoped, one level",
        goal: .atMost(3)
    ) { unscoped(in: Container(), overridden: false) }

    private static let overrideFromGrandparent = Row(
        "override of the root, three levels",
        against: "override of the root, one level",
        goal: .atMost(3)
    ) { unscoped(in: Container(), overridden: true) }

    private static func unscoped(in root: Container, overridden: Bool) -> Comparison {
        if overridden { root.unscoped.override { Service() } }
        let (child, grandchild) = (root.child(), root.child().child().child())
        return Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(grandchild.unscoped()) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(child.unscoped()) } }
        )
    }
}

extension Container {
    fileprivate var unscoped: Factory<Service> { self { Service() } }
    fileprivate var single: Factory<Service> { self { Service() }.singleton }
    fileprivate var first: Factory<Service> { self { Service() }.cached }
    fileprivate var second: Factory<Service> { self { Service() }.cached }
    fileprivate var third: Factory<Service> { self { Service() }.cached }
    fileprivate var fourth: Factory<Service> { self { Service() }.cached }
    fileprivate var fifth: Factory<Service> { self { Service() }.cached }

    fileprivate func resolveFive() {
        consume(first())
        consume(second())
        consume(third())
        consume(fourth())
        consume(fifth())
    }
}
