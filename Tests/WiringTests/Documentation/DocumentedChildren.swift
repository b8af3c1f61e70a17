import ServerStandIns
import Testing
import WiringTesting

// The code of the article *Serving requests with child containers*, and of the doc comments about children, verbatim.
// `SnippetTests` compares them.

/// Collects what an example prints.
private final class Printed {
    private(set) var lines: [String] = []

    func add(_ value: Any) { lines.append("\(value)") }
}

struct Caller: Sendable {
    let name: String
}

final class AuditStore: Sendable {}

final class AuditLog: Sendable {
    let caller: Caller
    let store: AuditStore

    init(caller: Caller, store: AuditStore) {
        self.caller = caller
        self.store = store
    }
}

extension Container {
    var caller: Factory<Caller> { self { Caller(name: "nobody") } }
    var auditStore: Factory<AuditStore> { self { AuditStore() }.singleton }
    var auditLog: Factory<AuditLog> { self { AuditLog(caller: self.caller(), store: self.auditStore()) }.cached }
}

func respond() async -> String {
    "Hello, \(Container.shared.auditLog().caller.name)"
}

func handle(_ caller: Caller) async -> String {
    await withChildContainer {
        $0.caller.override { caller }
    } operation: {
        await respond()
    }
}

struct ContainerMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await withChildContainer {
            $0.caller.override { Caller(name: request.headers[.authorization] ?? "nobody") }
        } operation: {
            try await next(request, context)
        }
    }
}

final class SessionContainer: ChildContainer {
    let manager = ContainerManager()
    let parent: Container
    let caller: Caller

    init(parent: Container, caller: Caller) {
        self.parent = parent
        self.caller = caller
    }
}

extension SessionContainer {
    var log: Factory<AuditLog> { self { AuditLog(caller: self.caller, store: self.auditStore()) }.cached }
}

func logIn(_ caller: Caller) -> SessionContainer {
    SessionContainer(parent: Container.shared.root, caller: caller)
}

/// Hides the warnings that other tests cause.
@Suite(.compactMapIssues { $0.isFailure ? $0 : nil }, .container)
struct DocumentedChildren {
    @Test func requests() async {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }

        print(await handle(Caller(name: "Ada")))  // Hello, Ada
        print(await handle(Caller(name: "Grace")))  // Hello, Grace
        print(Container.shared.caller().name)  // nobody

        #expect(printed.lines == ["Hello, Ada", "Hello, Grace", "nobody"])
    }

    @Test func middleware() async throws {
        struct Context: RequestContext {}
        let request = Request(headers: HTTPFields([.authorization: "Ada"]))
        let response = try await ContainerMiddleware().handle(request, context: Context()) { _, _ in
            Response(body: await respond())
        }
        #expect(response.body == "Hello, Ada")
        #expect(Container.shared.caller().name == "nobody")
    }

    @Test func children() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container.shared

        let request = container.child()
        request.caller.override { Caller(name: "Ada") }
        let log = request.auditLog()
        print(log === request.auditLog())  // true
        print(log === container.auditLog())  // false
        print(log.store === container.auditStore())  // true

        #expect(printed.lines == ["true", "false", "true"])
        #expect(log.caller.name == "Ada")
    }

    @Test func sessions() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container.shared

        let session = SessionContainer(parent: container, caller: Caller(name: "Ada"))
        print(session.log().caller.name)  // Ada
        print(session.auditStore() === container.auditStore())  // true

        #expect(printed.lines == ["Ada", "true"])
    }

    @Test func aSessionThatARequestCreates() {
        let container = Container.shared
        let session = withChildContainer {
            $0.caller.override { Caller(name: "Ada") }
        } operation: {
            let caller = Container.shared.caller()
            let session = SessionContainer(parent: Container.shared.root, caller: caller)
            #expect(session.parent === container)
            return logIn(caller)
        }
        #expect(session.parent === container)
        #expect(session.log().caller.name == "Ada")
    }

    @Test func aClosureThatCapturesTheChild() {
        let log = withChildContainer { child in
            child.auditLog.override { [unowned child] in AuditLog(caller: child.caller(), store: AuditStore()) }
        } operation: {
            Container.shared.auditLog()
        }
        #expect(log.caller.name == "nobody")
    }

    @Test func aReceipt() {
        let caller = Caller(name: "Ada")
        let name = withChildContainer {
            $0.caller.override { caller }
        } operation: {
            Container.shared.auditLog().caller.name
        }
        #expect(name == "Ada")
    }

    @Test func aChildOfACustomContainer() {
        let gateway = withChildContainer(of: PaymentContainer.shared) {
            $0.gateway.override { Gateway(name: "mock") }
        } operation: {
            PaymentContainer.shared.gateway()
        }
        #expect(gateway.name == "mock")
    }

    @Test(.container(.strict) { $0.auditStore.override { AuditStore() } }, .allow(\.auditLog))
    func greetsTheCaller() async {
        #expect(await handle(Caller(name: "Ada")) == "Hello, Ada")
    }
}
