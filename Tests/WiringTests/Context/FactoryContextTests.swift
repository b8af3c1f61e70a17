import Foundation
import Testing
import WiringTesting

private final class Local: SharedContainer {
    @TaskLocal static var shared = Local()
    let manager = ContainerManager()
}

extension Local {
    var word: Factory<String> { self { "declared" } }
}

extension Container {
    fileprivate var word: Factory<String> { self { "declared" } }
}

@Suite(.container) struct FactoryContextTests {
    @Test func aNewContextDescribesTheProcess() {
        let context = FactoryContext()
        #expect(context.arguments == CommandLine.arguments)
        #expect(context.runtimeArguments == [:])
        #expect(context.environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
        #expect(Set(context.environment.keys).isSuperset(of: ["PATH", "HOME"]))
        #expect(context.environment.allSatisfy { !$0.key.isEmpty && !$0.key.contains("=") })
        #expect(context.isTest)
        #expect(!context.isPreview)
        #expect(!context.isSimulator)
        #if DEBUG
            #expect(context.isDebug)
        #else
            #expect(!context.isDebug)
        #endif
    }

    /// A release build has no metadata of the fields and cases.
    @Test func contextsAndHooksDescribeThemselves() {
        let types: [FactoryContextType] = [
            .arg("-\"a"), .args(["-b", "-c"]), .environment(name: "NAME", value: "value"), .preview, .test, .debug,
            .simulator, .device,
        ]
        let descriptions = [
            #"arg("-\"a")"#, #"args(["-b", "-c"])"#, #"environment(name: "NAME", value: "value")"#, "preview", "test",
            "debug", "simulator", "device",
        ]
        #expect(types.map { "\($0)" } == descriptions)
        #expect("\([LifecycleHook.onStart, .onRun, .onStop])" == "[onStart, onRun, onStop]")
        let options: [FactoryResetOptions] = [.all, .none, .registration, .context, .scope]
        #expect("\(options)" == "[all, none, registration, context, scope]")
        var context = FactoryContext()
        (context.arguments, context.runtimeArguments, context.environment) = (["tool"], ["key": "-a"], [:])
        (context.isTest, context.isDebug) = (true, false)
        #expect(
            "\(context)" == """
                FactoryContext(arguments: ["tool"], runtimeArguments: ["key": "-a"], environment: [:], isPreview: false, \
                isTest: true, isSimulator: false, isDebug: false)
                """
        )
    }

    @Test func theCurrentContextInitiallyDescribesTheProcess() {
        #expect(FactoryContext.current == FactoryContext())
    }

    @Test func argumentsAreSetAndRemovedByKey() {
        FactoryContext.setArg("one", forKey: "first")
        FactoryContext.setArg("two", forKey: "second")
        FactoryContext.setArg("three", forKey: "first")
        #expect(FactoryContext.current.runtimeArguments == ["first": "three", "second": "two"])
        FactoryContext.removeArg(forKey: "first")
        FactoryContext.removeArg(forKey: "missing")
        #expect(FactoryContext.current.runtimeArguments == ["second": "two"])
    }

    @Test func runtimeArgumentsAreMatchedByValue() {
        Container.shared.word.onArg("mock") { "argument" }
        FactoryContext.setArg("other", forKey: "mock")
        #expect(Container.shared.word() == "declared")
        FactoryContext.setArg("mock", forKey: "other")
        #expect(Container.shared.word() == "argument")
        FactoryContext.removeArg(forKey: "other")
        #expect(Container.shared.word() == "declared")
    }

    @Test func eachSharedContainerHasItsOwnContext() {
        FactoryContext.setArg("outer", forKey: "key")
        let container = Container()
        Container.$shared.withValue(container) {
            #expect(FactoryContext.current == FactoryContext())
            FactoryContext.setArg("inner", forKey: "key")
            #expect(FactoryContext.current.runtimeArguments == ["key": "inner"])
        }
        #expect(FactoryContext.current.runtimeArguments == ["key": "outer"])
        Container.$shared.withValue(container) {
            #expect(FactoryContext.current.runtimeArguments == ["key": "inner"])
        }
    }

    @Test func allContainersOfATaskUseItsContext() {
        let local = Local()
        local.word.onArg("mock") { "argument" }
        #expect(local.word() == "declared")
        FactoryContext.setArg("mock", forKey: "key")
        #expect(local.word() == "argument")
        Container.$shared.withValue(Container()) { #expect(local.word() == "declared") }
    }

    @Test func childTasksInheritTheContextButDetachedTasksDoNot() async {
        FactoryContext.setArg("mock", forKey: "context of one test")
        let child = await Task { FactoryContext.current.runtimeArguments }.value
        #expect(child == ["context of one test": "mock"])
        let detached = await Task.detached { FactoryContext.current.runtimeArguments["context of one test"] }.value
        #expect(detached == nil)
    }
}
