// A recording names a container: without one, it would record nothing.

import Wiring
import WiringInspection

extension Container {
    var number: Factory<Int> { self { 1 } }
}

func record(_ container: Container, _ other: Container) {
    _ = graph(of: container) { _ = container.number() }
    _ = graph(of: container, other) { _ = container.number() }
    _ = graph { _ = container.number() }  // error: missing argument for parameter 'of' in call
}

func recordAsynchronously(_ container: Container, _ other: Container) async {
    _ = await graph(of: container) { await Task.yield() }
    _ = await graph(of: container, other) { await Task.yield() }
    _ = await graph { await Task.yield() }  // error: missing argument for parameter 'of' in call
}
