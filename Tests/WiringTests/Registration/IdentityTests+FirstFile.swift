import WiringTestSupport
import WiringTesting

// IdentityTests+SecondFile.swift has the same declarations at the same lines and columns.
extension Container {
    fileprivate var single: Factory<any Service> { self { LiveService() }.singleton }
    fileprivate var cached: Factory<any Service> { self { LiveService() }.cached }
}

enum FirstFile {
    static func single(_ container: Container) -> any Service { container.single() }
    static func cached(_ container: Container) -> any Service { container.cached() }

    static func register(_ container: Container, _ make: @escaping () -> any Service) {
        container.single.register(factory: make)
    }

    static func registerCached(_ container: Container, _ make: @escaping () -> any Service) {
        container.cached.register(factory: make)
    }
}
