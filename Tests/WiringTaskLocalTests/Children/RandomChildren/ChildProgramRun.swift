import Wiring
import WiringAsync
import WiringTestSupport

/// Performs the steps of a ``ChildProgram``.
final class ChildProgramRun: Sendable {
    /// That of the containers that this task creates.
    @TaskLocal fileprivate static var current: ChildProgramRun?

    fileprivate enum Place {
        case yard(Yard)
        case stall(Stall)
    }

    private let places = Locked<[Place]>([])
    /// What the closure of each singleton resolves.
    private let needs = Locked<[[ChildProgram.Need]]>([])

    /// Performs steps in a world of their own.
    ///
    /// - Returns: The values of each step.
    static func values(of steps: [ChildProgram.Step]) async throws -> [[String]] {
        let run = ChildProgramRun()
        return try await $current.withValue(run) {
            try await Scope.$singleton.withValue(Scope.Singleton()) {
                let root = Yard()
                root.manager.logger = { _ in }
                run.add(.yard(root))
                var values: [[String]] = []
                for step in steps { values.append(try await run.perform(step)) }
                return values
            }
        }
    }

    private func perform(_ step: ChildProgram.Step) async throws -> [String] {
        switch step {
        case .make(.child(let parent), let isNamed):
            let child = yard(parent).child()
            let number = add(.yard(child))
            if isNamed { child.name.override { "\(number)" } }
        case .make(.session(let parent), _): makeStall(of: yard(parent))
        case .make(.root, _): preconditionFailure("It exists.")
        case .descend(let first, let count):
            var last = yard(first)
            for _ in 0..<count {
                last = last.child()
                add(.yard(last))
            }
        case .use(let number):
            switch place(number) {
            case .yard(let yard): return [yard.name()]
            case .stall(let stall): return [stall.name(), stall.cachedTitle()]
            }
        case .build(let kind, let number, let needs):
            let singleton = self.needs.withLock { all in
                all.append(needs)
                return all.count - 1
            }
            return try await build(kind, singleton, from: place(number))
        }
        return []
    }

    private func build(_ kind: ChildProgram.Kind, _ number: Int, from place: Place) async throws -> [String] {
        switch (kind, place) {
        case (.plain, .yard(let yard)): yard[plain: number]()
        case (.throwing, .yard(let yard)): try yard[throwing: number]()
        case (.asynchronous, .yard(let yard)): try await yard[asynchronous: number]()
        case (.plain, .stall(let stall)): stall[dynamicMember: \.[plain: number]]()
        case (.throwing, .stall(let stall)): try stall[dynamicMember: \.[throwing: number]]()
        case (.asynchronous, .stall(let stall)): try await stall[dynamicMember: \.[asynchronous: number]]()
        }
    }

    /// What the closure of a singleton resolves.
    fileprivate func resolve(for singleton: Int) -> [String] {
        needs.withLock { $0[singleton] }.map { need in
            switch need {
            case .name(let number):
                switch place(number) {
                case .yard(let yard): return yard.name()
                case .stall(let stall): return stall.name()
                }
            case .title(let number, let isCached):
                guard case .stall(let stall) = place(number) else { preconditionFailure("It is no session.") }
                return isCached ? stall.cachedTitle() : stall.title()
            case .nameOfNewChild(let parent):
                let child = yard(parent).child()
                child.name.override { "new" }
                return child.name()
            case .titleOfNewSession: return Stall(of: yard(0), "new stall").title()
            }
        }
    }

    // MARK: - Containers

    @discardableResult
    private func add(_ place: Place) -> Int {
        places.withLock { places in
            places.append(place)
            return places.count - 1
        }
    }

    private func makeStall(of parent: Yard) {
        places.withLock { $0.append(.stall(Stall(of: parent, "stall \($0.count)"))) }
    }

    private func place(_ number: Int) -> Place { places.withLock { $0[number] } }

    private func yard(_ number: Int) -> Yard {
        guard case .yard(let yard) = place(number) else { preconditionFailure("It is a session.") }
        return yard
    }
}

/// The container type of the root and its children.
private final class Yard: TaskLocalContainer {
    @TaskLocal static var shared = Yard()
    static var taskLocal: TaskLocal<Yard> { $shared }
    let manager = ContainerManager()

    var name: Factory<String> { self { "root" } }

    // Each singleton is a declaration of its own, with its number as its line.

    subscript(plain singleton: Int) -> Factory<[String]> {
        self(key: "plain", line: UInt(singleton)) { ChildProgramRun.current?.resolve(for: singleton) ?? [] }.singleton
    }
    subscript(throwing singleton: Int) -> ThrowingFactory<[String], any Error> {
        self(key: "throwing", line: UInt(singleton)) { () throws in
            ChildProgramRun.current?.resolve(for: singleton) ?? []
        }.singleton
    }
    subscript(asynchronous singleton: Int) -> AsyncFactory<[String], any Error> {
        self(key: "asynchronous", line: UInt(singleton)) { () async throws in
            await Task.yield()
            return ChildProgramRun.current?.resolve(for: singleton) ?? []
        }.singleton
    }
}

/// The type of sessions. Its value is known when it is made.
private final class Stall: ChildContainer {
    let manager = ContainerManager()
    let parent: Yard
    private let place: String

    init(of parent: Yard, _ place: String) { (self.parent, self.place) = (parent, place) }

    var title: Factory<String> { self { self.place } }
    var cachedTitle: Factory<String> { self { self.place }.cached }
}
