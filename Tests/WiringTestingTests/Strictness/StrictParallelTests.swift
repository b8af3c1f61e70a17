import Testing
import WiringFixtures
import WiringTesting

private final class CaseContainer: TaskLocalContainer, Resolving, @unchecked Sendable {
    @TaskLocal static var shared = CaseContainer()
    static var taskLocal: TaskLocal<CaseContainer> { $shared }
    let manager = ContainerManager()
    required init() {}
}

extension CaseContainer {
    fileprivate var number: Factory<Int> { self { 1 } }
}

extension Container {
    fileprivate var one: Factory<Int> { self { 1 } }
    fileprivate var late: Factory<Int> { self { 1 } }
    fileprivate var several: Factory<[Int]> { self { [self.one(), self.one(), self.one()] } }
    fileprivate var task: Factory<Task<Int, Never>> { self { Task { Container.shared.one() } } }
}

@Suite(.timeLimit(.minutes(10)), .failuresOnly) struct StrictParallelTests {
    @Test(
        .container(.strict),
        .override(\.one) { 1 },
        .override(\.late) { 1 },
        .allow(\.several, \.task)
    ) func manyTasksOfOneTestResolveConcurrently() async {
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    for _ in 0..<20 { _ = Container.shared.several() }
                    _ = await Container.shared.task().value
                }
            }
        }
        #expect(Container.shared.resolutions.count == 100 * (20 * 4 + 2))
        #expect(Container.shared.resolutions.allSatisfy { $0.origin != nil })
        #expect(Container.shared.resolutions.filter { $0.name == "one" }.allSatisfy { $0.origin == .replacement })
        for _ in 0..<3000 { _ = Container.shared.one() }
        #expect(Container.shared.resolutions.count == 10_000)
        // This resolution is not kept, but counts as a use.
        _ = Container.shared.late()
    }

    private static let barriers = [Barrier(of: 2), Barrier(of: 2)]

    //     case 1                          case 2
    //       begins                          begins
    //       · · · · · · both are there · · · · · ·
    //       resolves outside                resolves outside
    //       · · · · · · both have done so · · · · ·
    @Test(.container(.strict, for: CaseContainer.self), arguments: 1...2)
    func eachCaseReportsItsOwnOutsideResolutions(_: Int) async {
        let outside = await Task.detached { CaseContainer.shared }.value
        await Self.barriers[0].wait()
        withKnownIssue { _ = outside.number() }
        await Self.barriers[1].wait()
    }

    @Test(.container(.strict), arguments: 0..<100) func eachCaseReportsItsOwnLiveResolutions(_: Int) async {
        await withKnownIssue { _ = await Task { Container.shared.one() }.value }
    }

    @Test(.container(.strict, for: CaseContainer.self)) func registrationByTypeIsNotLiveAndNeedNotBeUsed() {
        CaseContainer.shared.register { 2 }
        CaseContainer.shared.register { "unused" }
        #expect(CaseContainer.shared.resolve(Int.self) == 2)
    }
}

/// Tests that become strict by an inner trait.
@Suite(
    .timeLimit(.minutes(10)),
    .failuresOnly,
    .container(for: Container.self, CaseContainer.self)
)
struct LateStrictnessTests {
    @Test(.container(.strict)) func strictnessAppliesToAllContainers() {
        withKnownIssue { _ = Container.shared.one() }
        withKnownIssue { _ = CaseContainer.shared.number() }
    }

    @Test(.container([.strict, .inheriting])) func strictnessAppliesToInheritingContainer() {
        withKnownIssue { _ = Container.shared.one() }
    }

    @Test(.container(.strict)) func copiedContainerMayOverride() {
        withContainer {
            $0.one.override { 2 }
        } operation: {
            #expect(Container.shared.one() == 2)
        }
    }
}
