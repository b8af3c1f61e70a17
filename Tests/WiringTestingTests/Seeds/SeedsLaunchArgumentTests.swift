import Foundation
import Testing
import WiringTesting

/// The examples extend `Container` itself, which has one `autoRegister()` in a program.
enum SeedsProcessArguments {
    final class Container: SharedContainer {
        static let shared = Container()
        let manager = ContainerManager()
    }
}

extension SeedsProcessArguments.Container {
    var myServiceType: Factory<MyServiceType> { self { MyService() } }
}

extension SeedsProcessArguments.Container: AutoRegistering {
    public func autoRegister() {
        #if DEBUG
            if ProcessInfo.processInfo.arguments.contains("mock1") {
                myServiceType.register { MockServiceN(1) }
            }
        #endif
    }
}

enum SeedsArgumentContext {
    final class Container: SharedContainer {
        static let shared = Container()
        let manager = ContainerManager()
    }
}

extension SeedsArgumentContext.Container {
    var myServiceType: Factory<MyServiceType> { self { MyService() } }
}

extension SeedsArgumentContext.Container: AutoRegistering {
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

@Suite(.container) struct SeedsLaunchArguments {
    @Test func withoutTheArgumentNothingIsRegistered() {
        #expect(SeedsProcessArguments.Container().myServiceType() is MyService)
        #expect(SeedsArgumentContext.Container().myServiceType() is MyService)
    }

    @Test func withTheArgumentTheMockIsThere() {
        FactoryContext.current.arguments.append("mock1")
        #expect(SeedsArgumentContext.Container().myServiceType().number == mockNumber)
    }

    @Test func theArgumentMayComeWhileTheProgramRuns() {
        FactoryContext.setArg("mock1", forKey: "accounts")
        #expect(SeedsArgumentContext.Container().myServiceType().number == mockNumber)
        FactoryContext.removeArg(forKey: "accounts")
        #expect(SeedsArgumentContext.Container().myServiceType() is MyService)
    }
}
