import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private struct Refused: Error, Equatable {
    let number: Int
}

private final class Scenes: ManagedContainer {
    let manager = ContainerManager()

    var thrown: ThrowingParameterFactory<Int, String, Refused> {
        self { (number) throws(Refused) in "declared \(number)" }
    }
    var awaited: AsyncParameterFactory<Int, String, Refused> {
        self { (number) async throws(Refused) in "declared \(number)" }
    }
}

/// The closures of throwing and asynchronous factories for contexts.
@Suite(.container) struct EffectfulContextTests {
    /// A modifier, and the context that it is for.
    enum Modifier: CaseIterable {
        case context, onArg, onArgs, onEnvironment, onPreview, onTest, onDebug, onSimulator, onDevice

        /// Makes its context apply, or not.
        fileprivate func arrange(applies: Bool) {
            FactoryContext.current = .plain
            switch self {
            case .context: if applies { FactoryContext.setArg("c", forKey: "key") }
            case .onArg: if applies { FactoryContext.setArg("a", forKey: "key") }
            case .onArgs: if applies { FactoryContext.current.arguments.append("b") }
            case .onEnvironment: FactoryContext.current.environment["MOCKS"] = applies ? "a" : "b"
            case .onPreview: FactoryContext.current.isPreview = applies
            case .onTest: FactoryContext.current.isTest = applies
            case .onDebug: FactoryContext.current.isDebug = applies
            case .onSimulator: FactoryContext.current.isSimulator = applies
            case .onDevice: FactoryContext.current.isSimulator = !applies
            }
        }
    }

    private let scenes = Scenes()

    @Test(arguments: Modifier.allCases) func closuresForContextsMayThrow(_ modifier: Modifier) throws {
        let factory = scenes.thrown
        let closure = { (number: Int) throws(Refused) -> String in
            guard number > 0 else { throw Refused(number: number) }
            return "context \(number)"
        }
        switch modifier {
        case .context: factory.context(.arg("other"), .args(["c"]), factory: closure)
        case .onArg: factory.onArg("a", factory: closure)
        case .onArgs: factory.onArgs(["a", "b"], factory: closure)
        case .onEnvironment: factory.onEnvironment("MOCKS", "a", factory: closure)
        case .onPreview: factory.onPreview(factory: closure)
        case .onTest: factory.onTest(factory: closure)
        case .onDebug: factory.onDebug(factory: closure)
        case .onSimulator: factory.onSimulator(factory: closure)
        case .onDevice: factory.onDevice(factory: closure)
        }
        modifier.arrange(applies: false)
        #expect(try scenes.thrown(1) == "declared 1")
        modifier.arrange(applies: true)
        #expect(try scenes.thrown(1) == "context 1")
        #expect(throws: Refused(number: -1)) { try scenes.thrown(-1) }
    }

    @Test(arguments: Modifier.allCases) func closuresForContextsMayAwait(_ modifier: Modifier) async throws {
        let factory = scenes.awaited
        let closure = { (number: Int) async throws(Refused) -> String in
            await Task.yield()
            guard number > 0 else { throw Refused(number: number) }
            return "context \(number)"
        }
        switch modifier {
        case .context: factory.context(.arg("other"), .args(["c"]), factory: closure)
        case .onArg: factory.onArg("a", factory: closure)
        case .onArgs: factory.onArgs(["a", "b"], factory: closure)
        case .onEnvironment: factory.onEnvironment("MOCKS", "a", factory: closure)
        case .onPreview: factory.onPreview(factory: closure)
        case .onTest: factory.onTest(factory: closure)
        case .onDebug: factory.onDebug(factory: closure)
        case .onSimulator: factory.onSimulator(factory: closure)
        case .onDevice: factory.onDevice(factory: closure)
        }
        modifier.arrange(applies: false)
        #expect(try await scenes.awaited(1) == "declared 1")
        modifier.arrange(applies: true)
        #expect(try await scenes.awaited(1) == "context 1")
        await #expect(throws: Refused(number: -1)) { try await scenes.awaited(-1) }
    }
}
