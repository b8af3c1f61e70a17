import Testing
import WiringTestSupport
import WiringTesting

private final class Traced: ManagedContainer {
    let manager = ContainerManager()
    let lines = Collection<String>()

    init() {
        manager.trace = true
        let lines = lines
        manager.logger = { lines.add($0) }
    }
}

private final class Silent: ManagedContainer {
    let manager = ContainerManager()
}

private final class Leaf: Sendable {}

private final class Root: Sendable {
    let leaves: [Leaf]

    init(_ leaves: [Leaf]) { self.leaves = leaves }
}

extension Traced {
    fileprivate var leaf: Factory<Leaf> { self { Leaf() } }
    fileprivate var cached: Factory<Leaf> { self { Leaf() }.cached }
    fileprivate var root: Factory<Root> { self { Root([self.leaf(), self.cached()]) } }
    fileprivate var forest: Factory<Root> { self { Root(self.root().leaves + [self.cached()]) } }
    fileprivate var existential: Factory<any Service> { self { LiveService() } }
    fileprivate var optional: Factory<(any Service)?> { self { LiveService() } }
    fileprivate var number: Factory<Int> { self { 1 } }
    fileprivate var named: ParameterFactory<Int, Leaf> { self { _ in Leaf() } }
    fileprivate var keyed: Factory<Leaf> { self(key: "other") { Leaf() } }
    fileprivate func made(by name: String) -> Factory<Leaf> { self { Leaf() } }
    fileprivate func through(_ silent: Silent) -> Factory<Root> { self { Root([silent.leaf()]) } }
}

extension Silent {
    fileprivate var leaf: Factory<Leaf> { self { Leaf() } }
    fileprivate func through(_ traced: Traced) -> Factory<Root> { self { Root([traced.leaf()]) } }
}

extension Container {
    fileprivate var leaf: Factory<Leaf> { self { Leaf() } }
}

/// The address of an object as trace lines show it.
private func address(_ object: AnyObject) -> Int { Int(bitPattern: ObjectIdentifier(object)) }

@Suite(.container) struct TraceTests {
    private let traced = Traced()

    @Test func tracingIsInitiallyOff() {
        #expect(!Silent().manager.trace)
        traced.manager.trace = false
        _ = traced.root()
        #expect(traced.lines.values == [])
    }

    @Test func aLineShowsAnInstanceOfTheDeclaration() {
        let leaf = traced.leaf()
        #expect(traced.lines.values == ["0: Traced.leaf<Leaf> = F:\(address(leaf)) Leaf"])
    }

    @Test func linesAreIndentedByLevel() {
        let root = traced.forest()
        let (leaf, cached) = (address(root.leaves[0]), address(root.leaves[1]))
        let lines = traced.lines.values
        #expect(lines.count == 5)
        #expect(lines[0] == "0: Traced.forest<Root> = F:\(address(root)) Root")
        #expect(lines[1].hasPrefix("1:     Traced.root<Root> = F:"))
        #expect(lines[2] == "2:         Traced.leaf<Leaf> = F:\(leaf) Leaf")
        #expect(lines[3] == "2:         Traced.cached<Leaf> = F:\(cached) Leaf")
        #expect(lines[4] == "1:     Traced.cached<Leaf> = C:\(cached) Leaf")
    }

    @Test func aLineShowsARegistrationAContextAndACachedInstance() {
        traced.existential.register { MockService() }
        let registered = traced.existential()
        traced.existential.onDevice { LiveService() }
        let context = traced.existential()
        let (cached, again) = (traced.cached(), traced.cached())
        #expect(cached === again)
        #expect(
            traced.lines.values == [
                "0: Traced.existential<\((any Service).self)> = R:\(address(registered)) MockService",
                "0: Traced.existential<\((any Service).self)> = O:\(address(context)) LiveService",
                "0: Traced.cached<Leaf> = F:\(address(cached)) Leaf",
                "0: Traced.cached<Leaf> = C:\(address(cached)) Leaf",
            ]
        )
    }

    @Test func aValueHasNoAddress() {
        _ = traced.number()
        #expect(traced.lines.values == ["0: Traced.number<Int> = F:0 Int"])
    }

    @Test func anOptionalHasTheAddressOfItsObject() {
        let service = traced.optional()
        let line = traced.lines.values.first ?? ""
        let begin = "0: Traced.optional<\((any Service)?.self)> = F:\(service.map(address) ?? 0) "
        #expect(line.hasPrefix(begin))
    }

    @Test func theKeyIsTheDeclarationsName() {
        let (named, keyed, made) = (traced.named(1), traced.keyed(), traced.made(by: "name")())
        #expect(
            traced.lines.values == [
                "0: Traced.named<Leaf> = F:\(address(named)) Leaf",
                "0: Traced.other<Leaf> = F:\(address(keyed)) Leaf",
                "0: Traced.made(by:)<Leaf> = F:\(address(made)) Leaf",
            ]
        )
    }

    @Test func linesAreLoggedWhenTheOutermostResolutionEnds() {
        let lines = traced.lines
        let seen = Collection<Int>()
        traced.decorator { _ in seen.add(lines.values.count) }
        _ = traced.root()
        #expect(seen.values == [0, 0, 0])
        #expect(lines.values.count == 3)
        _ = traced.leaf()
        #expect(lines.values.count == 4)
    }

    @Test func onlyResolutionsOfTheTracedContainerAreLogged() {
        let silent = Silent()
        let root = traced.through(silent)()
        #expect(traced.lines.values == ["0: Traced.through(_:)<Root> = F:\(address(root)) Root"])
        let other = silent.through(traced)()
        let leaf = address(other.leaves[0])
        #expect(traced.lines.values.dropFirst() == ["1:     Traced.leaf<Leaf> = F:\(leaf) Leaf"])
    }

    @Test func resolutionsWithinALoggerAreNotLogged() {
        // Otherwise, a logger that resolves would recurse forever.
        let traced = traced
        let lines = traced.lines
        let resolved = Counter()
        traced.manager.logger = { line in
            lines.add(line)
            _ = traced.cached()
            resolved.increment()
        }
        _ = traced.leaf()
        #expect(lines.values.count == 1)
        #expect(resolved.count == 1)
        _ = traced.cached()
        #expect(lines.values.count == 2)
        #expect(lines.values[1].hasPrefix("0: Traced.cached<Leaf> = C:"))
        traced.manager.logger = { _ in }
    }

    @Test func traceAndLoggerBelongToTheTasksContainer() async {
        let lines = Collection<String>()
        let container = Container()
        container.manager.trace = true
        container.manager.logger = { lines.add($0) }
        let leaf = Container.$shared.withValue(container) { Container.shared.leaf() }
        #expect(lines.values == ["0: Container.leaf<Leaf> = F:\(address(leaf)) Leaf"])
        _ = Container.shared.leaf()
        _ = await Task.detached { Container().leaf() }.value
        #expect(lines.values.count == 1)
    }
}
