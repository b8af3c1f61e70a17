import Wiring
import WiringInspection

/// A trait's change that no test can make.
struct RefusedChange: Error, CustomStringConvertible {
    let description: String

    /// Refuses to change a part of a dependency, and a dependency of a container that is not one of the running test's, because other tests
    /// would see the change.
    static func check(_ dependency: some DeclaredDependency) throws(RefusedChange) {
        let (container, declaration) = (sourceName(of: type(of: dependency.container)), dependency.declaration)
        let name = "\(container).\(declaration.key)<\(declaration.product)>"
        if dependency.registration.modification.kind.whole != nil {
            let whole = Advice(dependency.registration.step).named(in: "\\\(container)")
            throw RefusedChange(
                description: """
                    Wiring: a part of \(name) cannot be changed, so the test did not run
                          declared at \(declaration.location)
                    It is resolved from the dependency each time. Change the dependency: `.override(\(whole)) { … }`.
                    """
            )
        }
        guard let report = TestIsolation.currentReport, !dependency.container.isObserved(by: report) else { return }
        throw RefusedChange(
            description: """
                Wiring: \(name) belongs to a \(container) that is not this test's, and \
                changing it would change it for other tests, so the test did not run
                      declared at \(declaration.location)
                Let the property return `\(container).shared`, and conform \(container) to `TaskLocalContainer`; the trait then gives \
                the test its own. Or override the dependency that uses it.
                """
        )
    }
}
