import Wiring
import WiringAsync
import WiringLifecycle
import WiringTestSupport

/// A container of a family: the root, a child, or a child of one. Each service is a declaration of its own, with its number as its line.
final class FamilyMember: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = FamilyMember()
    static var taskLocal: TaskLocal<FamilyMember> { $shared }
    /// That of the containers that this task creates.
    @TaskLocal static var family = RandomFamily(seed: 0)
    /// What is cancelled in the middle.
    @TaskLocal static var operation: FamilyOperation?
    /// Whether the container that is being created is foreign.
    @TaskLocal private static var isForeign = false

    let manager = ContainerManager()
    let family = FamilyMember.family
    let number = FamilyMember.family.nextMember()
    /// A container outside the family, which nothing starts. Services need those of it. It has none itself.
    private let foreign: FamilyMember?

    init() {
        foreign = Self.isForeign ? nil : Self.$isForeign.withValue(true) { FamilyMember() }
        manager.logger = { [record = family.record] in record.log($0) }
    }

    func makeChild() -> FamilyMember { Self.$family.withValue(family) { child() } }

    /// The container that a service resolves a dependency from.
    private func supplier(of dependency: RandomFamily.Dependency, for service: RandomFamily.Service) -> FamilyMember {
        guard dependency.isForeign else { return self }
        // What a singleton needs must not end with a child.
        return (service.isSingleton ? root.foreign : foreign) ?? self
    }

    func resolve(_ service: Int) async throws -> FamilyService {
        family.services[service].isAsynchronous ? try await self[asynchronous: service]() : self[plain: service]()
    }

    /// Replaces what the service's scope keeps, if it keeps anything.
    func reset(_ service: Int) {
        if family.services[service].isAsynchronous {
            self[asynchronous: service].reset(.scope)
        } else {
            self[plain: service].reset(.scope)
        }
    }

    /// Clears what it and the foreign container store.
    func clear() {
        manager.reset(options: .scope)
        foreign?.manager.reset(options: .scope)
    }

    /// Starts two services.
    func start(_ one: Int, _ other: Int) async throws {
        switch (family.services[one].isAsynchronous, family.services[other].isAsynchronous) {
        case (true, true): try await start(\.[asynchronous: one], \.[asynchronous: other])
        case (true, false): try await start(\.[asynchronous: one], \.[plain: other])
        case (false, true): try await start(\.[plain: one], \.[asynchronous: other])
        case (false, false): try await start(\.[plain: one], \.[plain: other])
        }
    }

    // MARK: - Declarations

    subscript(plain service: Int) -> Factory<FamilyService> {
        let plan = family.services[service]
        let factory = self(key: "service", line: UInt(service)) {
            let needs = plan.dependencies.map { self.supplier(of: $0, for: plan)[plain: $0.service]() }
            return FamilyService(service, needs, in: self)
        }
        .scope(plan.isSingleton ? .singleton : .cached)
        guard plan.hasHooks else { return factory }
        let family = family
        let started = factory.onStart({ try await family.start($0) }, key: "service")
            .onStop(within: plan.limit, { await family.stop($0) }, key: "service")
        return plan.running == nil ? started : started.onRun({ try await family.run($0) }, key: "service")
    }

    subscript(asynchronous service: Int) -> AsyncFactory<FamilyService, any Error> {
        let plan = family.services[service]
        let factory: AsyncFactory<FamilyService, any Error> = self(key: "service", line: UInt(service)) {
            var needs: [FamilyService] = []
            let tickets = await self.tickets()
            for dependency in plan.dependencies {
                needs.append(try await self.supplier(of: dependency, for: plan).resolve(dependency.service))
            }
            for _ in 0...service % 4 { await Task.yield() }
            if zip(tickets, await self.tickets()).contains(where: !==) {
                self.family.record.note("\(service) is built in two graphs")
            }
            return FamilyService(service, needs, in: self)
        }
        .scope(plan.isSingleton ? .singleton : .cached)
        guard plan.hasHooks else { return factory }
        let family = family
        let started = factory.onStart({ try await family.start($0) }, key: "service")
            .onStop(within: plan.limit, { await family.stop($0) }, key: "service")
        return plan.running == nil ? started : started.onRun({ try await family.run($0) }, key: "service")
    }

    /// Those of an outermost resolution.
    private func tickets() async -> [Ticket] { [ticket(), await asynchronousTicket()] }

    private var ticket: Factory<Ticket> { self { Ticket() }.graph }
    private var asynchronousTicket: AsyncFactory<Ticket, Never> { self { Ticket() }.graph }

    /// Cannot be built.
    var broken: ThrowingFactory<FamilyService, any Error> { self { () throws in throw NotBuilt() }.cached }

    /// Cancels its caller while it is built.
    var cancelling: AsyncFactory<FamilyService, Never> {
        self {
            Self.operation?.cancel()
            await Task.yield()
            return FamilyService(nil, [], in: self)
        }.cached
    }
}

/// A task that hooks and closures of a container cancel.
final class FamilyOperation: Sendable {
    private let task = Locked<Task<Void, any Error>?>(nil)

    func begin(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        // Under the lock, so that `cancel` finds the task.
        task.withLock { task in
            let new = Task { try await body() }
            task = new
            return new
        }
    }

    func cancel() { task.withLock { $0 }?.cancel() }
}

/// The error of a closure that builds.
struct NotBuilt: Error {}

private final class Ticket: Sendable {}

/// An instance of a service of a family.
final class FamilyService: Sendable {
    let number: Int
    /// `nil` for an instance that has no hooks.
    let service: Int?
    /// Opens when `onRun` is asked to return.
    let mayEnd = AsyncGate()
    private let needs: [FamilyService]
    private let record: FamilyRecord
    /// Runs as long as the instance exists.
    private let task: Task<Void, Never>

    init(_ service: Int?, _ needs: [FamilyService], in member: FamilyMember) {
        let hasHooks = service.map { member.family.services[$0].hasHooks } ?? false
        let isSingleton = service.map { member.family.services[$0].isSingleton } ?? false
        let container = isSingleton ? nil : member.number
        record = member.family.record
        number = record.build(service, in: container, needing: needs, hasHooks: hasHooks)
        (self.service, self.needs) = (service, needs)
        task = Task { await untilCancelled() }
    }

    deinit {
        task.cancel()
        record.release()
    }
}
