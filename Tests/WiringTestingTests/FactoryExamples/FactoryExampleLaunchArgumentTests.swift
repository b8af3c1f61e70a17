import Foundation
import Testing
import WiringTesting

/// The examples extend `Container` itself, which can have only one `autoRegister()` in a program.
enum FactoryExampleProcessArguments {
    final class Container: SharedContainer {
        static let shared = Container()
        let manager = ContainerManager()
    }
}

extension FactoryExampleProcessArguments.Container {
    var myServiceType: Factory<MyServiceType> { self { MyService() } }
}

extension FactoryExampleProcessArguments.Container: AutoRegistering {
    public func autoRegister() {
        #if DEBUG
            if ProcessInfo.processInfo.arguments.contains("mock1") {
                myServiceType.register { MockServiceN(1) }
            }
        #endif
    }
}

enum FactoryExampleArgumentContext {
    final class Container: SharedContainer {
        static let shared = Container()
        let manager = ContainerManager()
    }
}

extension FactoryExampleArgumentContext.Container {
    var myServiceType: Factory<MyServiceType> { self { MyService() } }
}

extension FactoryExampleArgumentContext.Container: AutoRegistering {
    public func autoRegister() {
        #if DEBUG
            myServiceType.onArg("mock1") { MockServiceN(1) }
        #endif
    }
}

#if DEBUG
    private let mockNumber = 1
#else
    private let mockNumber = 0
#endif

@Suite(.container) struct FactoryExampleLaunchArguments {
    @Test func nothingIsRegisteredWithoutArgument() {
        #expect(FactoryExampleProcessArguments.Container().myServiceType() is MyService)
        #expect(FactoryExampleArgumentContext.Container().myServiceType() is MyService)
    }

    @Test func argumentSelectsMock() {
        FactoryContext.current.arguments.append("mock1")
        #expect(FactoryExampleArgumentContext.Container().myServiceType().number == mockNumber)
    }

    @Test func argumentMayBeSetAtRunTime() {
        FactoryContext.setArg("mock1", forKey: "accounts")
        #expect(FactoryExampleArgumentContext.Container().myServiceType().number == mockNumber)
        FactoryContext.removeArg(forKey: "accounts")
        #expect(FactoryExampleArgumentContext.Container().myServiceType() is MyService)
    }
}
