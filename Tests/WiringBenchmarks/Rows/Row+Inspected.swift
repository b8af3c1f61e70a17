import Wiring
import WiringInspection

extension Row {
    /// What it takes to see the wiring of a large program.
    static let inspected = [inspectedProgram]

    private static let inspectedProgram = Row(
        "5,000 declarations recorded, checked and printed",
        against: "the same declarations, resolved",
        goal: .within(nanoseconds: 1_000_000_000)
    ) {
        Comparison(
            subject: Operation(instances: LargeContainer.count) {
                for _ in 0..<$0 {
                    let container = LargeContainer()
                    let recorded = graph(of: container) { consume(container.root()) }
                    let faults = container.findFaults(\.root, recorded: recorded).count
                    let printed = [recorded.text, recorded.mermaid(), recorded.dot()].map(\.count)
                    _ = opaque((faults, printed))
                }
            },
            baseline: Operation(instances: LargeContainer.count) {
                for _ in 0..<$0 { consume(LargeContainer().root()) }
            }
        )
    }
}

/// A container of many declarations, each on its own line. Each but the last ones needs two others.
private final class LargeContainer: ManagedContainer {
    static let count = 5_000

    let manager = ContainerManager()

    var root: Factory<Service> { declaration(0) }

    private func declaration(_ index: Int) -> Factory<Service> {
        let needs = [2 * index + 1, 2 * index + 2].filter { $0 < Self.count }
        let line = UInt(index + 1)
        return switch needs.count {
        case 2: wire(line: line, { _, _ in Service() }, { ($0.declaration(needs[0]), $0.declaration(needs[1])) }).cached
        case 1: wire(line: line, { _ in Service() }, { $0.declaration(needs[0]) }).cached
        default: self(line: line) { Service() }.cached
        }
    }
}
