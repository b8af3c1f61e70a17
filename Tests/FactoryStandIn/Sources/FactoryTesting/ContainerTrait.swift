import FactoryKit
import Testing

public struct ContainerTrait<C: SharedContainer>: TestTrait, SuiteTrait, TestScoping {
    public typealias Transform = @Sendable @isolated(any) (C) async -> Void

    private let shared: TaskLocal<C>
    private let container: @Sendable () -> C
    private var transform: Transform?

    public var isRecursive: Bool { true }

    public init(shared: TaskLocal<C>, container: @autoclosure @escaping @Sendable () -> C) {
        self.shared = shared
        self.container = container
    }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: () async throws -> Void
    ) async throws {
        try await shared.withValue(container()) {
            await transform?(C.shared)
            try await function()
        }
    }

    public func callAsFunction(transform: @escaping Transform) -> Self {
        var copy = self
        copy.transform = transform
        return copy
    }
}

extension Trait where Self == ContainerTrait<Container> {
    public static var container: ContainerTrait<Container> { .init(shared: Container.$shared, container: .init()) }
}
