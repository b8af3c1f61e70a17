import Wiring

extension Row {
    /// A property wrapper over a key path of the shared container.
    static let wrappers = [injected, lazyInjected, dynamicInjected]

    private static let injected = Row(
        "@Injected",
        against: "the same wrapper by hand",
        goal: .atMost(1.3),
        note: "both store their key path with the instance, to resolve again"
    ) {
        Comparison(
            // A wrapper is part of an owner that lives on: the optimizer must not omit what it stores.
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(opaque(Screen()).service) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(opaque(HandScreen()).service) } }
        )
    }

    private static let lazyInjected = Row(
        "@LazyInjected",
        against: "the same wrapper by hand",
        goal: .atMost(1.3)
    ) {
        Comparison(
            subject: Operation(instances: 1) {
                for _ in 0..<$0 {
                    let screen = opaque(LazyScreen())
                    // A property is rarely read where its owner is created: the optimizer must not know its key path.
                    consume(screen.service)
                }
            },
            baseline: Operation(instances: 1) {
                for _ in 0..<$0 {
                    let screen = opaque(HandLazyScreen())
                    consume(screen.service)
                }
            }
        )
    }

    private static let dynamicInjected = Row(
        "@DynamicInjected",
        against: "the same wrapper by hand",
        goal: .atMost(1.3)
    ) {
        let (screen, handScreen) = (opaque(DynamicScreen()), opaque(HandDynamicScreen()))
        return Comparison(
            subject: Operation(instances: 1) { for _ in 0..<$0 { consume(screen.service) } },
            baseline: Operation(instances: 1) { for _ in 0..<$0 { consume(handScreen.service) } }
        )
    }
}

extension Container {
    fileprivate var onScreen: Factory<Service> { self { Service() } }
}

private struct Screen {
    @Injected(\.onScreen) var service
}

private struct LazyScreen {
    @LazyInjected(\.onScreen) var service
}

private struct DynamicScreen {
    @DynamicInjected(\.onScreen) var service
}

// MARK: - By hand

/// A container with one instance for each task.
private final class Dependencies: Sendable {
    @TaskLocal static var shared = Dependencies()

    var onScreen: Service { Service() }
}

@propertyWrapper
private struct HandInjected<T> {
    let keyPath: KeyPath<Dependencies, T>
    var wrappedValue: T

    init(_ keyPath: KeyPath<Dependencies, T>) {
        self.keyPath = keyPath
        wrappedValue = Dependencies.shared[keyPath: keyPath]
    }
}

/// Copies share the resolved instance. Concurrent readers may each resolve; the first instance is stored.
@propertyWrapper
private struct HandLazyInjected<T> {
    private let keyPath: KeyPath<Dependencies, T>
    private let instance = HandLazyInstance<T>()

    init(_ keyPath: KeyPath<Dependencies, T>) { self.keyPath = keyPath }

    var wrappedValue: T {
        if let found = instance.value.withLock({ $0 }) { return found }
        let made = Dependencies.shared[keyPath: keyPath]
        return instance.value.withLock { value in
            if let value { return value }
            value = made
            return made
        }
    }
}

private final class HandLazyInstance<T>: Sendable {
    let value = Protected<T?>(nil)
}

@propertyWrapper
private struct HandDynamicInjected<T>: Sendable {
    private let keyPath: any KeyPath<Dependencies, T> & Sendable

    init(_ keyPath: any KeyPath<Dependencies, T> & Sendable) { self.keyPath = keyPath }

    var wrappedValue: T { Dependencies.shared[keyPath: keyPath] }
}

private struct HandScreen {
    @HandInjected(\.onScreen) var service
}

private struct HandLazyScreen {
    @HandLazyInjected(\.onScreen) var service
}

private struct HandDynamicScreen {
    @HandDynamicInjected(\.onScreen) var service
}
