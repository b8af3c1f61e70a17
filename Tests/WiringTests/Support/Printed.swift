/// Collects what an example prints.
final class Printed: Sendable {
    private let collected = Collection<String>()

    var lines: [String] { collected.values }

    func add(_ value: Any) { collected.add("\(value)") }
}
