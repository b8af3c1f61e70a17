import Testing
import WiringTestSupport
import WiringTesting

private final class Scenes: ManagedContainer {
    let manager = ContainerManager()
}

extension Scenes {
    var word: Factory<String> { self { "declared" } }
    var variable: Factory<String> { self { "declared" }.onEnvironment("MOCKS", "variable") { "mock" } }
    var cached: Factory<String> { self { "declared" }.cached }
    var number: ParameterFactory<Int, String> { self { "declared \($0)" } }
    var declared: Factory<String> { self { "declared" }.onArg("mock") { "argument" }.onTest { "test" } }
}

@Suite(.container) struct ContextTests {
    private let scenes = Scenes()

    init() { FactoryContext.current = .plain }

    @Test func theContextWithTheHighestPrecedenceIsUsed() {
        scenes.word.register { "registered" }
            .onArg("a") { "a" }.onArg("b") { "b" }.onArg("runtime") { "runtime" }
            .onEnvironment("MOCKS", "all") { "environment" }.onEnvironment("FLAVOR", "mild") { "first variable" }
            .onPreview { "preview" }.onTest { "test" }.onSimulator { "simulator" }.onDevice { "device" }
            .onDebug { "debug" }
        FactoryContext.current.isDebug = true
        FactoryContext.current.isTest = true
        FactoryContext.current.isPreview = true
        FactoryContext.current.isSimulator = true
        FactoryContext.setArg("runtime", forKey: "key")
        FactoryContext.current.environment = ["MOCKS": "all", "FLAVOR": "mild", "PATH": "/"]
        FactoryContext.current.arguments = ["program", "other", "b", "a"]
        #expect(scenes.word() == "b")
        FactoryContext.current.arguments = ["program", "a", "b"]
        #expect(scenes.word() == "a")
        FactoryContext.current.arguments = ["program"]
        #expect(scenes.word() == "runtime")
        FactoryContext.removeArg(forKey: "key")
        #expect(scenes.word() == "first variable")
        FactoryContext.current.environment["FLAVOR"] = nil
        #expect(scenes.word() == "environment")
        FactoryContext.current.environment["MOCKS"] = "some"
        #expect(scenes.word() == "preview")
        FactoryContext.current.isPreview = false
        #expect(scenes.word() == "test")
        FactoryContext.current.isTest = false
        #expect(scenes.word() == "simulator")
        FactoryContext.current.isSimulator = false
        #expect(scenes.word() == "device")
    }

    @Test func aDeclarationSelectsByAVariable() {
        #expect(scenes.variable() == "declared")
        FactoryContext.current.environment["MOCKS"] = "variable"
        #expect(scenes.variable() == "mock")
        FactoryContext.current.environment["MOCKS"] = "variable,other"
        #expect(scenes.variable() == "declared")
        scenes.word.onEnvironment("MOCKS", "a") { "a" }.onEnvironment("MOCKS", "b") { "b" }
        FactoryContext.current.environment["MOCKS"] = "b"
        #expect(scenes.word() == "b")
    }

    @Test func aDebugContextAppliesIfDebugIsOn() {
        scenes.word.register { "registered" }.onDebug { "debug" }
        #expect(scenes.word() == "registered")
        FactoryContext.current.isDebug = true
        #expect(scenes.word() == "debug")
    }

    @Test func simulatorAndDeviceAreMutuallyExclusive() {
        scenes.word.onSimulator { "simulator" }
        #expect(scenes.word() == "declared")
        FactoryContext.current.isSimulator = true
        #expect(scenes.word() == "simulator")
        scenes.word.reset().onDevice { "device" }
        #expect(scenes.word() == "declared")
    }

    @Test func aContextWinsOverARegistrationWhichWinsOverTheDeclaration() {
        #expect(scenes.word() == "declared")
        scenes.word.register { "registered" }
        #expect(scenes.word() == "registered")
        scenes.word.onDevice { "context" }
        #expect(scenes.word() == "context")
        scenes.word.register { "registered later" }
        #expect(scenes.word() == "context")
    }

    @Test func aStoredInstanceWinsOverALaterContext() {
        #expect(scenes.cached() == "declared")
        scenes.cached.onDevice { "context" }
        #expect(scenes.cached() == "declared")
        scenes.cached.reset(.scope)
        #expect(scenes.cached() == "context")
    }

    @Test func oneClosureServesSeveralContexts() {
        scenes.word.context(.arg("a"), .args(["b", "c"]), .test) { "context" }
        #expect(scenes.word() == "declared")
        for argument in ["a", "b", "c"] {
            FactoryContext.current.arguments = ["program", argument]
            #expect(scenes.word() == "context")
        }
        FactoryContext.current.arguments = []
        FactoryContext.current.isTest = true
        #expect(scenes.word() == "context")
        FactoryContext.current.isTest = false
        #expect(scenes.word() == "declared")
    }

    @Test func everyContextTypeCanBeNamed() {
        scenes.word.context(.preview) { "preview" }.context(.debug) { "debug" }.context(.simulator) { "simulator" }
            .context(.device) { "device" }
        #expect(scenes.word() == "device")
        FactoryContext.current.isSimulator = true
        #expect(scenes.word() == "simulator")
        FactoryContext.current.isPreview = true
        #expect(scenes.word() == "preview")
    }

    @Test func oneClosureServesSeveralArguments() {
        scenes.word.onArgs(["a", "b"]) { "argument" }
        FactoryContext.current.arguments = ["b"]
        #expect(scenes.word() == "argument")
        FactoryContext.current.arguments = ["a b"]
        #expect(scenes.word() == "declared")
    }

    @Test func aLaterClosureForTheSameContextReplacesTheEarlierOne() {
        scenes.word.onDevice { "first" }
        scenes.word.onDevice { "second" }
        #expect(scenes.word() == "second")
    }

    @Test func contextClosuresTakeParameters() {
        scenes.number.onDevice { "device \($0)" }
        scenes.number.onArg("a") { "argument \($0)" }
        #expect(scenes.number(1) == "device 1")
        FactoryContext.setArg("a", forKey: "key")
        #expect(scenes.number(2) == "argument 2")
    }

    @Test func declaredContextsApply() {
        #expect(scenes.declared() == "declared")
        FactoryContext.current.isTest = true
        #expect(scenes.declared() == "test")
        FactoryContext.setArg("mock", forKey: "key")
        #expect(scenes.declared() == "argument")
    }
}
