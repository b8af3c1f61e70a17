/// Collects what an example prints.
package final class Printed: Sendable {
    private let collected = Collection<String>()

    package init() {}

    package var lines: [String] { collected.values }

    package func add(_ value: Any) { collected.add("\(value)") }
}
