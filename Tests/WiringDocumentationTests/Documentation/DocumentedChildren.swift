import ServerStandIns
import Testing
import WiringTestSupport
import WiringTesting

// The code of the article *Serving requests with child containers*, and of the doc comments about children.

// ChildContainers.md: struct Caller

// ChildContainers.md: func respond

// ChildContainers.md: struct ContainerMiddleware

// ChildContainers.md: final class SessionContainer

// ChildContainers.md: func logIn

/// Hides the warnings that other tests cause.
@Suite(.compactMapIssues { $0.isFailure ? $0 : nil }, .container)
struct DocumentedChildren {
    private let printed = Printed()
    private func print(_ value: Any) { printed.add(value) }

    @Test func requests() async {
        // ChildContainers.md: print(await handle(Caller(name: "Ada")))  // Hello, Ada

        #expect(printed.lines == ["Hello, Ada", "Hello, Grace"])
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
        let container = Container.shared

        // ChildContainers.md: let request = container.child

        #expect(printed.lines == ["true", "false", "true"])
        #expect(log.caller.name == "Ada")
    }

    @Test func sessions() {
        let container = Container.shared

        // ChildContainers.md: let session = SessionContainer

        #expect(printed.lines == ["Ada", "true"])
    }

    @Test func aSessionThatARequestCreates() {
        let container = Container.shared
        let session = withChildContainer {
            $0.caller.override { Caller(name: "Ada") }
        } operation: {
            let caller = Container.shared.caller()
            // TaskLocalContainer+Child.swift: let session = SessionContainer
            #expect(session.parent === container)
            return logIn(caller)
        }
        #expect(session.parent === container)
        #expect(session.log().caller.name == "Ada")
    }

    @Test func aClosureThatCapturesTheChild() {
        // withChildContainer.swift: let log = withChildContainer { child in
        #expect(log.caller.name == "nobody")
    }

    @Test func aReceipt() {
        let caller = Caller(name: "Ada")
        // withChildContainer.swift: let name = withChildContainer {
        #expect(name == "Ada")
    }

    @Test func aChildOfACustomContainer() {
        // withChildContainer.swift: let gateway = withChildContainer
        #expect(gateway.name == "mock")
    }

    @Test(.container(.strict) { $0.auditStore.override { AuditStore() } }, .allow(\.auditLog))
    func greetsTheCaller() async {
        #expect(await handle(Caller(name: "Ada")) == "Hello, Ada")
    }
}
