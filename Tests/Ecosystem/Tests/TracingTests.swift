import Foundation
import InMemoryTracing
import Testing
import Tracing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct TracingTests {
    @Test func aBoundClosureBeginsANewTrace() async throws {
        try await Place(
            .callback,
            "swift-distributed-tracing: the parent of a span, in `container.bind { }` that a queue or an event loop calls",
            sees: "none: a new trace begins",
            write: "`let context = ServiceContext.current ?? .topLevel`, and `withSpan(…, context: context)`",
            strictTest: .isSilent("the container is the right one")
        ).check {
            try await Self.parentOfQuery { tracer in
                { tracer.withSpan("query") { _ in } }
            }
        } remedied: {
            try await Self.parentOfQuery { tracer in
                let context = ServiceContext.current ?? .topLevel
                return { tracer.withSpan("query", context: context) { _ in } }
            }
        }
    }

    @Test func aTracerOfATaskIsNotThatOfADetachedTask() async throws {
        try await Place(
            .test,
            "swift-distributed-tracing: the tracer of `withSpan` in a detached task, under `withTracer(Container.shared.tracer()) { }`",
            sees: "the process's",
            write: "`Container.shared.tracer().withSpan(…)`, in `container.bind { … }`",
            strictTest: .isSilent("it resolves nothing")
        ).check {
            let tracer = InMemoryTracer()
            await withTracer(tracer) {
                await within(Place.intended) { await Task.detached { withSpan("query") { _ in } }.value }
            }
            return tracer.finishedSpans.isEmpty ? "the process's" : Place.intended
        } remedied: {
            let tracer = InMemoryTracer()
            let container = Container.labeled(Place.intended)
            container.tracer.override { tracer }
            await Task.detached(
                operation: container.bind { Container.shared.tracer().withAnySpan("query") { _ in } }
            ).value
            return tracer.finishedSpans.isEmpty ? "the process's" : Place.intended
        }
    }

    /// Whether the span of a query that a queue runs is part of its request's trace.
    private static func parentOfQuery(
        _ query: @Sendable (InMemoryTracer) -> @Sendable () -> Void
    ) async throws -> String {
        let done = Seen()
        let tracer = InMemoryTracer()
        let container = Container.labeled(Place.intended)
        tracer.withSpan("request") { _ in
            let query = query(tracer)
            DispatchQueue.global().async(
                execute: container.bind {
                    query()
                    done.note()
                }
            )
        }
        let label = await done.next()
        let span = try #require(tracer.finishedSpans.first { $0.operationName == "query" })
        return span.parentSpanID == nil ? "none: a new trace begins" : label
    }
}

extension Container {
    fileprivate var tracer: Factory<any Tracer> { self { NoOpTracer() } }
}
