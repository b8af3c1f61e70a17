import Foundation

public protocol ManagedContainer: AnyObject, Sendable {
    var manager: ContainerManager { get }
}

public protocol SharedContainer: ManagedContainer {
    static var shared: Self { get }
}

public final class Container: SharedContainer {
    @TaskLocal public static var shared = Container()
    public let manager = ContainerManager()

    public init() {}
}

/// The registrations and instances of a container, by the name of their declaration.
public final class ContainerManager: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var closures: [String: Any] = [:]
    private var instances: [String: Any] = [:]

    public init() {}

    fileprivate func register<T>(_ key: String, _ closure: @escaping () -> T) {
        lock.withLock {
            closures[key] = closure
            instances[key] = nil
        }
    }

    fileprivate func resolve<T>(_ factory: Factory<T>) -> T {
        lock.withLock {
            if factory.isKept, let instance = instances[factory.key] as? T { return instance }
            let closure = closures[factory.key] as? () -> T ?? factory.closure
            let instance = closure()
            if factory.isKept { instances[factory.key] = instance }
            return instance
        }
    }
}

public struct Factory<T> {
    fileprivate let container: any ManagedContainer
    fileprivate let key: String
    fileprivate let closure: () -> T
    fileprivate var isKept = false

    public func callAsFunction() -> T { container.manager.resolve(self) }

    @discardableResult public func register(factory: @escaping () -> T) -> Self {
        container.manager.register(key, factory)
        return self
    }

    public var cached: Self { kept }
    public var singleton: Self { kept }

    private var kept: Self {
        var copy = self
        copy.isKept = true
        return copy
    }
}

extension ManagedContainer {
    public func callAsFunction<T>(key: StaticString = #function, _ factory: @escaping () -> T) -> Factory<T> {
        Factory(container: self, key: "\(key)<\(T.self)>", closure: factory)
    }
}

@propertyWrapper public struct Injected<T> {
    public var wrappedValue: T

    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
        wrappedValue = Container.shared[keyPath: keyPath]()
    }

    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        wrappedValue = C.shared[keyPath: keyPath]()
    }
}

public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T { Container.shared[keyPath: keyPath]() }

public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T { C.shared[keyPath: keyPath]() }
