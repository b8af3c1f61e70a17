import Testing
import WiringInspection

extension TestReport: ContainerObserver {
    var events: ObservedResolution.Events { .resolutions | .unimplemented }
    var isInherited: Bool { true }

    func begin(_ resolution: ObservedResolution) -> Int {
        let isInherited = isInherited(resolution.replacement) || precedesContext(resolution)
        let (number, reason, judgesModifiers, captives) = state.withLock {
            (
                $0.begin(resolution), $0.liveReason(of: resolution, isInherited: isInherited),
                $0.judgesModifiers(of: resolution), $0.captives { $0.begin(resolution) }
            )
        }
        for outer in outers { outer.state.withLock { $0.noteUse(by: resolution) } }
        if let current = TestIsolation.currentReport, current.isStrict, !isRelated(to: current) {
            current.report(.resolvedOutside(resolution, fromContainerOf: current.name(of: self)))
        } else if let reason {
            report(.afterOperation(resolution, in: subject) ?? .live(resolution, reason, in: subject))
        }
        let ignored = judgesModifiers ? Resolution.innermost?.ignoredModifiers ?? [] : []
        for modifier in ignored where hasSet(modifier.identity, of: resolution.dependency) {
            report(.ignored(modifier, of: resolution, in: subject))
        }
        for captive in captives { report(.captive(captive, at: resolution.call, in: subject)) }
        return number
    }

    /// Whether a strict test inherited a replacement.
    private func isInherited(_ replacement: ObservedResolution.Replacement?) -> Bool {
        guard let replacement, !replacement.isAutomatic else { return false }
        // Not asked under the lock, because what is asked may release objects of the user.
        return state.withLock { $0.isStrict ? $0.inherited : [] }.contains { $0.contains(replacement) }
    }

    /// Whether the instance was built before the test, and a real one because no closure for a context applied then that applies now.
    private func precedesContext(_ resolution: ObservedResolution) -> Bool {
        guard resolution.context != nil, isStrict, let current = Resolution.innermost, case .instance = current.next
        else { return false }
        let (initial, contexts) = (initial, current.contexts { hasSet($0, of: resolution.dependency) })
        guard !initial.isEmpty,
            !initial.contains(where: { $0.context.selected(among: contexts)?.countsAsReplacement == true })
        else { return false }
        return ([self] + outers).allSatisfy { $0.state.withLock { !$0.built.contains(resolution.dependency) } }
    }

    /// What was set before the test. Not asked under the lock, because what is asked may release objects of the user.
    private var initial: [InitialState] { state.withLock { $0.containers.compactMap(\.initial) + $0.inherited } }

    /// Whether the test has set a modifier of a dependency.
    private func hasSet(_ modifier: IgnoredModifier.Identity, of dependency: Declaration) -> Bool {
        !initial.contains { $0.contains(modifier, of: dependency) }
    }

    func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {
        let captives = state.withLock { state in
            if number != State.droppedNumber {
                state.resolutions[number].origin = resolution.origin
            }
            return state.captives { $0.end(resolution) }
        }
        for captive in captives { report(.captive(captive, at: resolution.call, in: subject)) }
    }

    func useUnimplemented(_ use: UnimplementedUse) -> Bool {
        // A function that tests of XCTest share belongs to the first of them. A later call is for the test that runs then.
        guard subject.test != nil || state.withLock({ !$0.hasEnded }) else { return false }
        let isAllowed = use.path.last.map { step in state.withLock { $0.allowed.contains(step.declaration) } }
        if isAllowed != true { report(.unimplemented(use, in: subject), eachTime: true) }
        return true
    }

    /// Notes that code on no test's task has resolved from a container that the test's containers replace.
    ///
    /// - Parameter running: The tests that it may belong to, this one included: all running tests, or a sample of them.
    func escape(_ resolution: ObservedResolution, fromOneOf running: [TestReport]) {
        let others = running.filter { !isRelated(to: $0) }.map(name)
        let failure = Failure.escaped(resolution)
        state.withLock { $0.addEscape(failure, others: others) }
    }

    /// The name of another test in a message of this one.
    private func name(of other: TestReport) -> String {
        let isSameTest = subject.test.map { $0 == other.subject.test } ?? false
        return isSameTest ? "another case of this test" : other.subject.name
    }
}
