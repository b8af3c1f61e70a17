import Synchronization
import Wiring

/// The smallest container with the basic guarantees: it is an object of a protocol type with a separate manager. It may
/// register before its first use. Stored instances are found by their declaration. Each slot has its own lock, and its instance
/// is built at most once, outside of that lock, while others wait.
///
/// It has no registrations, scopes, resets or cycle detection, and all its instances have one type.
final class MinimalContainer<Instance: AnyObject & Sendable>: Minimal {
    let manager = MinimalManager<Instance>()
}

/// A container that registers before its first use.
protocol MinimalRegistering: AnyObject {
    func register()
}

protocol Minimal<Instance>: AnyObject, Sendable {
    associatedtype Instance: AnyObject & Sendable
    var manager: MinimalManager<Instance> { get }
}

extension Minimal {
    /// The instance of a declaration, which is identified by a number.
    @inline(__always)
    func instance(_ declaration: UInt, _ make: () -> Instance) -> Instance {
        let manager = manager
        manager.registerAutomatically(self)
        return manager.instance(declaration, make)
    }
}

final class MinimalManager<Instance: AnyObject & Sendable>: Sendable {
    private final class Slot: Sendable {
        let instance = Mutex<Instance?>(nil)
        /// Locked by the builder.
        let construction = Mutex(())
    }

    private let slots = Mutex<[UInt: Slot]>([:])
    private let isRegistered = AtomicWord()

    @inline(__always)
    func registerAutomatically(_ container: AnyObject) {
        guard isRegistered.current == 0 else { return }
        (container as? any MinimalRegistering)?.register()
        isRegistered.set(1)
    }

    @inline(__always)
    func instance(_ declaration: UInt, _ make: () -> Instance) -> Instance {
        let slot = slots.withLock { slots in
            if let slot = slots[declaration] { return slot }
            let slot = Slot()
            slots[declaration] = slot
            return slot
        }
        if let instance = slot.instance.withLock({ $0 }) { return instance }
        return slot.construction.withLock { _ in
            if let instance = slot.instance.withLock({ $0 }) { return instance }
            let made = make()
            slot.instance.withLock { $0 = made }
            return made
        }
    }
}

/// The smallest value that a declaration can return with the interface of `Factory`: a value with its closure, and a
/// registration of its types that the modifiers of a protocol change.
struct MinimalFactory<T>: MinimalModifying {
    var registration: MinimalRegistration<Void, T>
    private let make: () -> T

    init(
        _ container: any MinimalContaining,
        key: StaticString,
        fileID: StaticString,
        line: UInt,
        column: UInt,
        _ make: @escaping () -> T
    ) {
        registration = MinimalRegistration(container: container, declaration: line << 32 | column)
        self.make = make
    }

    func callAsFunction() -> T { registration.resolve((), make) }
}

struct MinimalRegistration<P, T> {
    let container: any MinimalContaining
    let declaration: UInt
    var isCached = false

    func resolve(_ parameters: P, _ make: () -> T) -> T {
        guard isCached else { return make() }
        return container.cachedInstance(declaration, make)
    }
}

protocol MinimalModifying {
    associatedtype P
    associatedtype T
    var registration: MinimalRegistration<P, T> { get set }
}

extension MinimalModifying {
    var cached: Self {
        var copy = self
        copy.registration.isCached = true
        return copy
    }
}

/// A container of instances of any type, for its factories.
protocol MinimalContaining: AnyObject {
    func cachedInstance<T>(_ declaration: UInt, _ make: () -> T) -> T
}

extension MinimalContaining {
    func callAsFunction<T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ make: @escaping () -> T
    ) -> MinimalFactory<T> {
        MinimalFactory(self, key: key, fileID: fileID, line: line, column: column, make)
    }
}

extension MinimalContainer: MinimalContaining where Instance == Service {
    func cachedInstance<T>(_ declaration: UInt, _ make: () -> T) -> T {
        // SAFETY: All instances of this container are services.
        unsafeBitCast(instance(declaration) { make() as! Service }, to: T.self)
    }
}
