import Wiring
import WiringInspection

/// A trait's change of a container that is not the test's.
struct ChangeOutsideTest: Error, CustomStringConvertible {
    let description: String

    /// Refuses to change a dependency of a container that is not one of the running test's, because other tests would see the change.
    static func check(_ dependency: some DeclaredDependency) throws(ChangeOutsideTest) {
        guard let report = TestIsolation.currentReport, !dependency.container.isObserved(by: report) else { return }
        let (container, declaration) = (sourceName(of: type(of: dependency.container)), dependency.declaration)
        throw ChangeOutsideTest(
            description: """
                Wiring: \(container).\(declaration.key)<\(declaration.product)> belongs to a \(container) that is not this test's, and \
                changing it would change it for other tests, so the test did not run
                      declared at \(declaration.location)
                Let the property return `\(container).shared`, and conform \(container) to `TaskLocalContainer`; the trait then gives \
                the test its own. Or override the dependency that uses it.
                """
        )
    }
}
