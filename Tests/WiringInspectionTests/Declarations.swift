import Wiring
import WiringAsync
import WiringLifecycle

/// Has no function, and is compared by identity.
final class Service: Sendable {}

extension Container {
    var plain: Factory<Service> { self { Service() } }
    var kept: Factory<Service> { self { Service() }.cached }
    var single: Factory<Service> { self { Service() }.singleton }
    var timed: Factory<Service> { self { Service() }.cached.timeToLive(60) }
    var tested: Factory<Service> { self { Service() }.onTest { Service() }.onArg("first") { Service() } }
    var counted: ParameterFactory<Int, Service> { self { (_: Int) in Service() }.cached.scopeOnParameters }
    var hooked: Factory<Service> { self { Service() }.cached.onStart { _ in }.onStop { _ in } }
    var opened: AsyncFactory<Service, any Error> { self { try await Self.open() }.cached }

    private static func open() async throws -> Service { Service() }
}

/// A container that registers its dependencies itself.
final class AutomaticContainer: SharedContainer, TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = AutomaticContainer()
    static var taskLocal: TaskLocal<AutomaticContainer> { $shared }
    let manager = ContainerManager()

    func autoRegister() {
        service.register { Service() }
        lines.decorate({ $0 + [1] }, fileID: "WiringInspectionTests/ExplanationTests.swift", line: 1)
    }
}

extension AutomaticContainer {
    var service: Factory<Service> { self { Service() } }
    /// The lines of the decorations that apply, in order.
    var lines: Factory<[Int]> { self { [] } }
}
