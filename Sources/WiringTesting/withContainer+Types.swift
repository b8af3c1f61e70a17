import Testing
public import Wiring

// These are disfavored as those for `Container` are.

/// Runs an operation with its own containers of several types, as `.container(for:)` runs a test. With `.strict`, it makes an
/// XCTest test strict.
///
/// ```swift
/// override func invokeTest() {
///     withContainer(.strict, for: Container.self, PaymentContainer.self, allowing: \PaymentContainer.gateway) {
///         super.invokeTest()
///     }
/// }
/// ```
/// It works as `withContainer(_:allowing:changes:operation:)` does for ``Container``. To change the containers, begin the operation
/// with the changes.
///
/// - Parameters:
///   - options: What the operation begins with, and whether it is strict.
///   - first: A container type.
///   - others: Further container types.
///   - dependencies: Dependencies that may be live or unimplemented, and need not be used, as with ``AllowTrait``.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
@_disfavoredOverload
@discardableResult
public func withContainer<
    First: TaskLocalContainer,
    each Other: TaskLocalContainer,
    each Root: TaskLocalContainer,
    each Dependency: DeclaredDependency,
    Output,
    Failure: Error
>(
    _ options: ContainerTraitOptions,
    for first: First.Type,
    _ others: repeat (each Other).Type,
    allowing dependencies: repeat KeyPath<each Root, each Dependency>,
    operation: () throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var isolation = TestIsolation(allowing: repeat each dependencies, at: location)
    isolation.isolate(First.taskLocal, options, First.init)
    repeat isolation.isolate((each Other).taskLocal, options, (each Other).init)
    return try isolation.runAsTest(operation)
}

/// Runs an asynchronous operation with its own containers of several types, as `.container(for:)` runs a test. See
/// `withContainer(_:for:_:allowing:operation:)`.
///
/// - Parameters:
///   - options: What the operation begins with, and whether it is strict.
///   - first: A container type.
///   - others: Further container types.
///   - dependencies: Dependencies that may be live or unimplemented, and need not be used.
///   - operation: Runs with the caller's isolation.
@_disfavoredOverload
@discardableResult
public func withContainer<
    First: TaskLocalContainer,
    each Other: TaskLocalContainer,
    each Root: TaskLocalContainer,
    each Dependency: DeclaredDependency,
    Output,
    Failure: Error
>(
    _ options: ContainerTraitOptions,
    for first: First.Type,
    _ others: repeat (each Other).Type,
    allowing dependencies: repeat KeyPath<each Root, each Dependency>,
    operation: () async throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var isolation = TestIsolation(allowing: repeat each dependencies, at: location)
    isolation.isolate(First.taskLocal, options, First.init)
    repeat isolation.isolate((each Other).taskLocal, options, (each Other).init)
    return try await isolation.runAsTest(operation)
}

extension TestIsolation {
    /// An isolation for an operation, without containers.
    fileprivate init<each Root: TaskLocalContainer, each Dependency: DeclaredDependency>(
        allowing dependencies: repeat KeyPath<each Root, each Dependency>,
        at location: SourceLocation
    ) {
        self.init(TestReport.Subject(operationAt: location))
        repeat report.allow((each Root)().withoutAutoRegistration[keyPath: each dependencies].declaration)
    }
}
