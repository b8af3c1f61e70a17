import Testing
import Wiring
import WiringTestSupport

private final class Parent: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Parent()
    let manager = ContainerManager()
    /// Runs at the end of `autoRegister()`.
    let afterwards = Locked<@Sendable () -> Void>({})

    func autoRegister() {
        name.register { "registered" }
        afterwards.withLock { $0 }()
    }
}

extension Parent: TaskLocalContainer {
    static var taskLocal: TaskLocal<Parent> { $shared }
}

extension Parent {
    var name: Factory<String> { self { "declared" } }

    /// The number of declarations, chosen so that a copy takes a while. Each declaration needs the previous one.
    static let parts: UInt = 150

    func part(_ number: UInt) -> Factory<Product> {
        self(line: number) {
            Product("\(number)", needs: number == 0 ? [] : [self.part(number - 1)()])
        }.cached
    }

    func single(_ number: UInt) -> Factory<Product> {
        self(line: number) {
            Product("\(number)", needs: number == 0 ? [] : [self.single(number - 1)()])
        }.singleton
    }

    func buildParts() { for number in 0..<Self.parts { _ = part(number)() } }

    /// Whether each part was built with the instance that the container stores.
    var isConsistent: Bool {
        (1..<Self.parts).allSatisfy { part($0)().needs[0] === part($0 - 1)() }
    }
}

/// One thread copies a container or a singleton scope while another changes it as a whole.
@Suite(.timeLimit(.minutes(10))) struct InheritanceRaceTests {
    /// Returns what an operation finds in a copy while another thread changes the original.
    private func child<Found: Sendable>(
        of parent: Parent,
        while change: @escaping @Sendable (Parent) -> Void,
        _ operation: @escaping @Sendable (Parent) -> Found
    ) -> [Found] {
        let (barrier, found) = (Barrier(2), Collection<Found>())
        onThreads(2) { number in
            barrier.arrive()
            guard number == 0 else { return change(parent) }
            Parent.$shared.withValue(parent) {
                withContainer(for: Parent.self) { _ in
                } operation: {
                    found.add(operation(Parent.shared))
                }
            }
        }
        return found.values
    }

    // one                              another
    // registers automatically
    //                                  copies, registers, resolves
    // ends that
    @Test func aCopyRegistersBeforeItsOriginalHasRegistered() {
        let (parent, names) = (Parent(), Collection<String>())
        let (begun, mayEnd) = (Gate(), Gate())
        parent.afterwards.withLock {
            $0 = {
                begun.open()
                mayEnd.pass()
            }
        }
        onThreads(2) { number in
            guard number == 0 else { return names.add(parent.name()) }
            begun.pass()
            Parent.$shared.withValue(parent) {
                withContainer(for: Parent.self) { _ in
                } operation: {
                    names.add(Parent.shared.name())
                }
            }
            names.add("copied")
            mayEnd.open()
        }
        #expect(names.values == ["registered", "copied", "registered"])
    }

    // one                              another
    // copies what is registered
    //                                  registers automatically
    // checks whether that has happened
    @Test func aCopyRegistersWhileItsOriginalRegisters() {
        let parent = Parent()
        for _ in 0..<40 * stress {
            parent.buildParts()
            parent.reset(options: .registration)
            #expect(child(of: parent, while: { _ = $0.name() }, { $0.name() }) == ["registered"])
        }
    }

    // one                              another
    //                                  resets what others need
    // copies that, and what needs it
    //                                  resets what needs it
    @Test func aCopyInheritsConsistentInstancesWhileItsOriginalIsReset() {
        let parent = Parent()
        for _ in 0..<40 * stress {
            parent.buildParts()
            #expect(child(of: parent, while: { $0.reset(options: .scope) }, { $0.isConsistent }) == [true])
        }
    }

    // one                              another
    // checks whether it is registered
    //                                  resets
    // copies what is registered
    @Test func aCopyRegistersWhileItsOriginalIsReset() {
        let parent = Parent()
        for _ in 0..<40 * stress {
            parent.buildParts()
            #expect(child(of: parent, while: { $0.reset() }, { $0.name() }) == ["registered"])
        }
    }

    // one                              another
    //                                  resets what others need
    // copies that, and what needs it
    //                                  resets what needs it
    @Test func aCloneHasConsistentInstancesWhileItsScopeIsReset() {
        let (parent, singletons) = (Parent(), Scope.Singleton())
        for _ in 0..<40 * stress {
            Scope.$singleton.withValue(singletons) { for number in 0..<Parent.parts { _ = parent.single(number)() } }
            let (barrier, areConsistent) = (Barrier(2), Collection<Bool>())
            onThreads(2) { number in
                barrier.arrive()
                guard number == 0 else { return singletons.reset() }
                Scope.$singleton.withValue(singletons.clone()) {
                    areConsistent.add(
                        (1..<Parent.parts).allSatisfy { parent.single($0)().needs[0] === parent.single($0 - 1)() }
                    )
                }
            }
            #expect(areConsistent.values == [true])
        }
    }
}
